package io.losslab.agent.queue;

import io.losslab.api.frame.RoceFrame;

/**
 * Paces a port to the rate of its line: a frame goes when those before it would have left the line,
 * preamble and gap counted. A port that fell behind while frames were there makes up for it, as a
 * line would not have stood idle, for a slack of time at most.
 */
final class LineRate {
    private static final double BITS_PER_BYTE_NANO = 8e9;

    private double nanosPerByte;
    private long slackNanos;
    private double freeNanos = Double.NEGATIVE_INFINITY;

    /**
     * Sets the rate.
     *
     * @param bitsPerSecond 0 for as fast as it goes
     * @param slack time that may be made up for after a late turn
     */
    void set(long bitsPerSecond, long slack) {
        nanosPerByte = bitsPerSecond == 0 ? 0 : BITS_PER_BYTE_NANO / bitsPerSecond;
        slackNanos = slack;
        freeNanos = Double.NEGATIVE_INFINITY;
    }

    boolean allows(long nowNanos) {
        return nanosPerByte == 0 || freeNanos <= nowNanos;
    }

    /** When the line takes the next frame. */
    long freeNanos() {
        return (long) Math.ceil(freeNanos);
    }

    /**
     * How late a frame is that goes now; 0 where the port is not paced.
     *
     * @param sinceNanos when it was there at the earliest
     */
    long lateNanos(long sinceNanos, long nowNanos) {
        return nanosPerByte == 0 ? 0 : nowNanos - Math.max(sinceNanos, (long) freeNanos);
    }

    /**
     * Frames left, or came back where their bytes are below zero.
     *
     * @param sinceNanos when they were there at the earliest
     */
    void onSent(int frames, int frameBytes, long sinceNanos, long nowNanos) {
        if (nanosPerByte != 0) {
            long wireBytes = frameBytes + (long) frames * RoceFrame.WIRE_OVERHEAD_BYTES;
            long began = Math.max(sinceNanos, nowNanos - slackNanos);
            freeNanos = Math.max(freeNanos, began) + wireBytes * nanosPerByte;
        }
    }
}
