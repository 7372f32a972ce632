package io.losslab.roce.congestion;

import io.losslab.api.frame.RoceFrame;

/**
 * What a flow's host knows of its way.
 *
 * @param lineRateBitsPerSecond of the host's port
 * @param slowestBitsPerSecond of the slowest link of the path
 * @param baseRttNanos round trip of a longest frame and its ACK while nothing waits
 */
public record FlowPath(long lineRateBitsPerSecond, long slowestBitsPerSecond, long baseRttNanos) {
    public FlowPath {
        if (lineRateBitsPerSecond <= 0 || slowestBitsPerSecond <= 0 || baseRttNanos <= 0) {
            throw new IllegalArgumentException(
                    "not a path: %d bit/s, %d bit/s at its slowest link, round trip %d ns"
                            .formatted(lineRateBitsPerSecond, slowestBitsPerSecond, baseRttNanos));
        }
    }

    /** Full packets that fill the path: the slowest link's rate times round trip, rounded up. */
    public int packetsInFlight(int mtuBytes) {
        double bytes = slowestBitsPerSecond / 8e9 * baseRttNanos;
        int wireBytes = RoceFrame.wireBytes(RoceFrame.dataFrameBytes(mtuBytes, false));
        return (int) Math.ceil(bytes / wireBytes);
    }
}
