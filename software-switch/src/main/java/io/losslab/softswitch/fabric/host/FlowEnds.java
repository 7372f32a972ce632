package io.losslab.softswitch.fabric.host;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.IterationLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What takes both ends of flows to be known: the log of messages, which one end posts and the other
 * completes. Each end notes what it does; here, while time stands still, the notes are put
 * together, in an order that does not depend on which host acted first.
 */
public final class FlowEnds {
    private final List<MessageNotes> parts;

    /** By node: place of the part that its hosts belong to. */
    private final IntUnaryOperator partOf;

    private FlowLog log = new FlowLog();

    /*
     * By part: completed messages that are in the log, and rows of resent packets that are counted.
     */
    private final int[] taken;
    private final int[] counted;

    /**
     * Puts the ends together.
     *
     * @param parts host stacks that know the same flows, each with hosts of its own
     * @param partOf place of the part that runs a node
     */
    public FlowEnds(List<HostStack> parts, IntUnaryOperator partOf) {
        this.parts = parts.stream().map(HostStack::messageNotes).toList();
        this.partOf = partOf;
        taken = new int[parts.size()];
        counted = new int[parts.size()];
    }

    /**
     * Hands over the messages completed since the last call, by the time of their completion and,
     * of one time, in the order their flows were added.
     */
    public FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    /** Takes what hosts have noted of messages into the log; while time stands still. */
    public void collect() {
        Arrays.fill(taken, 0);
        Arrays.fill(counted, 0);
        for (int place = 0; place < parts.size(); place++) {
            parts.get(place).completed().sort();
        }
        for (int next = earliest(); next >= 0; next = earliest()) {
            FlowRows rows = parts.get(next).completed();
            int row = taken[next]++;
            int flow = rows.flow(row);
            int place = partOf.applyAsInt(parts.get(0).spec(flow).srcNode());
            MessageNotes sender = parts.get(place);
            counted[place] = sender.countResent(counted[place], rows.picos(row));
            sender.log(flow, rows.picos(row), log);
        }
        for (int place = 0; place < parts.size(); place++) {
            parts.get(place).countResent(counted[place], Long.MAX_VALUE);
            parts.get(place).clear();
        }
    }

    /** Part with the earliest completion that is still to be logged; -1 if there is none. */
    private int earliest() {
        int best = -1;
        for (int place = 0; place < taken.length; place++) {
            FlowRows rows = parts.get(place).completed();
            if (taken[place] < rows.size()
                    && (best < 0 || isBefore(rows, taken[place], best, taken[best]))) {
                best = place;
            }
        }
        return best;
    }

    private boolean isBefore(FlowRows rows, int row, int best, int bestRow) {
        FlowRows other = parts.get(best).completed();
        return rows.picos(row) < other.picos(bestRow)
                || rows.picos(row) == other.picos(bestRow) && rows.flow(row) < other.flow(bestRow);
    }

    /** Hands over the iterations of programs completed since the last call, in order of time. */
    public List<IterationLog.Iteration> drainIterations() {
        List<IterationLog.Iteration> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.drainIterations()));
        all.sort(
                Comparator.comparingLong(IterationLog.Iteration::endNanos)
                        .thenComparingInt(IterationLog.Iteration::program)
                        .thenComparingLong(IterationLog.Iteration::number));
        return all;
    }

    /** Messages posted and not completed, over all flows that start at a node. */
    public long outstanding(int node) {
        MessageNotes sender = parts.get(partOf.applyAsInt(node));
        long sum = 0;
        for (int flow = 1; flow < sender.flowsEnd(); flow++) {
            FlowSpec spec = sender.asks(flow) ? sender.spec(flow) : null;
            if (spec != null && spec.srcNode() == node) {
                sum += sender.posted(flow) - completed(flow, spec);
            }
        }
        return sum;
    }

    private long completed(int flow, FlowSpec spec) {
        boolean answered = spec.pattern() == FlowSpec.Pattern.LATENCY;
        int end = answered ? spec.srcNode() : spec.dstNode();
        return parts.get(partOf.applyAsInt(end)).completed(flow);
    }
}
