package io.losslab.configs.plan;

import io.losslab.analysis.run.SizeBin;
import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.FlowPlanner;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.GroupEndpoints;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.traffic.schedule.Endpoints;
import io.losslab.traffic.schedule.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much traffic a cell will have.
 *
 * @param messages posted after the warm-up, by the names that are reported; of closed loops as many
 *     as fit at best, those of latency messages in an empty network and those of bandwidth messages
 *     at the rate of the hosts' links
 * @param arrivalNanos how long after the warm-up messages arrive, of the group with the longest
 *     time; empty where no group's messages arrive over time, but all at once or one round after
 *     the other
 * @param roundTripNanos of a frame of one byte on the longest path, there and back, while nothing
 *     waits
 * @param unmeasured a sentence without a full stop for each traffic group of which no message, or
 *     less than one on average, is posted after the warm-up
 */
public record PlannedTraffic(
        Map<String, Long> messages,
        OptionalLong arrivalNanos,
        long roundTripNanos,
        List<String> unmeasured) {
    public PlannedTraffic {
        messages = Map.copyOf(messages);
        unmeasured = List.copyOf(unmeasured);
    }

    /** Of a cell that has no plan yet. */
    public static PlannedTraffic of(Cell cell) {
        RoutePlanner routes = new RoutePlanner(cell.setup(), cell.seed());
        return of(
                cell.setup(), new FlowPlanner(cell.setup(), cell.seed(), routes::members).flows());
    }

    /** Of a planned cell. */
    public static PlannedTraffic of(CellPlan plan) {
        return of(plan.setup(), plan.flows());
    }

    private static PlannedTraffic of(Setup setup, List<PlannedFlow> flows) {
        Map<String, Long> messages = new HashMap<>();
        for (TrafficGroup group : setup.traffic()) {
            group.reportedNames().forEach(name -> messages.put(name, 0L));
        }
        Map<String, Set<PlannedFlow>> loops = new HashMap<>();
        long roundTrip = 0;
        for (PlannedFlow flow : flows) {
            roundTrip = Math.max(roundTrip, 2 * flow.ideal().nanos(1));
            if (flow.group().stop().compareTo(setup.warmup()) <= 0) {
                continue;
            }
            if (flow.group().pattern() instanceof TrafficPattern.Programmed programmed) {
                for (long bytes : flow.programmed()) {
                    count(messages, flow, bytes, programmed.iterations());
                }
            } else if (!(flow.group().pattern() instanceof TrafficPattern.Scheduled)) {
                loops.computeIfAbsent(flow.reportedAs(), name -> new LinkedHashSet<>()).add(flow);
            } else if (flow.startNanos() >= setup.warmup().nanos() || !flow.after().isEmpty()) {
                count(messages, flow, flow.bytes(), 1);
            }
        }
        for (Set<PlannedFlow> pairs : loops.values()) {
            PlannedFlow any = pairs.iterator().next();
            long bytes = any.group().pattern().messageSize().orElseThrow().bytes();
            count(messages, any, bytes, loopMessages(setup, pairs));
        }
        OptionalLong arrivals =
                setup.traffic().stream()
                        .filter(group -> group.kind().arrivesOverTime())
                        .mapToLong(group -> window(setup, group))
                        .max();
        return new PlannedTraffic(
                messages, arrivals, roundTrip, unmeasured(setup, flows, messages));
    }

    private static List<String> unmeasured(
            Setup setup, List<PlannedFlow> flows, Map<String, Long> messages) {
        Set<String> posting =
                flows.stream().map(flow -> flow.group().name()).collect(Collectors.toSet());
        List<String> sentences = new ArrayList<>();
        for (TrafficGroup group : setup.traffic()) {
            List<String> empty =
                    group.stageNames().stream().filter(name -> messages.get(name) == 0).toList();
            if (expected(setup, group) < 1) {
                sentences.add(
                        "less than one message of '%s' is expected after the warm-up"
                                .formatted(group.name()));
            } else if (!empty.isEmpty()) {
                sentences.add(
                        "no message of '%s' is measured: %s"
                                .formatted(
                                        String.join("', '", empty),
                                        posting.contains(group.name())
                                                ? "all are posted before the warm-up ends; set a"
                                                        + " later 'start', or a shorter 'warmup'"
                                                : "none is posted"));
            }
        }
        return sentences;
    }

    /** About how many messages of a group arrive after the warm-up where they do at random. */
    private static double expected(Setup setup, TrafficGroup group) {
        long window = window(setup, group);
        if (window == 0
                || !group.kind().arrivesOverTime()
                || !(group.pattern() instanceof TrafficPattern.Scheduled scheduled)) {
            return Double.POSITIVE_INFINITY;
        }
        Endpoints ends =
                GroupEndpoints.of(
                        setup.network().topology(), group.from(), group.to(), scheduled.sites());
        return scheduled.workload().expectedFlows(ends, new Span(0, window));
    }

    /** Counts messages of one size under the names that their flow is reported as. */
    private static void count(
            Map<String, Long> messages, PlannedFlow flow, long bytes, long number) {
        messages.merge(flow.reportedAs(), number, Long::sum);
        for (SizeBin bin : flow.group().sizeBins()) {
            if (bin.group().equals(flow.reportedAs())
                    && bytes >= bin.leastBytes()
                    && bytes < bin.endBytes()) {
                messages.merge(bin.name(), number, Long::sum);
            }
        }
    }

    /** From the warm-up or the group's start to its stop. */
    private static long window(Setup setup, TrafficGroup group) {
        long start = Math.max(setup.warmup().nanos(), group.start().nanos());
        return Math.max(0, group.stop().nanos() - start);
    }

    private static long loopMessages(Setup setup, Collection<PlannedFlow> pairs) {
        TrafficGroup group = pairs.iterator().next().group();
        long window = window(setup, group);
        if (group.pattern() instanceof TrafficPattern.Latency latency) {
            return pairs.stream()
                    .mapToLong(
                            pair -> {
                                long trip = 2 * pair.ideal().nanos(latency.size().bytes());
                                return atMost(
                                        latency.iterations(),
                                        window / (trip + latency.gap().nanos()) + 1);
                            })
                    .sum();
        }
        TrafficPattern.Bandwidth bandwidth = (TrafficPattern.Bandwidth) group.pattern();
        double messageNanos = 8e9 * bandwidth.size().bytes();
        double sent = rate(setup, pairs.stream().map(PlannedFlow::from).toList());
        double received = rate(setup, pairs.stream().map(PlannedFlow::to).toList());
        long fit = (long) (window * Math.min(sent, received) / messageNanos + pairs.size());
        // As floating point, so that what is too large for a long is the largest.
        return atMost((long) ((double) bandwidth.iterations() * pairs.size()), fit);
    }

    private static long atMost(long iterations, long fit) {
        return iterations == 0 ? fit : Math.min(iterations, fit);
    }

    /** Sum over the links of different hosts, bit/s. */
    private static double rate(Setup setup, List<Node> hosts) {
        double rate = 0;
        for (Node host : new LinkedHashSet<>(hosts)) {
            for (int port = 1; port <= host.ports(); port++) {
                rate += setup.network().topology().linkAt(host, port).rate().bitsPerSecond();
            }
        }
        return rate;
    }
}
