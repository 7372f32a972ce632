package io.losslab.agent.traffic;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.roce.congestion.FlowPath;

/**
 * What the controller says of a flow's path.
 *
 * @param baseRttNanos round trip of a longest frame and its ACK while nothing waits; 0: not known,
 *     then that of the host's own link counts
 * @param slowestBitsPerSecond of its slowest link; 0: not known, then that of the host's own link
 *     counts
 */
public record KnownPath(long baseRttNanos, long slowestBitsPerSecond) {
    /** Nothing is known. */
    public static final KnownPath NONE = new KnownPath(0, 0);

    boolean hasBaseRtt() {
        return baseRttNanos > 0;
    }

    /** The path, behind the host's own link. */
    FlowPath behind(LinkProfile link) {
        return new FlowPath(
                link.rateBitsPerSecond(),
                slowestBitsPerSecond > 0 ? slowestBitsPerSecond : link.rateBitsPerSecond(),
                hasBaseRtt() ? baseRttNanos : roundTripNanos(link));
    }

    private static long roundTripNanos(LinkProfile link) {
        int wireBytes =
                RoceFrame.wireBytes(link.maxFrameBytes())
                        + RoceFrame.wireBytes(RoceFrame.ackFrameBytes());
        return 2 * link.delayNanos() + link.nanosFor(wireBytes);
    }
}
