package io.losslab.flowcontrol;

/**
 * What a scheme knows of the link at its port.
 *
 * @param rateBitsPerSecond line rate Rs
 * @param delayNanos one-way propagation delay D
 * @param maxFrameBytes longest frame on it, destination MAC to FCS
 * @param reactionNanos time that a host at either end takes to obey a pause
 * @param pipelineNanos from a data frame's last bit until the device at the port counts and buffers
 *     the frame; control frames are read at once
 */
public record LinkProfile(
        long rateBitsPerSecond,
        long delayNanos,
        int maxFrameBytes,
        long reactionNanos,
        long pipelineNanos) {
    /** Time a switch may take to notice, make and obey a pause, both ends together. */
    public static final long PROCESSING_NANOS = 2_000;

    public LinkProfile {
        if (rateBitsPerSecond <= 0
                || delayNanos < 0
                || maxFrameBytes < 64
                || reactionNanos < 0
                || pipelineNanos < 0) {
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
        this(rateBitsPerSecond, delayNanos, maxFrameBytes, 0, 0);
    }

    /**
     * Propagation delay with half of the reaction, and of what the pipeline takes longer than
     * {@link #PROCESSING_NANOS}, which headroom always allows: what a pause's delay is like one
     * way.
     */
    public long pauseDelayNanos() {
        long beyondNanos = Math.max(0, pipelineNanos - PROCESSING_NANOS);
        return delayNanos + (reactionNanos + beyondNanos + 1) / 2;
    }

    /**
     * From a control frame's departure until what it changes is counted where it came from: a round
     * trip, what the ends take to react, and the whole pipeline.
     */
    public long feedbackNanos() {
        return 2 * delayNanos + reactionNanos + pipelineNanos;
    }

    /** Half of {@link #feedbackNanos()}: what it is like one way. */
    public long feedbackDelayNanos() {
        return (feedbackNanos() + 1) / 2;
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
     * A per-hop BDP: what this line carries during a round trip of the link that a pause crosses. A
     * frame at least: without delay a hop still has one on its way.
     */
    public long hopBdpBytes(LinkProfile paused) {
        return Math.max(bytesIn(2 * paused.delayNanos), maxFrameBytes);
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
