package io.losslab.orchestrator.run.cell;

import io.losslab.collectors.CellSink;
import io.losslab.collectors.FlowKind;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.TrafficFlow;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Messages of schedules that were planned and not completed: the cell ended before, in a deadlock
 * or with its drain. Messages of a queue pair complete in order, so the last ones are missing.
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
            completed.merge(flow, 1, Integer::sum);
        }
    }

    /** Writes the others; whether there were any. */
    boolean write(CellSink sink) throws IOException {
        boolean any = false;
        for (HostPlan host : plan.hosts()) {
            for (TrafficFlow flow : host.traffic().getFlowsList()) {
                if (flow.hasScheduled()) {
                    any |= write(flow, sink);
                }
            }
        }
        return any;
    }

    private boolean write(TrafficFlow sent, CellSink sink) throws IOException {
        PlannedFlow flow = plan.flow(sent.getFlowId());
        ScheduledPattern schedule = sent.getScheduled();
        long stop = sent.getStopNs() == 0 ? Long.MAX_VALUE : sent.getStopNs();
        int message = completed.getOrDefault(sent.getFlowId(), 0);
        int first = message;
        while (message < schedule.getMessageBytesCount() && postNanos(schedule, message) < stop) {
            long bytes = schedule.getMessageBytes(message);
            sink.flow(
                    flow.reportedAs(),
                    flow.from().name(),
                    flow.to().name(),
                    FlowKind.SCHEDULED,
                    flow.flowId(),
                    bytes,
                    Math.max(sent.getStartNs(), postNanos(schedule, message)),
                    NEVER,
                    NEVER,
                    flow.ideal().nanos(bytes),
                    0);
            message++;
        }
        return message > first;
    }

    /** Of a program's messages nothing is known but that they were not posted before its start. */
    private static long postNanos(ScheduledPattern schedule, int message) {
        return schedule.getByProgram() ? 0 : schedule.getPostNs(message);
    }
}
