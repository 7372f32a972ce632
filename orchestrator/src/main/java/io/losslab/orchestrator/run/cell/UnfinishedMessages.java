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
 * a queue pair that posts one after another, it is the first, where none was completed; another one
 * is under way at every end.
 */
final class UnfinishedMessages {
    private static final long NEVER = -1;

    private final CellPlan plan;
    private final Map<Integer, Integer> completed = new HashMap<>();

    UnfinishedMessages(CellPlan plan) {
        this.plan = plan;
    }

    /** Takes completed messages out. */
    void exclude(FlowRecords records) {
        for (int flow : records.getFlowIdList()) {
            exclude(flow);
        }
    }

    /** Takes a completed message of a flow out. */
    void exclude(int flow) {
        completed.merge(flow, 1, Integer::sum);
    }

    /** Writes the others; whether there were any. */
    boolean write(CellSink sink) throws IOException {
        boolean any = false;
        for (HostPlan host : plan.hosts()) {
            for (TrafficFlow flow : host.traffic().getFlowsList()) {
                if (flow.hasScheduled()) {
                    any |= write(flow, sink);
                } else if (!waitsForOthers(flow) && !completed.containsKey(flow.getFlowId())) {
                    writeFirst(flow, sink);
                    any = true;
                }
            }
        }
        return any;
    }

    /** It may never have begun. */
    private static boolean waitsForOthers(TrafficFlow sent) {
        return sent.getAfterFlowIdsCount() > 0;
    }

    private void writeFirst(TrafficFlow sent, CellSink sink) throws IOException {
        long bytes =
                sent.hasLatency()
                        ? sent.getLatency().getMessageBytes()
                        : sent.getBandwidth().getMessageBytes();
        writeOne(sent, bytes, sent.getStartNs(), sink);
    }

    private void writeOne(TrafficFlow sent, long bytes, long startNanos, CellSink sink)
            throws IOException {
        FlowRows.write(sink, plan.flow(sent.getFlowId()), bytes, startNanos, NEVER, NEVER, 0);
    }

    private boolean write(TrafficFlow sent, CellSink sink) throws IOException {
        ScheduledPattern schedule = sent.getScheduled();
        long stop = stopNanos(sent);
        int message = completed.getOrDefault(sent.getFlowId(), 0);
        int first = message;
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
