package io.losslab.softswitch.fabric;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether flows that wait for others can be run in parts: where a flow ends, and that it has ended,
 * its part must see for itself.
 */
final class FlowOwners {
    private final Partition partition;
    private final Map<Integer, FlowSpec> flows = new HashMap<>();

    /** By flow: those that wait for it. */
    private final Map<Integer, List<FlowSpec>> waiters = new HashMap<>();

    FlowOwners(Partition partition) {
        this.partition = partition;
    }

    /**
     * Adds a flow.
     *
     * @throws IllegalStateException where its part does not see the end of one that it waits for,
     *     or that of one that waits for it
     */
    void add(FlowSpec spec) {
        if (partition.parts() == 1) {
            return;
        }
        flows.put(spec.id(), spec);
        waiters.getOrDefault(spec.id(), List.of()).forEach(waiter -> check(waiter, spec));
        for (int id : spec.afterFlows()) {
            waiters.computeIfAbsent(id, any -> new ArrayList<>()).add(spec);
            if (flows.containsKey(id)) {
                check(spec, flows.get(id));
            }
        }
    }

    private static long messages(FlowSpec flow) {
        return flow.hasOwnSizes() ? flow.schedule().size() : flow.iterations();
    }

    private void check(FlowSpec waiter, FlowSpec before) {
        boolean answered = before.pattern() == FlowSpec.Pattern.LATENCY;
        boolean stops = before.stopNanos() != Long.MAX_VALUE && messages(before) > 1;
        int end = partition.partOf(answered ? before.srcNode() : before.dstNode());
        int begin = partition.partOf(before.srcNode());
        if (end != partition.partOf(waiter.srcNode()) || stops && begin != end) {
            throw new IllegalStateException(
                    "flow %d waits for flow %d: that takes a fabric that one thread runs"
                            .formatted(waiter.id(), before.id()));
        }
    }
}
