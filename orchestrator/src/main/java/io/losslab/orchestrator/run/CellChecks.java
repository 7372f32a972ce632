package io.losslab.orchestrator.run;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.flowcontrol.Promise;
import io.losslab.orchestrator.backend.LabTime;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.QueueEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What must hold in every cell, and where and when it first did not. */
final class CellChecks {
    private static final String NOT_PROMISED = "not guaranteed with these settings: ";

    private final CellPlan plan;
    private final CellReadings readings;

    CellChecks(CellPlan plan, CellReadings readings) {
        this.plan = plan;
        this.readings = readings;
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        checks.add(noDrop());
        checks.add(inOrder());
        checks.add(conservation());
        checks.add(noDeadlock());
        if (!readings.bifrost().isEmpty()) {
            checks.add(theorem1());
            checks.add(withinReservation());
        }
        checks.add(noThroughputLoss());
        return checks;
    }

    private Check noDrop() {
        String name = "no drop";
        long drops = readings.dropped();
        if (drops == 0) {
            return passed(name, "");
        }
        String seen = "%,d packets dropped, %s".formatted(drops, first(QueueEvent.Kind.DROP));
        return plan.cell().setup().lossless()
                ? failed(name, seen)
                : passed(name, NOT_PROMISED + seen);
    }

    /** Packets behind a dropped one are ahead of a gap under any scheme that may drop. */
    private Check inOrder() {
        String name = "in order";
        boolean dropsExplainIt = readings.dropped() > 0 && !plan.cell().setup().lossless();
        for (Map.Entry<Node, HostCounters> entry : readings.hosts().entrySet()) {
            HostCounters host = entry.getValue();
            if (host.getReorderedPackets() > 0) {
                String seen =
                        "%,d packets received ahead of a gap, the first at %s at %s port 1 queue %d, flow %d"
                                .formatted(
                                        host.getReorderedPackets(),
                                        time(host.getFirstReorderNs()),
                                        entry.getKey().name(),
                                        plan.flow(host.getFirstReorderFlow()).trafficClass(),
                                        host.getFirstReorderFlow());
                return dropsExplainIt
                        ? passed(name, "after drops, which the scheme allows: " + seen)
                        : failed(name, seen);
            }
        }
        return passed(name, "");
    }

    private Check conservation() {
        if (readings.hosts().size() < plan.hosts().size()) {
            return passed(
                    "byte conservation",
                    "not available: hosts with perftest do not report" + " byte counts");
        }
        long sent = 0;
        long received = 0;
        for (HostCounters host : readings.hosts().values()) {
            sent += host.getDataTxBytes();
            received += host.getDataRxBytes();
        }
        long queued = readings.time().inFlightBytes();
        long dropped = readings.droppedBytes();
        String sum =
                "sent %,d B = delivered %,d + in flight %,d + dropped %,d"
                        .formatted(sent, received, queued, dropped);
        long missing = sent - received - queued - dropped;
        if (missing > 0 && readings.time().inFlightPackets() == LabTime.UNKNOWN) {
            return passed(
                    "byte conservation",
                    sum
                            + "; the remaining %,d B are in flight, which these devices do not count"
                                    .formatted(missing));
        }
        return missing == 0
                ? passed("byte conservation", sum)
                : failed(
                        "byte conservation",
                        sum
                                + ": off by %,d B at %s, all devices and ports"
                                        .formatted(missing, time(readings.time().nanos())));
    }

    private Check noDeadlock() {
        String name = "no deadlock";
        String cycle = readings.time().deadlock();
        if (cycle == null) {
            return passed(name, "");
        }
        String seen = "at %s: %s".formatted(time(readings.time().nanos()), cycle);
        return plan.cell().setup().mayDeadlock()
                ? passed(name, "expected by the experiment: " + seen)
                : failed(name, seen);
    }

    private Check theorem1() {
        String name = "Theorem 1: Delta + Rs T <= L + F <= H";
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        List<String> unpromised = new ArrayList<>();
        for (CellReadings.BifrostReading reading : readings.bifrost()) {
            BifrostCounters counters = reading.counters();
            lowest = Math.min(lowest, counters.getMinSumBytes());
            highest = Math.max(highest, counters.getMaxSumBytes());
            if (counters.getBoundViolations() == 0) {
                continue;
            }
            String seen =
                    "%,d of %,d slots violate the bound, %s"
                            .formatted(
                                    counters.getBoundViolations(),
                                    counters.getSlots(),
                                    first(QueueEvent.Kind.VIOLATION));
            if (!reading.settings().getUnsafe()) {
                return failed(name, seen);
            }
            unpromised.add(seen);
        }
        if (!unpromised.isEmpty()) {
            return passed(name, NOT_PROMISED + String.join("; ", unpromised));
        }
        BifrostSettings settings = readings.bifrost().get(0).settings();
        return passed(
                name,
                "L + F within %,d..%,d B in every slot; H = %,d B, leak allowance %,d B"
                        .formatted(
                                lowest,
                                highest,
                                settings.getQueueBufferBytes(),
                                settings.getExtraHeadroomBytes()));
    }

    /** Bifrost's port never holds more than H and the allowance for leaked frames. */
    private Check withinReservation() {
        String name = "queue within H and leak allowance";
        long highest = 0;
        for (CellReadings.BifrostReading reading : readings.bifrost()) {
            if (!readings.switches().containsKey(reading.node())) {
                continue; // The device has no switch control to ask.
            }
            long max =
                    readings.switches()
                            .get(reading.node())
                            .get(reading.port(), Counter.MAX_INGRESS_BYTES);
            long bound =
                    reading.settings().getQueueBufferBytes()
                            + reading.settings().getExtraHeadroomBytes();
            highest = Math.max(highest, max);
            if (max > bound) {
                return failed(
                        name,
                        "%s port %d queue -1 held %,d B by %s, more than %,d B"
                                .formatted(
                                        reading.node().name(),
                                        reading.port(),
                                        max,
                                        time(readings.time().nanos()),
                                        bound));
            }
        }
        return passed(name, "at most %,d B".formatted(highest));
    }

    /**
     * No egress idles because its upstream was paused too long (Bifrost, III-B), at the ports whose
     * schemes promise it: Bifrost with a valid H, and PFC with XON of a round trip. They promise it
     * of an upstream that always has packets (Bifrost, IV-C); another may meet its first packet
     * paused while the downstream is empty.
     */
    private Check noThroughputLoss() {
        String name = "no throughput loss";
        List<String> unpromised = new ArrayList<>();
        for (List<PortControl> atPort : plan.cell().setup().controlsByPort().values()) {
            PortControl control = atPort.get(0);
            boolean hostAtAnEnd =
                    control.port().node().isHost()
                            || control.link().peerOf(control.port().node()).node().isHost();
            if (hostAtAnEnd) {
                continue;
            }
            PortReadings ports = readings.switches().get(control.port().node());
            if (ports == null) {
                continue; // The device has no switch control to ask.
            }
            int port = control.port().port();
            long lost = ports.get(port, Counter.THROUGHPUT_LOSS_NANOS);
            if (lost == 0) {
                continue;
            }
            String seen =
                    "%s port %d queue %d lost %.1f us, the first at %s"
                            .formatted(
                                    control.port().node().name(),
                                    port,
                                    Integer.numberOfTrailingZeros(control.priorities()),
                                    lost / 1e3,
                                    time(ports.get(port, Counter.THROUGHPUT_LOSS_FIRST_NANOS)));
            if (isBacklogged()
                    && atPort.stream().allMatch(c -> c.promises(Promise.NO_THROUGHPUT_LOSS))) {
                return failed(name, seen);
            }
            unpromised.add(seen);
        }
        return passed(
                name, unpromised.isEmpty() ? "" : NOT_PROMISED + String.join("; ", unpromised));
    }

    /** Whether some senders always have packets, and send them as fast as the network lets them. */
    private boolean isBacklogged() {
        return plan.cell().setup().hosts().congestionControl().isEmpty()
                && plan.flows().stream()
                        .anyMatch(
                                flow -> flow.group().pattern() instanceof TrafficPattern.Bandwidth);
    }

    private String first(QueueEvent.Kind kind) {
        QueueEvent first = null;
        for (QueueEvent event : readings.events()) {
            if (event.getKind() == kind
                    && (first == null || event.getTimeNs() < first.getTimeNs())) {
                first = event;
            }
        }
        if (first == null) {
            return "time and place not recorded";
        }
        return "the first at %s at %s port %d queue %d: %s"
                .formatted(
                        time(first.getTimeNs()),
                        plan.topology().nodes().get((int) first.getDeviceId() - 1).name(),
                        first.getPort(),
                        first.getQueue(),
                        first.getCause());
    }

    private static String time(long nanos) {
        return String.format(Locale.ROOT, "%.3f us", nanos / 1e3);
    }

    private static Check passed(String name, String detail) {
        return new Check(name, true, detail);
    }

    private static Check failed(String name, String detail) {
        return new Check(name, false, detail);
    }
}
