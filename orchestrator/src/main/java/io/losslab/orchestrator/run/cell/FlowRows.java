package io.losslab.orchestrator.run.cell;

import io.losslab.collectors.CellSink;
import io.losslab.collectors.FlowKind;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.perftest.PerftestResult;
import io.losslab.proto.v1.FlowRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

/** Writes a cell's messages down, and keeps from when to when there was one in transfer. */
final class FlowRows {
    private static final int NOT_KNOWN = -1;

    /** Of the cell's time: agents keep what was completed in between, and have little memory. */
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final CellPlan plan;
    private final CellSink sink;
    private final PerftestTables.Samples samples;
    private final UnfinishedMessages unfinished;
    private long collectedNanos;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    FlowRows(CellPlan plan, CellSink sink, PerftestTables.Samples samples) {
        this.plan = plan;
        this.sink = sink;
        this.samples = samples;
        this.unfinished = new UnfinishedMessages(plan);
    }

    /**
     * Messages that hosts completed so far, once a second of the cell's time; not in its last
     * second, as its traffic is to stop in time.
     */
    void writeMeanwhile(long nowNanos, Collection<HostAgentClient> hosts) throws IOException {
        boolean due = nowNanos - collectedNanos >= PERIOD_NANOS;
        if (due && nowNanos + PERIOD_NANOS <= plan.setup().duration().nanos()) {
            collectedNanos = nowNanos;
            write(hosts);
        }
    }

    /** Messages that hosts completed since the last call. */
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
    }

    /**
     * Messages that nothing has completed; after all others.
     *
     * @param endNanos until when pairs that go on have completed messages
     */
    void writeUnfinished(long endNanos) throws IOException {
        if (unfinished.write(sink, endNanos)) {
            lastNanos = Long.MAX_VALUE;
        }
    }

    /**
     * What perftest reported: a row for each message of a session that tells them, else one a queue
     * pair, which says that it is a mean. NICs do not count retransmissions by queue pair.
     */
    void write(List<PerftestResult> sessions) throws IOException {
        for (PerftestResult result : sessions) {
            result.session().flowIds().forEach(unfinished::exclude);
            if (result.hasMessages()) {
                writeMessages(result);
            } else {
                samples.add(result.session().group(), result.row());
                writeMeans(result);
            }
        }
    }

    private void writeMessages(PerftestResult result) throws IOException {
        PlannedFlow flow = plan.flow(result.session().flowIds().get(0));
        try {
            result.messages(
                    (start, end) -> {
                        try {
                            write(flow, result.bytes(), start, end, NOT_KNOWN);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void writeMeans(PerftestResult result) throws IOException {
        boolean bandwidth = result.isBandwidth();
        long start = result.startNanos();
        long end = start + result.nanos();
        firstNanos = Math.min(firstNanos, start);
        lastNanos = Math.max(lastNanos, end);
        for (int flowId : result.session().flowIds()) {
            PlannedFlow flow = plan.flow(flowId);
            sink.flow(
                    flow.reportedAs(),
                    flow.from().name(),
                    flow.to().name(),
                    bandwidth ? FlowKind.BANDWIDTH_SESSION : FlowKind.LATENCY_SESSION,
                    flowId,
                    result.bytes(),
                    start,
                    end,
                    bandwidth ? end - start : (end - start) / 2,
                    0,
                    NOT_KNOWN);
        }
    }

    /** Time from the first message's start to the last one's end, or to the cell's. */
    long transferNanos(long endNanos) {
        boolean none = firstNanos == Long.MAX_VALUE;
        return Math.min(lastNanos == 0 ? endNanos : lastNanos, endNanos) - (none ? 0 : firstNanos);
    }

    private void write(FlowRecords records) throws IOException {
        for (int row = 0; row < records.getFlowIdCount(); row++) {
            write(
                    plan.flow(records.getFlowId(row)),
                    records.getBytes(row),
                    records.getStartNs(row),
                    records.getEndNs(row),
                    records.getRetransmits(row));
        }
    }

    private void write(PlannedFlow flow, long bytes, long start, long end, int retransmits)
            throws IOException {
        samples.add(flow.group(), start, end);
        firstNanos = Math.min(firstNanos, start);
        lastNanos = Math.max(lastNanos, end);
        boolean latency = kind(flow.group().pattern()) == FlowKind.LATENCY;
        write(
                sink,
                flow,
                bytes,
                start,
                end,
                latency ? (end - start) / 2 : end - start,
                retransmits);
    }

    /** The row of one message. */
    static void write(
            CellSink sink,
            PlannedFlow flow,
            long bytes,
            long startNanos,
            long endNanos,
            long fctNanos,
            int retransmits)
            throws IOException {
        sink.flow(
                flow.reportedAs(),
                flow.from().name(),
                flow.to().name(),
                kind(flow.group().pattern()),
                flow.flowId(),
                bytes,
                startNanos,
                endNanos,
                fctNanos,
                flow.ideal().nanos(bytes),
                retransmits);
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
