package io.losslab.configs.plan;

import io.losslab.api.frame.ClassMap;
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

    /** ECT(0), so that switches may mark (RFC 3168). */
    private static final int ECN_CAPABLE = 2;

    public PerftestSession {
        flowIds = List.copyOf(flowIds);
    }

    /**
     * The sessions that some of a plan's queue pairs make: ib_write_bw for bandwidth groups,
     * ib_write_lat for latency groups.
     *
     * @param classes how the testbed tells traffic classes apart
     * @param firstPort TCP port of the first; every session has its own
     * @throws IllegalArgumentException where a group has messages of several sizes or times, which
     *     perftest has not
     */
    public static List<PerftestSession> of(
            CellPlan plan, List<PlannedFlow> some, ClassMap classes, int firstPort) {
        Map<Key, List<Integer>> together = new LinkedHashMap<>();
        for (PlannedFlow flow : some) {
            if (flow.group().pattern() instanceof TrafficPattern.Scheduled) {
                throw new IllegalArgumentException(
                        "traffic '%s': perftest cannot post messages at given times; it supports bandwidth and latency traffic only"
                                .formatted(flow.group().name()));
            }
            together.computeIfAbsent(Key.of(flow), any -> new ArrayList<>()).add(flow.flowId());
        }
        int mtuBytes = plan.setup().hosts().mtuBytes();
        List<PerftestSession> sessions = new ArrayList<>();
        together.forEach(
                (key, flowIds) ->
                        sessions.add(
                                new PerftestSession(
                                        key.group(),
                                        key.from(),
                                        key.to(),
                                        flowIds,
                                        options(
                                                key,
                                                flowIds.size(),
                                                mtuBytes,
                                                classes.of(key.trafficClass()),
                                                firstPort + sessions.size()))));
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

    private static PerftestOptions options(
            Key key, int queuePairs, int mtuBytes, ClassMap.Entry marks, int port) {
        TrafficPattern pattern = key.group().pattern();
        PerftestTool tool = PerftestTool.WRITE_BANDWIDTH;
        int txDepth = 1;
        long iterations;
        if (pattern instanceof TrafficPattern.Bandwidth bandwidth) {
            txDepth = bandwidth.txDepth();
            iterations = bandwidth.iterations();
        } else {
            tool = tool.latencyTool();
            iterations = ((TrafficPattern.Latency) pattern).iterations();
        }
        return new PerftestOptions(
                tool,
                pattern.messageSize().orElseThrow(),
                queuePairs,
                txDepth,
                iterations,
                wholeSeconds(key.group()),
                mtuBytes,
                marks.pcp(),
                marks.dscp() << 2 | ECN_CAPABLE,
                false,
                port);
    }

    /** Perftest counts in seconds; part of one is one. */
    private static Nanos wholeSeconds(TrafficGroup group) {
        long nanos = group.stop().nanos() - group.start().nanos();
        long seconds = Math.max(1, (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
        return new Nanos(seconds * NANOS_PER_SECOND);
    }
}
