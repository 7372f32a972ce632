package io.losslab.flowcontrol;

/**
 * What a scheme knows of the link at its port.
 *
 * @param rateBitsPerSecond line rate Rs
 * @param delayNanos one-way propagation delay D
 * @param maxFrameBytes longest frame on it, destination MAC to FCS
 */
public record LinkProfile(long rateBitsPerSecond, long delayNanos, int maxFrameBytes) {
    public LinkProfile {
        if (rateBitsPerSecond <= 0 || delayNanos < 0 || maxFrameBytes < 64) {
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

    /** Bytes the line carries in {@code nanos}, rounded down. */
    public long bytesIn(long nanos) {
        return (long) Math.floor(rateBitsPerSecond / 8e9 * nanos + 1e-6);
    }

    /** Nanoseconds {@code bytes} take on the line, rounded up. */
    public long nanosFor(long bytes) {
        return (long) Math.ceil(bytes * 8e9 / rateBitsPerSecond - 1e-6);
    }

    /**
     * Delta = 2 * Rs * D of the Bifrost paper: what is in flight during a round trip of the link.
     */
    public long roundTripBytes() {
        return bytesIn(2 * delayNanos);
    }
}
