package io.losslab.configs.plan.perftest;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Key;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.FlowWay;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.configs.traffic.TrafficSections;
import io.losslab.traffic.perftest.PerftestLimit;
import io.losslab.traffic.perftest.PerftestOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What perftest refuses, and what it cannot do, of the traffic of a cell. For one cell. */
public final class PerftestRules {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;

    /** More samples of a session are not read back: all of a host are in memory at once. */
    static final long MOST_SAMPLES = 2_000_000;

    private final CellPlan plan;
    private final List<PerftestFinding> findings = new ArrayList<>();

    private PerftestRules(CellPlan plan) {
        this.plan = plan;
    }

    /**
     * All that is found, in the traffic's order; the same group is named once.
     *
     * @param runsPerftest the hosts that send and receive by perftest
     */
    public static List<PerftestFinding> of(CellPlan plan, Predicate<Node> runsPerftest) {
        PerftestRules rules = new PerftestRules(plan);
        Map<TrafficGroup, List<PlannedFlow>> byGroup = new LinkedHashMap<>();
        for (PlannedFlow flow : plan.flows()) {
            if (runsPerftest.test(flow.from()) || runsPerftest.test(flow.to())) {
                byGroup.computeIfAbsent(flow.group(), any -> new ArrayList<>()).add(flow);
            }
        }
        byGroup.forEach((group, flows) -> rules.group(group, flows, runsPerftest));
        if (!byGroup.isEmpty()) {
            rules.mtu();
        }
        return List.copyOf(rules.findings);
    }

    private void group(TrafficGroup group, List<PlannedFlow> flows, Predicate<Node> runsPerftest) {
        bothEnds(group, flows, runsPerftest);
        way(group);
        if (group.pattern() instanceof TrafficPattern.Programmed) {
            refuse(
                    group,
                    TrafficSections.KIND,
                    "perftest cannot post a message when others have arrived, as '%s' traffic does"
                            .formatted(group.kind().word()),
                    "use kind bandwidth or latency, or hosts with an agent");
            return;
        }
        if (group.pattern() instanceof TrafficPattern.Scheduled) {
            refuse(
                    group,
                    TrafficSections.KIND,
                    "perftest cannot post messages at given times, as '%s' traffic does"
                            .formatted(group.kind().word()),
                    "use kind bandwidth or latency, or hosts with an agent");
            return;
        }
        size(group);
        if (group.pattern() instanceof TrafficPattern.Bandwidth bandwidth) {
            limit(group, TrafficSections.TX_DEPTH, PerftestLimit.TX_DEPTH, bandwidth.txDepth());
            limit(group, TrafficSections.FLOWS, PerftestLimit.QUEUE_PAIRS, mostQueuePairs(flows));
            time(group, bandwidth.iterations());
            limitation(
                    group,
                    TrafficSections.KIND,
                    "perftest reports the mean throughput of a session, not the completion time of"
                            + " each message");
        } else if (group.pattern() instanceof TrafficPattern.Latency latency) {
            gap(group, latency);
            time(group, latency.iterations());
            samples(group, latency.iterations());
        }
    }

    private void bothEnds(
            TrafficGroup group, List<PlannedFlow> flows, Predicate<Node> runsPerftest) {
        for (PlannedFlow flow : flows) {
            boolean sends = runsPerftest.test(flow.from());
            if (sends != runsPerftest.test(flow.to())) {
                refuse(
                        group,
                        sends ? TrafficSections.TO : TrafficSections.FROM,
                        "it goes from %s to %s, but %s has no 'perftest' in the testbed"
                                .formatted(
                                        flow.from().name(),
                                        flow.to().name(),
                                        (sends ? flow.to() : flow.from()).name()),
                        "both ends of a flow must run perftest, or both an agent");
                return;
            }
        }
    }

    private void way(TrafficGroup group) {
        FlowWay.Choice choice = group.way().choice();
        if (choice == FlowWay.Choice.VIA || choice == FlowWay.Choice.PATH) {
            Key<?> key = choice == FlowWay.Choice.VIA ? TrafficSections.VIA : TrafficSections.PATH;
            refuse(
                    group,
                    key,
                    "perftest cannot choose the path: the NIC's driver chooses UDP source ports",
                    "remove '%s', or use hosts with an agent".formatted(key.name()));
        } else if (choice == FlowWay.Choice.SPREAD) {
            limitation(
                    group,
                    TrafficSections.ECMP,
                    "'spread' has no effect: the NIC's driver chooses UDP source ports");
        }
    }

    private void size(TrafficGroup group) {
        long bytes = group.pattern().messageSize().map(DataSize::bytes).orElse(0L);
        limit(group, TrafficSections.MESSAGE_SIZE, PerftestLimit.SIZE, bytes);
    }

    /** Whole seconds, and what of them is warm-up. */
    private void time(TrafficGroup group, long iterations) {
        long warmup = plan.setup().warmup().nanos() - group.start().nanos();
        if (iterations > 0) {
            limit(group, TrafficSections.ITERATIONS, PerftestLimit.ITERATIONS, iterations);
            limitation(
                    group,
                    TrafficSections.ITERATIONS,
                    "perftest ends after its iterations, also if that is after 'stop'");
            if (warmup > 0 && group.pattern() instanceof TrafficPattern.Bandwidth) {
                refuse(
                        group,
                        TrafficSections.ITERATIONS,
                        "perftest counts all iterations, also those before the warm-up's end at %s"
                                .formatted(plan.setup().warmup()),
                        "set 'start: %s', or remove 'iterations'".formatted(plan.setup().warmup()));
            }
            return;
        }
        long nanos = group.stop().nanos() - group.start().nanos();
        if (nanos % NANOS_PER_SECOND != 0) {
            refuseEnd(
                    group,
                    "it lasts %s, but perftest runs for whole seconds".formatted(new Nanos(nanos)),
                    group.start().nanos() + wholeSeconds(nanos));
            return;
        }
        limit(group, TrafficSections.STOP, PerftestLimit.SECONDS, nanos / NANOS_PER_SECOND);
        if (warmup > 0) {
            warmup(group, warmup, nanos);
        }
    }

    private void warmup(TrafficGroup group, long warmup, long nanos) {
        if (warmup % NANOS_PER_SECOND != 0) {
            refuse(
                    group,
                    TrafficSections.START,
                    "it starts %s before the warm-up's end, but perftest leaves out whole seconds"
                            .formatted(new Nanos(warmup)),
                    "'start: %s', or a warmup of whole seconds more than 'start'"
                            .formatted(plan.setup().warmup()));
        } else if (2 * warmup >= nanos) {
            refuseEnd(
                    group,
                    "perftest leaves out the warm-up's %s at the end, too, so that nothing of %s remains"
                            .formatted(new Nanos(warmup), new Nanos(nanos)),
                    group.start().nanos() + 2 * warmup + NANOS_PER_SECOND);
        } else {
            limitation(
                    group,
                    TrafficSections.START,
                    "perftest leaves out %s at the end, too, as long as the warm-up"
                            .formatted(new Nanos(warmup)));
        }
    }

    private void gap(TrafficGroup group, TrafficPattern.Latency latency) {
        long nanos = latency.gap().nanos();
        if (nanos % NANOS_PER_MICRO != 0) {
            refuse(
                    group,
                    TrafficSections.GAP,
                    "perftest's gap is whole microseconds: " + latency.gap(),
                    "gap: " + new Nanos((nanos / NANOS_PER_MICRO + 1) * NANOS_PER_MICRO));
            return;
        }
        long micros = nanos / NANOS_PER_MICRO;
        if (!PerftestLimit.GAP_MICROS.allows(micros)) {
            refuse(
                    group,
                    TrafficSections.GAP,
                    "perftest's gap is at most %s: %s"
                            .formatted(
                                    new Nanos(PerftestLimit.GAP_MICROS.most() * NANOS_PER_MICRO),
                                    latency.gap()),
                    "gap: "
                            + new Nanos(
                                    PerftestLimit.GAP_MICROS.closest(micros) * NANOS_PER_MICRO));
        } else if (micros > 0) {
            limitation(
                    group,
                    TrafficSections.GAP,
                    "perftest's latency contains the gap, which is subtracted; perftest keeps it to"
                            + " a MHz of the CPU's clock, which is up to 0.1% of it");
        }
    }

    private void samples(TrafficGroup group, long iterations) {
        if (iterations == 0) {
            limitation(
                    group,
                    TrafficSections.KIND,
                    "perftest reports only the mean latency of a session that runs for a time; with"
                            + " 'iterations' it reports each message's");
        } else if (iterations > MOST_SAMPLES) {
            refuse(
                    group,
                    TrafficSections.ITERATIONS,
                    "%d samples of a session are more than are read back".formatted(iterations),
                    "iterations: " + MOST_SAMPLES);
        }
    }

    private void mtu() {
        int mtuBytes = plan.setup().hosts().mtuBytes();
        if (!PerftestOptions.MTUS.contains(mtuBytes)) {
            int below =
                    PerftestOptions.MTUS.stream()
                            .filter(mtu -> mtu < mtuBytes)
                            .reduce(PerftestOptions.MTUS.get(0), Math::max);
            findings.add(
                    PerftestFinding.refused(
                            "hosts.mtu",
                            "perftest's MTU is one of %s: %d"
                                    .formatted(PerftestOptions.MTUS, mtuBytes),
                            "mtu: " + below));
        }
    }

    private static long mostQueuePairs(List<PlannedFlow> flows) {
        return PerftestSession.together(flows).values().stream()
                .mapToLong(List::size)
                .max()
                .orElse(1);
    }

    private void limit(TrafficGroup group, Key<?> key, PerftestLimit limit, long value) {
        if (!limit.allows(value)) {
            String suggested = limit.closest(value) + (limit == PerftestLimit.SIZE ? "B" : "");
            refuse(
                    group,
                    key,
                    "perftest's %s: %d".formatted(limit.text(), value),
                    "%s: %s".formatted(key.name(), suggested));
        }
    }

    /** Of the group's stop, or the duration where it has none of its own. */
    private void refuseEnd(TrafficGroup group, String message, long betterNanos) {
        boolean own = group.stop().nanos() < plan.setup().duration().nanos();
        findings.add(
                PerftestFinding.refused(
                        own ? field(group, TrafficSections.STOP) : "duration",
                        text(group, message),
                        "%s: %s".formatted(own ? "stop" : "duration", new Nanos(betterNanos))));
    }

    private void refuse(TrafficGroup group, Key<?> key, String message, String suggestion) {
        findings.add(PerftestFinding.refused(field(group, key), text(group, message), suggestion));
    }

    private void limitation(TrafficGroup group, Key<?> key, String message) {
        findings.add(PerftestFinding.limitation(field(group, key), text(group, message)));
    }

    private static String text(TrafficGroup group, String message) {
        return "traffic '%s': %s".formatted(group.name(), message);
    }

    private String field(TrafficGroup group, Key<?> key) {
        return "traffic.%d.%s".formatted(plan.setup().traffic().indexOf(group), key.name());
    }

    private static long wholeSeconds(long nanos) {
        return (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * NANOS_PER_SECOND;
    }
}
