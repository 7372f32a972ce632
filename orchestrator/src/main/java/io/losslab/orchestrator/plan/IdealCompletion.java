package io.losslab.orchestrator.plan;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Completion time of a message in an empty network: frames back to back, stored and forwarded by
 * every switch on the way. Exact but for the pause between post and first bit, which is taken as
 * zero. Thread safe.
 */
public final class IdealCompletion {
    private static final long PICOS_PER_NANO = 1_000;
    private static final long BIT_PICOS_AT_ONE_BPS = 1_000_000_000_000L;

    private final int mtuBytes;
    private final long[] rateBitsPerSecond;

    /**
     * Propagation over the hop and the pipeline of the switch it leads to; none at the receiver.
     */
    private final long[] latencyPicos;

    private final Map<Long, Long> nanosByBytes = new ConcurrentHashMap<>();

    /**
     * Prepares for a path.
     *
     * @param from sender
     * @param path links from there to the receiver, in order
     */
    public IdealCompletion(int mtuBytes, Node from, List<Link> path) {
        this.mtuBytes = mtuBytes;
        this.rateBitsPerSecond = new long[path.size()];
        this.latencyPicos = new long[path.size()];
        Node at = from;
        for (int hop = 0; hop < path.size(); hop++) {
            Link link = path.get(hop);
            at = link.peerOf(at).node();
            long pipelineNanos = at.isSwitch() ? at.pipeline().nanos() : 0;
            rateBitsPerSecond[hop] = link.rate().bitsPerSecond();
            latencyPicos[hop] = (link.delay().nanos() + pipelineNanos) * PICOS_PER_NANO;
        }
    }

    /** Nanoseconds from the post to the last bit's arrival, rounded down as end times are. */
    public long nanos(long messageBytes) {
        return nanosByBytes.computeIfAbsent(messageBytes, this::compute);
    }

    private long compute(long messageBytes) {
        long packets = RoceFrame.packets(messageBytes, mtuBytes);
        long[] lineFreeAt = new long[rateBitsPerSecond.length];
        long arrival = 0;
        for (long packet = 0; packet < packets; packet++) {
            long payload =
                    packet < packets - 1 ? mtuBytes : messageBytes - (packets - 1) * mtuBytes;
            int frame = RoceFrame.dataFrameBytes((int) payload, packet == 0);
            long wireBits = 8L * RoceFrame.wireBytes(frame);
            long readyAt = 0;
            for (int hop = 0; hop < lineFreeAt.length; hop++) {
                long sent =
                        Math.max(readyAt, lineFreeAt[hop])
                                + wireBits * BIT_PICOS_AT_ONE_BPS / rateBitsPerSecond[hop];
                lineFreeAt[hop] = sent;
                readyAt = sent + latencyPicos[hop];
            }
            arrival = readyAt;
        }
        return arrival / PICOS_PER_NANO;
    }
}
