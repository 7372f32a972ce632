package io.losslab.orchestrator.run.cell;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.PlannedTraffic;
import io.losslab.driver.DeviceException;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.LabTime;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.Pace;
import io.losslab.labs.measure.CellDevices;
import io.losslab.labs.measure.CellReadings;
import io.losslab.labs.measure.CounterCollector;
import io.losslab.labs.measure.LifeSigns;
import io.losslab.labs.measure.NicCollector;
import io.losslab.labs.measure.SampledPorts;
import io.losslab.labs.measure.check.CellChecks;
import io.losslab.labs.perftest.PerftestResult;
import io.losslab.labs.perftest.PerftestTraffic;
import io.losslab.metrics.MetricsSource;
import io.losslab.orchestrator.progress.LiveCells;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.QueueEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** Runs one cell from provisioning to its rows on disk. */
public final class CellRun {
    /** Half the time in which a deadlock is noticed. */
    private static final long STUCK_NANOS = 5_000_000;

    private static final int DRAIN_STEPS = 10;

    private final Labs labs;
    private final RunDirectory directory;
    private final Captures captures;
    private final LiveCells live;

    /**
     * Runs cells of a run.
     *
     * @param directory of the results
     * @param live told of every cell that runs
     */
    public CellRun(Labs labs, RunDirectory directory, Captures captures, LiveCells live) {
        this.live = live;
        this.labs = labs;
        this.directory = directory;
        this.captures = captures;
    }

    /**
     * Runs the cell; its rows are part of the results on return, and leave nothing on a failure.
     *
     * @throws io.losslab.driver.DeviceException where a device fails
     */
    public CellOutcome run(CellPlan plan, ProgressSteps steps)
            throws IOException, InterruptedException {
        Pace pace = labs.pace(plan.topology());
        while (pace.trialNanos() > 0) {
            tryOut(plan, pace.trialNanos());
            pace.endTrial();
        }
        pace.beginCell();
        Optional<CellOutcome> outcome = measured(plan, pace, steps);
        while (outcome.isEmpty()) {
            steps.takeBack();
            outcome = measured(plan, pace, steps);
        }
        return outcome.get();
    }

    /** Lets the cell's traffic run for a while, and the lab see whether it keeps up. */
    private void tryOut(CellPlan plan, long nanos) {
        try (Lab lab = labs.open(plan);
                CellDevices devices = new CellDevices(lab, plan);
                LifeSigns life = LifeSigns.whileStarting(lab, devices)) {
            life.guard(
                    () -> {
                        devices.provision();
                        lab.clock().prepare(0);
                        devices.startTraffic();
                        BiConsumer<Long, Long> progress = (time, hops) -> life.require();
                        long end = Math.min(nanos, plan.setup().duration().nanos());
                        LabTime ended = lab.clock().runUntil(end, progress);
                        lab.checks();
                        // Hosts without messages serve the next lab. Others are replaced, which
                        // takes no longer than this.
                        long drain = Math.min(nanos, plan.setup().drain().nanos());
                        drain(drain, devices, lab, progress, ended, end);
                    });
        }
    }

    /** Runs the cell once; empty where it has to be run again, and nothing is left of it then. */
    private Optional<CellOutcome> measured(CellPlan plan, Pace pace, ProgressSteps steps)
            throws IOException, InterruptedException {
        try (CellSink sink = directory.openCell(plan.cell().index())) {
            Optional<CellOutcome> outcome = measured(plan, pace, steps, sink);
            if (outcome.isPresent()) {
                HeapGrowth.bound();
                sink.finish();
            }
            return outcome;
        }
    }

    /** Leaves the rows in the sink, and nothing of the network. */
    private Optional<CellOutcome> measured(
            CellPlan plan, Pace pace, ProgressSteps steps, CellSink sink)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (Lab lab = labs.open(plan);
                CellDevices devices = new CellDevices(lab, plan);
                PerftestTraffic rdma = new PerftestTraffic(plan, lab.binding())) {
            rdma.ask();
            LifeSigns.provision(lab, devices);
            rdma.prepare();
            captures.begin(lab, plan.topology(), plan.cell().index());
            LifeSigns life = LifeSigns.of(lab, devices);
            LiveCells.OpenCell seen = live.open(plan.cell(), metrics(lab, devices));
            try (life;
                    seen;
                    CounterCollector counters = CounterCollector.start(plan, devices);
                    NicCollector nics = new NicCollector(devices)) {
                lab.clock().prepare(rdma.leadNanos());
                nics.begin(lab.clock().untilZeroNanos());
                counters.begin(lab.clock());
                devices.startTraffic();
                rdma.start(lab.clock().untilZeroNanos());
                PerftestTables.Samples samples =
                        new PerftestTables.Samples(plan.setup().warmup().nanos());
                FlowRows flows = new FlowRows(plan, sink, samples);
                BiConsumer<Long, Long> progress =
                        (time, hops) -> {
                            life.require();
                            counters.require();
                            rdma.require();
                            if (lab.clock().passesByItself()) {
                                writeMeanwhile(flows, time, devices);
                            }
                            steps.accept(time, hops);
                        };
                LabTime end = lab.clock().runUntil(plan.setup().duration().nanos(), progress);
                List<PerftestResult> sessions = rdma.await();
                long drain = plan.setup().drain().nanos();
                end = drain(drain, devices, lab, progress, end, plan.setup().duration().nanos());
                devices.requireUnchanged();
                SampledPorts ports = new SampledPorts(plan);
                counters.write(end.nanos(), sink, ports);
                CellReadings readings =
                        CellReadings.read(plan, devices, nics.write(sink), end, sink);
                flows.write(devices.hosts().values());
                flows.write(sessions);
                flows.writeUnfinished(completingUntilNanos(plan, end));
                new IterationRows(plan, sink).write(devices.hosts().values());
                writeEvents(plan, readings.events(), sink);
                List<Check> checks = new ArrayList<>(CellChecks.of(plan, readings));
                checks.addAll(lab.checks());
                if (pace.slowDown()) {
                    return Optional.empty();
                }
                double wallSeconds = (System.nanoTime() - started) / 1e9;
                Map<String, Double> extra = new LinkedHashMap<>();
                if (readings.isCounted(Counter.THROUGHPUT_LOSS_NANOS)) {
                    double lost = readings.throughputLossNanos();
                    extra.put("throughputLossFraction", lost / flows.transferNanos(end.nanos()));
                }
                PlannedTraffic planned = PlannedTraffic.of(plan);
                extra.putAll(figures(planned));
                extra.putAll(ports.figures());
                extra.putAll(readings.gauges());
                extra.putAll(rdma.figures());
                pace.timeDilation()
                        .ifPresent(factor -> extra.put(CellSummary.TIME_DILATION, (double) factor));
                CellOutcome outcome =
                        outcome(
                                plan,
                                readings,
                                rdma,
                                checks,
                                extra,
                                wallSeconds,
                                said(lab, pace, planned));
                sink.text(
                        PerftestTables.FILE,
                        PerftestTables.text(plan, samples, rdma.description(readings.nics())));
                return Optional.of(outcome);
            } catch (DeviceException e) {
                // A call that waited for a device which was lost says less than that.
                life.require();
                throw e;
            }
        }
    }

    private static void writeMeanwhile(FlowRows flows, long nowNanos, CellDevices devices) {
        try {
            flows.writeMeanwhile(nowNanos, devices.hosts().values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Devices in virtual time are not read meanwhile: they answer when time has passed. */
    private static MetricsSource metrics(Lab lab, CellDevices devices) {
        return lab.clock().passesByItself() ? devices::collectMetrics : rows -> {};
    }

    /**
     * Gives messages the time to complete, but not longer than is allowed. Some have nothing on its
     * way: lost packets wait for a timer, paced ones for their turn.
     */
    private static LabTime drain(
            long nanos,
            CellDevices devices,
            Lab lab,
            BiConsumer<Long, Long> progress,
            LabTime end,
            long endNanos) {
        devices.stopTraffic();
        LabTime now = end;
        long step = Math.max(1, nanos / DRAIN_STEPS);
        for (int i = 1;
                i <= DRAIN_STEPS
                        && !now.isDeadlocked()
                        && (now.inFlightPackets() != 0 || devices.hasOpenMessages());
                i++) {
            now = lab.clock().runUntil(endNanos + i * step, progress);
        }
        return now;
    }

    /**
     * Until when queue pairs that go on have completed messages. A deadlock that ends a cell early
     * is noticed 10 ms later, which those have gone on that it does not hold.
     */
    private static long completingUntilNanos(CellPlan plan, LabTime end) {
        long duration = plan.setup().duration().nanos();
        return end.isDeadlocked() ? Math.min(duration, end.nanos() - STUCK_NANOS) : duration;
    }

    private static CellOutcome outcome(
            CellPlan plan,
            CellReadings readings,
            PerftestTraffic rdma,
            List<Check> checks,
            Map<String, Double> extra,
            double wallSeconds,
            List<String> said) {
        return new CellOutcome(
                plan.cell().index(),
                plan.cell().params(),
                plan.setup().warmup().nanos(),
                plan.setup().duration().nanos(),
                readings.drops(),
                readings.reordered(),
                retransmitted(readings, rdma),
                readings.time().isDeadlocked() ? readings.time().deadlock() : null,
                readings.switchPauseFrames(),
                readings.hostPauseFrames(),
                readings.maxEgressQueueBytes(),
                readings.maxIngressBytes(),
                plan.setup().reservedBufferBytes(),
                readings.time().nanos() / 1e9,
                wallSeconds,
                readings.time().packetHops(),
                plan.setup().recording().pauses(),
                checks,
                extra,
                notes(readings, rdma, said));
    }

    /** What is to be known of the lab, its pace, and the traffic. */
    private static List<String> said(Lab lab, Pace pace, PlannedTraffic planned) {
        List<String> said = new ArrayList<>(pace.note().stream().toList());
        said.addAll(lab.notes());
        said.addAll(planned.unmeasured());
        return said;
    }

    private static List<String> notes(
            CellReadings readings, PerftestTraffic rdma, List<String> said) {
        List<String> notes = new ArrayList<>(rdma.notes());
        notes.addAll(said);
        if (!readings.strays().rows().isEmpty()) {
            notes.add("stray frames, dropped and counted: " + readings.strays().text());
        }
        return notes;
    }

    /** Packets of agents, and how often NICs went back; null where a NIC does not tell. */
    private static Long retransmitted(CellReadings readings, PerftestTraffic rdma) {
        long sum = readings.retransmitted();
        for (Node host : rdma.hosts()) {
            OptionalLong counted = readings.nics().get(host).retransmissions();
            if (counted.isEmpty()) {
                return null;
            }
            sum += counted.getAsLong();
        }
        return sum;
    }

    private static void writeEvents(CellPlan plan, List<QueueEvent> events, CellSink sink)
            throws IOException {
        for (QueueEvent event : events) {
            sink.event(
                    event.getTimeNs(),
                    plan.topology().nodes().get((int) event.getDeviceId() - 1).name(),
                    event.getPort(),
                    event.getQueue(),
                    event.getKind().name().toLowerCase(Locale.ROOT),
                    event.getCause());
        }
    }

    /** What later says whether it had enough traffic. */
    private static Map<String, Double> figures(PlannedTraffic traffic) {
        Map<String, Double> figures = new LinkedHashMap<>();
        traffic.arrivalNanos().ifPresent(nanos -> figures.put(CellSummary.ARRIVALS, nanos / 1e3));
        figures.put(CellSummary.ROUND_TRIP, traffic.roundTripNanos() / 1e3);
        return figures;
    }
}
