package io.losslab.configs.plan.perftest;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.api.units.Nanos;
import io.losslab.configs.plan.CellPlan;
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
    /** ECT(0), so that switches may mark (RFC 3168). */
    private static final int ECN_CAPABLE = 2;

    public PerftestSession {
        flowIds = List.copyOf(flowIds);
    }

    /**
     * The sessions that some of a plan's queue pairs make: ib_write_bw for bandwidth groups,
     * ib_write_lat for latency groups.
     *
     * @param some queue pairs that {@link PerftestRules} finds nothing to refuse in
     * @param classes how the testbed tells traffic classes apart
     * @param firstPort TCP port of the first; every session has its own
     * @throws IllegalArgumentException where perftest would refuse an option
     */
    public static List<PerftestSession> of(
            CellPlan plan, List<PlannedFlow> some, ClassMap classes, int firstPort) {
        List<PerftestSession> sessions = new ArrayList<>();
        together(some)
                .forEach(
                        (key, flowIds) ->
                                sessions.add(
                                        new PerftestSession(
                                                key.group(),
                                                key.from(),
                                                key.to(),
                                                flowIds,
                                                options(
                                                        plan,
                                                        key,
                                                        flowIds.size(),
                                                        classes.of(key.trafficClass()),
                                                        firstPort + sessions.size()))));
        return sessions;
    }

    /** The queue pairs that make a session, by what is the same for them. */
    static Map<Key, List<Integer>> together(List<PlannedFlow> some) {
        Map<Key, List<Integer>> together = new LinkedHashMap<>();
        for (PlannedFlow flow : some) {
            together.computeIfAbsent(Key.of(flow), any -> new ArrayList<>()).add(flow.flowId());
        }
        return together;
    }

    /** What is the same for all flows of a session; latency flows have one each. */
    record Key(TrafficGroup group, Node from, Node to, int trafficClass, int flowId) {
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

    private static PerftestOptions options(
            CellPlan plan, Key key, int queuePairs, ClassMap.Entry marks, int port) {
        TrafficGroup group = key.group();
        PerftestTool tool = PerftestTool.WRITE_BANDWIDTH;
        int txDepth = 1;
        long iterations;
        Nanos gap = new Nanos(0);
        if (group.pattern() instanceof TrafficPattern.Bandwidth bandwidth) {
            txDepth = bandwidth.txDepth();
            iterations = bandwidth.iterations();
        } else {
            TrafficPattern.Latency latency = (TrafficPattern.Latency) group.pattern();
            tool = PerftestTool.WRITE_LATENCY;
            iterations = latency.iterations();
            gap = latency.gap();
        }
        long warmup = plan.setup().warmup().nanos() - group.start().nanos();
        return new PerftestOptions(
                tool,
                group.pattern().messageSize().orElseThrow(),
                queuePairs,
                txDepth,
                iterations,
                new Nanos(group.stop().nanos() - group.start().nanos()),
                new Nanos(iterations > 0 ? 0 : Math.max(0, warmup)),
                gap,
                plan.setup().hosts().mtuBytes(),
                marks.pcp(),
                marks.dscp() << 2 | ECN_CAPABLE,
                port);
    }
}
