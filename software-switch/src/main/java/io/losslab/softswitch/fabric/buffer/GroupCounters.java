package io.losslab.softswitch.fabric.buffer;

/**
 * Counters of an ingress port and priority, which hardware calls a priority group. Bytes go from
 * destination MAC to FCS.
 *
 * @param bytes buffered now of what came in here
 * @param maxBytes highest {@code bytes} since counting began
 * @param droppedFrames that came in here and did not fit into the buffer, since counting began
 */
public record GroupCounters(long bytes, long maxBytes, long droppedFrames) {}
