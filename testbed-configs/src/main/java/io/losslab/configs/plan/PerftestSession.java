package io.losslab.configs.plan;

import io.losslab.api.topology.Node;
import io.losslab.api.units.Nanos;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.traffic.perftest.PerftestOptions;
import io.losslab.traffic.perftest.PerftestTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of perftest between two hosts with RDMA NICs: a bandwidth tool carries all queue pairs of
 * a traffic group between them in one class, a latency tool carries one.
 *
 * @param group whose traffic it is
 * @param client that connects, sends and reports
 * @param server that waits
 * @param flowIds of the planned queue pairs it stands for
 * @param options of both sides
 */
public record PerftestSession(
        TrafficGroup group,
        Node client,
        Node server,
        List<Integer> flowIds,
        PerftestOptions options) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Class selector of the class in the DSCP, and ECT(0), so that switches may mark (RFC 3168).
     */
    private static final int CLASS_SHIFT = 5;

    private static final int ECN_CAPABLE = 2;

    public PerftestSession {
        flowIds = List.copyOf(flowIds);
    }

    /**
     * The sessions that a plan's queue pairs make.
     *
     * @param verb the bandwidth tool; latency groups get the latency tool of the same verb
     * @param rdmaCm whether they connect by rdma_cm
     * @param firstPort TCP port of the first; every session has its own
     * @throws IllegalArgumentException where a group has messages of several sizes or times, which
     *     perftest has not
     */
    public static List<PerftestSession> of(
            CellPlan plan, PerftestTool verb, boolean rdmaCm, int firstPort) {
        return of(plan, plan.flows(), verb, rdmaCm, firstPort);
    }

    /** As the other, of some of a plan's queue pairs. */
    public static List<PerftestSession> of(
            CellPlan plan,
            List<PlannedFlow> some,
            PerftestTool verb,
            boolean rdmaCm,
            int firstPort) {
        Map<Key, List<PlannedFlow>> together = new LinkedHashMap<>();
        for (PlannedFlow flow : some) {
            if (flow.group().pattern() instanceof TrafficPattern.Scheduled) {
                throw new IllegalArgumentException(
                        "traffic '%s': perftest cannot post messages at given times; it supports bandwidth and latency traffic only"
                                .formatted(flow.group().name()));
            }
            together.computeIfAbsent(Key.of(flow), any -> new ArrayList<>()).add(flow);
        }
        int mtuBytes = plan.cell().setup().hosts().mtuBytes();
        List<PerftestSession> sessions = new ArrayList<>();
        together.forEach(
                (key, flows) ->
                        sessions.add(
                                session(
                                        key,
                                        flows,
                                        new Frame(
                                                verb,
                                                rdmaCm,
                                                firstPort + sessions.size(),
                                                mtuBytes))));
        return sessions;
    }

    /** What is the same for all flows of a session; latency flows have one each. */
    private record Key(TrafficGroup group, Node from, Node to, int trafficClass, int flowId) {
        static Key of(PlannedFlow flow) {
            boolean alone = flow.group().pattern() instanceof TrafficPattern.Latency;
            return new Key(
                    flow.group(),
                    flow.from(),
                    flow.to(),
                    flow.trafficClass(),
                    alone ? flow.flowId() : 0);
        }
    }

    /** What is the same for all sessions, but for the port. */
    private record Frame(PerftestTool verb, boolean rdmaCm, int port, int mtuBytes) {}

    private static PerftestSession session(Key key, List<PlannedFlow> flows, Frame frame) {
        TrafficGroup group = key.group();
        PerftestOptions options =
                group.pattern() instanceof TrafficPattern.Bandwidth bandwidth
                        ? new PerftestOptions(
                                frame.verb(),
                                bandwidth.size(),
                                flows.size(),
                                bandwidth.txDepth(),
                                bandwidth.iterations(),
                                wholeSeconds(group),
                                frame.mtuBytes(),
                                key.trafficClass(),
                                trafficByte(key.trafficClass()),
                                frame.rdmaCm(),
                                frame.port())
                        : latency(key, (TrafficPattern.Latency) group.pattern(), frame);
        return new PerftestSession(
                group,
                key.from(),
                key.to(),
                flows.stream().map(PlannedFlow::flowId).toList(),
                options);
    }

    private static PerftestOptions latency(Key key, TrafficPattern.Latency latency, Frame frame) {
        return new PerftestOptions(
                frame.verb().latencyTool(),
                latency.size(),
                1,
                1,
                latency.iterations(),
                wholeSeconds(key.group()),
                frame.mtuBytes(),
                key.trafficClass(),
                trafficByte(key.trafficClass()),
                frame.rdmaCm(),
                frame.port());
    }

    /** Perftest counts in seconds; part of one is one. */
    private static Nanos wholeSeconds(TrafficGroup group) {
        long nanos = group.stop().nanos() - group.start().nanos();
        long seconds = Math.max(1, (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
        return new Nanos(seconds * NANOS_PER_SECOND);
    }

    private static int trafficByte(int trafficClass) {
        return trafficClass << CLASS_SHIFT | ECN_CAPABLE;
    }
}
