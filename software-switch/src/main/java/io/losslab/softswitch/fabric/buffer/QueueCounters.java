package io.losslab.softswitch.fabric.buffer;

/**
 * Counters of a data queue at a switch port's egress. Bytes go from destination MAC to FCS.
 *
 * @param bytes waiting now
 * @param maxBytes highest {@code bytes} since counting began
 * @param sentFrames that left through the queue since counting began
 * @param sentBytes their bytes
 * @param droppedFrames meant for the queue that did not fit, since counting began
 * @param framesWithoutRoom those of {@code droppedFrames} that the queue would have taken: the
 *     buffer was full
 * @param markedFrames that were marked with CE here, since counting began
 */
public record QueueCounters(
        long bytes,
        long maxBytes,
        long sentFrames,
        long sentBytes,
        long droppedFrames,
        long framesWithoutRoom,
        long markedFrames) {}
