package io.losslab.softswitch.fabric.parallel;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.Arrays;

/**
 * Which part of a fabric each device belongs to, and how far ahead of one another parts may run.
 */
public final class Partition {
    private final int[] partOf;
    private final int parts;
    private final long lookaheadPicos;

    private Partition(int[] partOf, long lookaheadPicos) {
        this.partOf = partOf;
        this.lookaheadPicos = lookaheadPicos;
        parts = Arrays.stream(partOf).max().orElse(0) + 1;
    }

    /** All devices in one part. */
    public static Partition whole(Topology topology) {
        return new Partition(new int[topology.nodes().size()], Long.MAX_VALUE);
    }

    /**
     * Cuts a network into as many parts as there are threads, or fewer where it has not so many
     * devices with delay between them.
     */
    public static Partition of(Topology topology, int threads) {
        if (threads < 2) {
            return whole(topology);
        }
        int[] partOf = new NetworkCut(topology).into(threads);
        return new Partition(partOf, lookahead(topology, partOf));
    }

    /** Frames of 1,500 B that a part may get to handle between two waits, at full load. */
    public double framesInAWindow(Topology topology) {
        double bits = 0;
        for (Link link : topology.links()) {
            bits += 2.0 * link.rate().bitsPerSecond() * lookaheadPicos / 1e12;
        }
        return bits / (8 * 1_500) / parts;
    }

    public int parts() {
        return parts;
    }

    /** Part of a node, from 0. */
    public int partOf(int node) {
        return partOf[node];
    }

    /**
     * What one part sends arrives at another no earlier than this afterwards; {@link
     * Long#MAX_VALUE} where no link joins two parts.
     */
    public long lookaheadPicos() {
        return lookaheadPicos;
    }

    private static long lookahead(Topology topology, int[] partOf) {
        long least = Long.MAX_VALUE;
        for (Link link : topology.links()) {
            Node a = link.a().node();
            Node b = link.b().node();
            if (partOf[a.id()] != partOf[b.id()]) {
                least = Math.min(least, lookahead(link, a, b));
            }
        }
        return least;
    }

    /** Of the shortest frame, and of the word on what a paused port holds back. */
    private static long lookahead(Link link, Node a, Node b) {
        double wireBits = 8.0 * RoceFrame.wireBytes(RoceFrame.MIN_FRAME_BYTES);
        // The ports' arithmetic may be a picosecond off.
        long behind = (long) (wireBits * 1e12 / link.rate().bitsPerSecond()) - 1;
        if (a.isSwitch() && b.isSwitch()) {
            long pipelineNanos = Math.min(a.pipeline().nanos(), b.pipeline().nanos());
            behind = Math.min(behind, pipelineNanos * 1000);
        }
        return link.delay().nanos() * 1000 + behind;
    }
}
