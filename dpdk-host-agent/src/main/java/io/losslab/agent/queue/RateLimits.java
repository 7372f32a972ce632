package io.losslab.agent.queue;

import java.util.Arrays;

/**
 * Token buckets of the queues of a port, as the time at which each would be full again (the virtual
 * scheduling form of the generic cell rate algorithm, ITU-T I.371).
 */
final class RateLimits {
    private static final double BITS_PER_BYTE_NANO = 8e9;

    // by queue: nanoseconds a byte takes (0: no limit), depth of the bucket in time, when it is
    // full
    private final double[] nanosPerByte;
    private final double[] depthNanos;
    private final double[] fullNanos;

    RateLimits(int queues) {
        nanosPerByte = new double[queues];
        depthNanos = new double[queues];
        fullNanos = new double[queues];
        Arrays.fill(fullNanos, Double.NEGATIVE_INFINITY);
    }

    /**
     * Sets a queue's rate.
     *
     * @param bitsPerSecond of frame bytes with FCS; 0 for none
     * @param burstBytes depth of the bucket
     */
    void set(int queue, long bitsPerSecond, int burstBytes) {
        nanosPerByte[queue] = bitsPerSecond == 0 ? 0 : BITS_PER_BYTE_NANO / bitsPerSecond;
        depthNanos[queue] = nanosPerByte[queue] * burstBytes;
        fullNanos[queue] = Double.NEGATIVE_INFINITY;
    }

    boolean isUnlimited(int queue) {
        return nanosPerByte[queue] == 0;
    }

    /** Whether the bucket lets a frame of so many bytes go. */
    boolean allows(int queue, int bytes, long nowNanos) {
        return nanosPerByte[queue] == 0 || nowNanos >= readyNanos(queue, bytes);
    }

    /** When the bucket lets a frame of so many bytes go. */
    long readyNanos(int queue, int bytes) {
        // A frame longer than the bucket goes when the bucket is full.
        double cost = Math.min(nanosPerByte[queue] * bytes, depthNanos[queue]);
        return (long) Math.ceil(fullNanos[queue] - depthNanos[queue] + cost);
    }

    void onSent(int queue, int bytes, long nowNanos) {
        double perByte = nanosPerByte[queue];
        if (perByte != 0) {
            fullNanos[queue] = Math.max(fullNanos[queue], nowNanos) + perByte * bytes;
        }
    }
}
