package io.losslab.roce.congestion;

import io.losslab.api.frame.RoceFrame;

/**
 * What a flow's host knows of its way.
 *
 * @param lineRateBitsPerSecond of the host's port
 * @param baseRttNanos round trip of a longest frame and its ACK while nothing waits
 */
public record FlowPath(long lineRateBitsPerSecond, long baseRttNanos) {
    public FlowPath {
        if (lineRateBitsPerSecond <= 0 || baseRttNanos <= 0) {
            throw new IllegalArgumentException(
                    "not a path: %d bit/s, round trip %d ns"
                            .formatted(lineRateBitsPerSecond, baseRttNanos));
        }
    }

    /** Full packets that fill the way at line rate: rate times round trip, rounded up. */
    public int packetsInFlight(int mtuBytes) {
        double bytes = lineRateBitsPerSecond / 8e9 * baseRttNanos;
        int wireBytes = RoceFrame.wireBytes(RoceFrame.dataFrameBytes(mtuBytes, false));
        return (int) Math.ceil(bytes / wireBytes);
    }
}
