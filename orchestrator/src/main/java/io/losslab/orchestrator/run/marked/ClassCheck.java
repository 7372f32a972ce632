package io.losslab.orchestrator.run.marked;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.labs.measure.CellDevices;
import io.losslab.labs.measure.LifeSigns;
import io.losslab.labs.provision.UndoFailure;
import io.losslab.orchestrator.run.Interruption;
import io.losslab.orchestrator.session.NextStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets a testbed's devices as an experiment would, sends packets of each traffic class, and
 * compares the queues by which they left with the class map. The devices' own counters of queues
 * say which.
 */
public final class ClassCheck {
    private static final String SERVICE = "classes";

    private final long classNanos;
    private final CellPlan plan;
    private final Map<Node, PortRef> receivers;
    private final Map<String, Findings> found = new LinkedHashMap<>();

    /**
     * Plans the packets.
     *
     * @throws CommandFailure where the experiment has no cell in which classes have queues
     */
    public ClassCheck(Experiment experiment, Testbed testbed) {
        classNanos = MarkedTraffic.CLASS_NANOS + counterAgeNanos(testbed);
        plan = MarkedTraffic.plan(experiment, classNanos);
        receivers = MarkedTraffic.receivers(plan.topology());
    }

    private static long counterAgeNanos(Testbed testbed) {
        return testbed.devices().stream()
                .mapToLong(device -> DeviceKind.of(device).counterAgeNanos())
                .max()
                .orElse(0);
    }

    /**
     * The reports, extended by what the packets showed. The devices are restored on return.
     *
     * @param journal empty directory for the states to go back to, as long as they are needed
     * @param lease of the testbed
     * @throws CommandFailure where the testbed cannot stand for the experiment's topology, or a
     *     device could not be restored
     */
    public List<DeviceReport> complete(
            List<DeviceReport> reports, Testbed testbed, Path journal, TestbedLease lease) {
        Labs labs = PhysicalLabs.journaled(testbed, journal, lease);
        Optional<RuntimeException> failure = Optional.empty();
        List<String> left;
        try (Interruption interruption = Interruption.watch()) {
            try {
                send(labs, interruption, lease);
            } catch (UndoFailure e) {
                failure = Optional.of(e.getCause());
            } catch (RuntimeException e) {
                failure = Optional.of(e);
            }
            left = labs.restore();
        }
        if (!left.isEmpty() && failure.isPresent()) {
            throw new CommandFailure(
                    new UndoFailure(failure.get(), left).getMessage(),
                    NextStep.cleanup(journal),
                    ExitCode.of(failure.get()),
                    failure.get());
        }
        if (!left.isEmpty()) {
            throw CommandFailure.notRestored(left, NextStep.cleanup(journal));
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return reports.stream().map(this::completed).toList();
    }

    private void send(Labs labs, Interruption interruption, TestbedLease lease) {
        try (Lab lab = labs.open(plan.topology(), plan.setup().dataQueues());
                CellDevices devices = new CellDevices(lab, plan)) {
            LifeSigns.provision(lab, devices);
            lab.clock().prepare(0);
            try (LifeSigns life = LifeSigns.of(lab, devices)) {
                send(lab, devices, life, interruption, lease);
            }
        }
    }

    private void send(
            Lab lab,
            CellDevices devices,
            LifeSigns life,
            Interruption interruption,
            TestbedLease lease) {
        Map<PortRef, Map<Integer, Long>> before = counts(devices);
        devices.startTraffic();
        for (int number = 0; number < ClassMap.CLASSES; number++) {
            if (interruption.happened()) {
                throw CommandFailure.interrupted(new InterruptedException());
            }
            lease.requireHeld();
            lab.clock().runUntil((number + 1) * classNanos, (nanos, hops) -> life.require());
            Map<PortRef, Map<Integer, Long>> after = counts(devices);
            for (PortRef port : receivers.values()) {
                judge(lab.binding(), port, number, sent(before.get(port), after.get(port)));
            }
            before = after;
        }
    }

    private Map<PortRef, Map<Integer, Long>> counts(CellDevices devices) {
        Map<PortRef, Map<Integer, Long>> counts = new HashMap<>();
        receivers.values().forEach(port -> counts.put(port, devices.sentByQueue(port)));
        return counts;
    }

    private static Map<Integer, Long> sent(Map<Integer, Long> before, Map<Integer, Long> after) {
        Map<Integer, Long> sent = new HashMap<>();
        after.forEach((queue, count) -> sent.put(queue, count - before.getOrDefault(queue, 0L)));
        return sent;
    }

    private void judge(Binding binding, PortRef port, int number, Map<Integer, Long> sent) {
        Device device = binding.device(port.node());
        Findings findings = found.computeIfAbsent(device.name(), name -> new Findings());
        if (sent.isEmpty()) {
            return;
        }
        findings.counted++;
        Optional<String> mistake =
                mistake(number, binding.testbed().classes().of(number), sent)
                        .map(
                                text ->
                                        "port %s: %s"
                                                .formatted(binding.end(port).port().label(), text));
        mistake.ifPresent(findings.problems::add);
        findings.right += mistake.isEmpty() ? 1 : 0;
    }

    /**
     * Where packets of a class did not leave by its queue.
     *
     * @param sent frames that each queue sent meanwhile; stray ones are fewer than the packets
     */
    static Optional<String> mistake(
            int trafficClass, ClassMap.Entry entry, Map<Integer, Long> sent) {
        List<Integer> used =
                sent.entrySet().stream()
                        .filter(queue -> queue.getValue() >= MarkedTraffic.PACKETS)
                        .map(Map.Entry::getKey)
                        .toList();
        if (used.contains(entry.queue())) {
            return Optional.empty();
        }
        String seen = used.isEmpty() ? "did not leave" : "left by queue " + used.get(0);
        return Optional.of(
                "packets of traffic class %d (DSCP %d) %s; expected queue %d"
                        .formatted(trafficClass, entry.dscp(), seen, entry.queue()));
    }

    private DeviceReport completed(DeviceReport report) {
        Findings findings = found.get(report.device().name());
        if (findings == null) {
            return report;
        }
        List<DeviceReport.Finding> all = new ArrayList<>(report.findings());
        all.add(
                new DeviceReport.Finding(
                        SERVICE,
                        "",
                        true,
                        findings.counted == 0
                                ? "not proven: the device does not count frames by queue"
                                : "%d of %d marked packet groups left by the queue of their class"
                                        .formatted(findings.right, findings.counted)));
        List<String> problems = new ArrayList<>(report.problems());
        problems.addAll(findings.problems);
        return report.with(all, problems);
    }

    /** Of one device: a class at a port counts once. */
    private static final class Findings {
        private final List<String> problems = new ArrayList<>();
        private int counted;
        private int right;
    }
}
