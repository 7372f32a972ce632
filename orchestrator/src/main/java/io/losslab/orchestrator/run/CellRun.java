package io.losslab.orchestrator.run;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Check;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.FlowKind;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.orchestrator.backend.Lab;
import io.losslab.orchestrator.backend.LabTime;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.perftest.PerftestResult;
import io.losslab.orchestrator.perftest.PerftestTraffic;
import io.losslab.orchestrator.run.check.CellChecks;
import io.losslab.orchestrator.run.measure.CellDevices;
import io.losslab.orchestrator.run.measure.CellReadings;
import io.losslab.orchestrator.run.measure.CounterCollector;
import io.losslab.orchestrator.run.measure.MeanQueues;
import io.losslab.orchestrator.session.Progress;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.QueueEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs one cell from provisioning to its rows on disk. The steps are the same on every backend. */
final class CellRun {
    private static final int DRAIN_STEPS = 10;

    private final Labs labs;
    private final RunDirectory directory;
    private final Progress progress;
    private final PerftestTables perftest;
    private final Captures captures;

    CellRun(
            Labs labs,
            RunDirectory directory,
            Progress progress,
            PerftestTables perftest,
            Captures captures) {
        this.labs = labs;
        this.directory = directory;
        this.progress = progress;
        this.perftest = perftest;
        this.captures = captures;
    }

    /**
     * Runs the cell; its rows are part of the results on return, and leave nothing on a failure.
     *
     * @throws io.losslab.driver.DeviceException where a device fails
     */
    CellOutcome run(CellPlan plan) throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (CellSink sink = directory.openCell(plan.cell().index());
                Lab lab = labs.open(plan.topology(), plan.setup().dataQueues());
                CellDevices devices = new CellDevices(lab, plan);
                PerftestTraffic rdma = new PerftestTraffic(plan, lab.binding())) {
            devices.provision();
            captures.begin(lab, plan.topology(), plan.cell().index());
            try (CounterCollector counters = CounterCollector.start(plan, devices)) {
                lab.clock().prepare();
                devices.startTraffic();
                rdma.start();
                ProgressSteps steps = new ProgressSteps(progress);
                LabTime end = lab.clock().runUntil(plan.setup().duration().nanos(), steps::accept);
                List<PerftestResult> sessions = rdma.await();
                end = drain(plan, devices, lab, steps, end);
                devices.requireUnchanged();
                MeanQueues queues = new MeanQueues(plan);
                counters.write(end.nanos(), sink, queues);
                CellReadings readings = CellReadings.read(plan, devices, end, sink);
                PerftestTables.Samples samples =
                        new PerftestTables.Samples(plan.setup().warmup().nanos());
                writeFlows(plan, devices, sink, samples);
                writeFlows(plan, sessions, sink, samples);
                writeEvents(plan, readings.events(), sink);
                List<Check> checks = new ArrayList<>(CellChecks.of(plan, readings));
                checks.addAll(lab.checks());
                double wallSeconds = (System.nanoTime() - started) / 1e9;
                CellOutcome outcome =
                        outcome(plan, readings, checks, queues.figures(), wallSeconds);
                sink.finish();
                perftest.add(plan, samples);
                return outcome;
            }
        }
    }

    /** Gives what is on its way the time to arrive, but not longer than the plan allows. */
    private static LabTime drain(
            CellPlan plan, CellDevices devices, Lab lab, ProgressSteps steps, LabTime end) {
        devices.hosts().values().forEach(HostAgentClient::stopTraffic);
        LabTime now = end;
        long step = Math.max(1, plan.setup().drain().nanos() / DRAIN_STEPS);
        for (int i = 1;
                i <= DRAIN_STEPS && now.deadlock() == null && now.inFlightPackets() != 0;
                i++) {
            now = lab.clock().runUntil(plan.setup().duration().nanos() + i * step, steps::accept);
        }
        return now;
    }

    private static CellOutcome outcome(
            CellPlan plan,
            CellReadings readings,
            List<Check> checks,
            Map<String, Double> queues,
            double wallSeconds) {
        Map<String, Double> extra = new LinkedHashMap<>();
        extra.put(
                "throughputLossFraction",
                readings.throughputLossNanos() / (double) readings.time().nanos());
        extra.putAll(queues);
        extra.putAll(readings.gauges());
        return new CellOutcome(
                plan.cell().index(),
                plan.cell().params(),
                plan.setup().warmup().nanos(),
                plan.setup().duration().nanos(),
                readings.dropped(),
                readings.reordered(),
                readings.retransmitted(),
                readings.time().deadlock(),
                readings.pauseFrames(),
                readings.maxQueueBytes(),
                plan.setup().reservedBufferBytes(),
                readings.time().nanos() / 1e9,
                wallSeconds,
                readings.time().packetHops(),
                plan.setup().recording().pauses(),
                checks,
                extra);
    }

    private static void writeFlows(
            CellPlan plan, CellDevices devices, CellSink sink, PerftestTables.Samples samples)
            throws IOException {
        UnfinishedMessages unfinished = new UnfinishedMessages(plan);
        for (HostAgentClient host : devices.hosts().values()) {
            host.collectFlowRecords(
                    records -> {
                        try {
                            writeFlows(plan, records, sink, samples);
                            unfinished.exclude(records);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        unfinished.write(sink);
    }

    /** Perftest's report of a session: one row a queue pair, from when its traffic started. */
    private static void writeFlows(
            CellPlan plan,
            List<PerftestResult> sessions,
            CellSink sink,
            PerftestTables.Samples samples)
            throws IOException {
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
            writeFlows(plan, rows.build(), sink, samples);
        }
    }

    private static void writeFlows(
            CellPlan plan, FlowRecords records, CellSink sink, PerftestTables.Samples samples)
            throws IOException {
        for (int row = 0; row < records.getFlowIdCount(); row++) {
            PlannedFlow flow = plan.flow(records.getFlowId(row));
            FlowKind kind = kind(flow.group().pattern());
            boolean latency = kind == FlowKind.LATENCY;
            long start = records.getStartNs(row);
            long end = records.getEndNs(row);
            long bytes = records.getBytes(row);
            samples.add(flow.group(), start, end);
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

    private static void writeEvents(CellPlan plan, List<QueueEvent> events, CellSink sink)
            throws IOException {
        for (QueueEvent event : events) {
            boolean pacing =
                    event.getKind() == QueueEvent.Kind.PAUSE
                            || event.getKind() == QueueEvent.Kind.RESUME;
            if (plan.setup().recording().events() || !pacing) {
                sink.event(
                        event.getTimeNs(),
                        plan.topology().nodes().get((int) event.getDeviceId() - 1).name(),
                        event.getPort(),
                        event.getQueue(),
                        event.getKind().name().toLowerCase(Locale.ROOT),
                        event.getCause());
            }
        }
    }

    /** Turns totals into steps for the progress line. */
    private static final class ProgressSteps {
        private final Progress progress;
        private long nanos;
        private long hops;

        ProgressSteps(Progress progress) {
            this.progress = progress;
        }

        void accept(long nowNanos, long packetHops) {
            progress.advance(nowNanos - nanos, packetHops - hops);
            nanos = nowNanos;
            hops = packetHops;
        }
    }
}
