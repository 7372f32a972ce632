package io.losslab.flowcontrol;

/**
 * What a scheme knows of the link at its port.
 *
 * @param rateBitsPerSecond line rate Rs
 * @param delayNanos one-way propagation delay D
 * @param maxFrameBytes longest frame on it, destination MAC to FCS
 * @param reactionNanos time that its ends take to obey a pause beyond what headroom always allows
 */
public record LinkProfile(
        long rateBitsPerSecond, long delayNanos, int maxFrameBytes, long reactionNanos) {
    public LinkProfile {
        if (rateBitsPerSecond <= 0 || delayNanos < 0 || maxFrameBytes < 64 || reactionNanos < 0) {
            throw new IllegalArgumentException(
                    "not a link: "
                            + rateBitsPerSecond
                            + " bit/s, "
                            + delayNanos
                            + " ns, frames of "
                            + maxFrameBytes
                            + " B");
        }
    }

    /** A link whose ends react at once. */
    public LinkProfile(long rateBitsPerSecond, long delayNanos, int maxFrameBytes) {
        this(rateBitsPerSecond, delayNanos, maxFrameBytes, 0);
    }

    /** Propagation delay with half of the reaction: what a pause's delay is like one way. */
    public long pauseDelayNanos() {
        return delayNanos + (reactionNanos + 1) / 2;
    }

    /** Bytes the line carries in {@code nanos}, rounded down. */
    public long bytesIn(long nanos) {
        return (long) Math.floor(rateBitsPerSecond / 8e9 * nanos + 1e-6);
    }

    /** Nanoseconds {@code bytes} take on the line, rounded up. */
    public long nanosFor(long bytes) {
        return (long) Math.ceil(bytes * 8e9 / rateBitsPerSecond - 1e-6);
    }

    /** What is in flight during a round trip of the link: thresholds are multiples of it. */
    public long roundTripBytes() {
        return bytesIn(2 * delayNanos);
    }

    /**
     * Delta = 2 * Rs * D of the Bifrost paper: what comes from a pause's departure until it shows,
     * reaction included. Headroom has to take it.
     */
    public long pauseRoundTripBytes() {
        return bytesIn(2 * pauseDelayNanos());
    }
}
