package io.losslab.configs.plan.flow;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import java.util.List;

/**
 * Completion time of a message in an empty network: frames back to back, stored and forwarded by
 * every switch on the way. Exact but for the pause between post and first bit, which is taken as
 * zero. Immutable.
 *
 * <p>A frame leaves a hop when both the frame before it and itself at the hop before are through,
 * so the last one arrives after the longest chain of transmissions from the first frame's first hop
 * to the last frame's last hop that steps on by one frame or by one hop. Frames between the first
 * and the last are alike: where the chain runs through them it waits at the slowest hop it passes.
 */
public final class IdealCompletion {
    private static final long PICOS_PER_NANO = 1_000;
    private static final long BIT_PICOS_AT_ONE_BPS = 1_000_000_000_000L;

    private final int mtuBytes;
    private final long[] rateBitsPerSecond;

    /** Propagation over all hops and the pipelines between them. */
    private final long latencyPicos;

    /** Time of a full frame, not the first, at each hop. */
    private final long[] fullFramePicos;

    /**
     * Prepares for a path.
     *
     * @param from sender
     * @param path links from there to the receiver, in order
     */
    public IdealCompletion(int mtuBytes, Node from, List<Link> path) {
        this.mtuBytes = mtuBytes;
        this.rateBitsPerSecond = new long[path.size()];
        long latencyNanos = 0;
        Node at = from;
        for (int hop = 0; hop < path.size(); hop++) {
            Link link = path.get(hop);
            at = link.peerOf(at).node();
            long pipelineNanos = at.isSwitch() ? at.pipeline().nanos() : 0;
            rateBitsPerSecond[hop] = link.rate().bitsPerSecond();
            latencyNanos += link.delay().nanos() + pipelineNanos;
        }
        latencyPicos = latencyNanos * PICOS_PER_NANO;
        fullFramePicos = framePicos(mtuBytes, false);
    }

    /** Nanoseconds from the post to the last bit's arrival, rounded down as end times are. */
    public long nanos(long messageBytes) {
        long packets = RoceFrame.packets(messageBytes, mtuBytes);
        int lastPayload = (int) (messageBytes - (packets - 1) * mtuBytes);
        long[] last = framePicos(lastPayload, packets == 1);
        long picos;
        if (packets == 1) {
            picos = sum(last);
        } else {
            long[] first = framePicos(mtuBytes, true);
            picos = packets == 2 ? longest(first, last) : longest(first, packets - 2, last);
        }
        return (picos + latencyPicos) / PICOS_PER_NANO;
    }

    /** The longest chain that changes once, at some hop, from the first frame to the second. */
    private static long longest(long[] first, long[] second) {
        long best = 0;
        long before = 0;
        long after = sum(second);
        for (int hop = 0; hop < first.length; hop++) {
            before += first[hop];
            best = Math.max(best, before + after);
            after -= second[hop];
        }
        return best;
    }

    /** The longest chain that enters the equal frames at one hop and leaves them at another. */
    private long longest(long[] first, long equalFrames, long[] last) {
        long best = 0;
        long before = 0;
        long afterEnter = sum(last);
        for (int enter = 0; enter < first.length; enter++) {
            before += first[enter];
            long through = 0;
            long slowest = 0;
            long after = afterEnter;
            for (int leave = enter; leave < first.length; leave++) {
                through += fullFramePicos[leave];
                slowest = Math.max(slowest, fullFramePicos[leave]);
                best = Math.max(best, before + through + (equalFrames - 1) * slowest + after);
                after -= last[leave];
            }
            afterEnter -= last[enter];
        }
        return best;
    }

    private long[] framePicos(int payloadBytes, boolean first) {
        int frame = RoceFrame.dataFrameBytes(payloadBytes, first);
        long wireBits = 8L * RoceFrame.wireBytes(frame);
        long[] picos = new long[rateBitsPerSecond.length];
        for (int hop = 0; hop < picos.length; hop++) {
            picos[hop] = wireBits * BIT_PICOS_AT_ONE_BPS / rateBitsPerSecond[hop];
        }
        return picos;
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
