package io.losslab.orchestrator.run.cell;

import io.losslab.collectors.CellSink;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.TrafficFlow;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Messages that were planned and not completed: the cell ended before, in a deadlock or with its
 * drain. Messages of a queue pair complete in order, so the last ones of a schedule are missing. Of
 * a queue pair that posts one after another, it is the next one, where none was completed since
 * before the end of its time: the pair is stuck. Of any other, one is under way at every end, too,
 * and completes in the drain or is not written.
 */
final class UnfinishedMessages {
    private static final long NEVER = -1;

    private final CellPlan plan;
    private final Map<Integer, Completed> completed = new HashMap<>();

    /** Messages of a flow. */
    private static final class Completed {
        private int messages;
        private long lastEndNanos;
    }

    UnfinishedMessages(CellPlan plan) {
        this.plan = plan;
    }

    /** Takes completed messages out. */
    void exclude(FlowRecords records) {
        for (int row = 0; row < records.getFlowIdCount(); row++) {
            exclude(records.getFlowId(row), records.getEndNs(row));
        }
    }

    /** Takes all messages of a flow out. */
    void exclude(int flow) {
        exclude(flow, Long.MAX_VALUE);
    }

    private void exclude(int flow, long endNanos) {
        Completed before = completed.computeIfAbsent(flow, id -> new Completed());
        before.messages++;
        before.lastEndNanos = Math.max(before.lastEndNanos, endNanos);
    }

    /**
     * Writes the others; whether there were any.
     *
     * @param endNanos until when pairs that go on have completed messages
     */
    boolean write(CellSink sink, long endNanos) throws IOException {
        boolean any = false;
        for (HostPlan host : plan.hosts()) {
            for (TrafficFlow flow : host.traffic().getFlowsList()) {
                if (flow.hasScheduled()) {
                    any |= write(flow, sink);
                } else if (!waitsForOthers(flow)) {
                    any |= writeNext(flow, sink, endNanos);
                }
            }
        }
        return any;
    }

    /** It may never have begun. */
    private static boolean waitsForOthers(TrafficFlow sent) {
        return sent.getAfterFlowIdsCount() > 0;
    }

    private boolean writeNext(TrafficFlow sent, CellSink sink, long endNanos) throws IOException {
        Completed before = completed.get(sent.getFlowId());
        if (before != null && !isStuck(sent, before, endNanos)) {
            return false;
        }
        long bytes =
                sent.hasLatency()
                        ? sent.getLatency().getMessageBytes()
                        : sent.getBandwidth().getMessageBytes();
        writeOne(sent, bytes, before == null ? sent.getStartNs() : before.lastEndNanos, sink);
        return true;
    }

    /**
     * Whether a pair posted another message in its time, of which nothing has come. It posts one
     * when it hears of a completed one, within a round trip, or after its gap.
     */
    private static boolean isStuck(TrafficFlow sent, Completed before, long endNanos) {
        long iterations =
                sent.hasLatency()
                        ? sent.getLatency().getIterations()
                        : sent.getBandwidth().getIterations();
        long postsAfterNanos = sent.getBaseRttNs() + sent.getLatency().getGapNs();
        return (iterations == 0 || before.messages < iterations)
                && before.lastEndNanos < Math.min(stopNanos(sent), endNanos) - postsAfterNanos;
    }

    private void writeOne(TrafficFlow sent, long bytes, long startNanos, CellSink sink)
            throws IOException {
        FlowRows.write(sink, plan.flow(sent.getFlowId()), bytes, startNanos, NEVER, NEVER, 0);
    }

    private boolean write(TrafficFlow sent, CellSink sink) throws IOException {
        ScheduledPattern schedule = sent.getScheduled();
        long stop = stopNanos(sent);
        Completed before = completed.get(sent.getFlowId());
        int first = before == null ? 0 : before.messages;
        int message = first;
        while (message < schedule.getMessageBytesCount() && postNanos(schedule, message) < stop) {
            writeOne(sent, schedule.getMessageBytes(message), startNanos(sent, message), sink);
            message++;
        }
        return message > first;
    }

    private static long postNanos(ScheduledPattern schedule, int message) {
        return schedule.getByProgram() ? 0 : schedule.getPostNs(message);
    }

    private static long stopNanos(TrafficFlow sent) {
        return sent.getStopNs() == 0 ? Long.MAX_VALUE : sent.getStopNs();
    }

    /**
     * One that follows others has no planned start, and counts as posted after the warm-up, unless
     * all of its group are posted before.
     */
    private long startNanos(TrafficFlow sent, int message) {
        if (sent.getScheduled().getByProgram() || waitsForOthers(sent)) {
            long start = plan.flow(sent.getFlowId()).group().start().nanos();
            long warmup = plan.setup().warmup().nanos();
            return stopNanos(sent) <= warmup ? start : Math.max(start, warmup);
        }
        return Math.max(sent.getStartNs(), postNanos(sent.getScheduled(), message));
    }
}
