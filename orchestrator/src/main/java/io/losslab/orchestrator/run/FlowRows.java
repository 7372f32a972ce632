package io.losslab.orchestrator.run;

import io.losslab.collectors.CellSink;
import io.losslab.collectors.FlowKind;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.orchestrator.perftest.PerftestResult;
import io.losslab.proto.v1.FlowRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

/** Writes a cell's messages down, and keeps from when to when there was one in transfer. */
final class FlowRows {
    private final CellPlan plan;
    private final CellSink sink;
    private final PerftestTables.Samples samples;
    private final UnfinishedMessages unfinished;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    FlowRows(CellPlan plan, CellSink sink, PerftestTables.Samples samples) {
        this.plan = plan;
        this.sink = sink;
        this.samples = samples;
        this.unfinished = new UnfinishedMessages(plan);
    }

    /** Messages that hosts completed, and then those of schedules that none did. */
    void write(Collection<HostAgentClient> hosts) throws IOException {
        for (HostAgentClient host : hosts) {
            host.collectFlowRecords(
                    records -> {
                        try {
                            write(records);
                            unfinished.exclude(records);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        if (unfinished.write(sink)) {
            lastNanos = Long.MAX_VALUE;
        }
    }

    /** Perftest's report of a session: one row a queue pair, from when its traffic started. */
    void write(List<PerftestResult> sessions) throws IOException {
        for (PerftestResult result : sessions) {
            FlowRecords.Builder rows = FlowRecords.newBuilder();
            for (int flowId : result.session().flowIds()) {
                long start = plan.flow(flowId).startNanos();
                rows.addFlowId(flowId)
                        .addBytes(result.bytes())
                        .addStartNs(start)
                        .addEndNs(start + result.nanos())
                        .addRetransmits(0);
            }
            write(rows.build());
        }
    }

    /** Time from the first message's start to the last one's end, or to the cell's. */
    long transferNanos(long endNanos) {
        boolean none = firstNanos == Long.MAX_VALUE;
        return Math.min(lastNanos == 0 ? endNanos : lastNanos, endNanos) - (none ? 0 : firstNanos);
    }

    private void write(FlowRecords records) throws IOException {
        for (int row = 0; row < records.getFlowIdCount(); row++) {
            PlannedFlow flow = plan.flow(records.getFlowId(row));
            FlowKind kind = kind(flow.group().pattern());
            boolean latency = kind == FlowKind.LATENCY;
            long start = records.getStartNs(row);
            long end = records.getEndNs(row);
            long bytes = records.getBytes(row);
            samples.add(flow.group(), start, end);
            firstNanos = Math.min(firstNanos, start);
            lastNanos = Math.max(lastNanos, end);
            sink.flow(
                    flow.reportedAs(),
                    flow.from().name(),
                    flow.to().name(),
                    kind,
                    flow.flowId(),
                    bytes,
                    start,
                    end,
                    latency ? (end - start) / 2 : end - start,
                    flow.ideal().nanos(bytes),
                    records.getRetransmits(row));
        }
    }

    private static FlowKind kind(TrafficPattern pattern) {
        if (pattern instanceof TrafficPattern.Latency) {
            return FlowKind.LATENCY;
        }
        return pattern instanceof TrafficPattern.Bandwidth
                ? FlowKind.BANDWIDTH
                : FlowKind.SCHEDULED;
    }
}
