package io.losslab.configs.plan;

import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.plan.flow.PlannedFlow;
import java.util.List;

/**
 * All that is set, started and sampled in a cell.
 *
 * @param cell what is planned
 * @param topology whose nodes the devices are
 * @param switches in the topology's order
 * @param hosts in the topology's order
 * @param flows all queue pairs, in flow id order; ids count from 1
 * @param sampling counters to watch
 * @param events whether pauses, resumes and drops are kept one by one
 * @param pauses whether the pause time of flows is attributed to the ports that caused it
 * @param warmupNanos what starts before is not measured
 * @param durationNanos when traffic ends
 * @param drainNanos how long after that frames may still arrive
 * @param reservedBufferBytes most that the scheme sets aside at one port
 * @param dataQueues that the scheme needs at every egress port, at least 8
 */
public record CellPlan(
        Cell cell,
        Topology topology,
        List<SwitchPlan> switches,
        List<HostPlan> hosts,
        List<PlannedFlow> flows,
        Sampling sampling,
        boolean events,
        boolean pauses,
        long warmupNanos,
        long durationNanos,
        long drainNanos,
        long reservedBufferBytes,
        int dataQueues) {
    public CellPlan {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        flows = List.copyOf(flows);
    }

    /** The flow with an id of this plan. */
    public PlannedFlow flow(int flowId) {
        return flows.get(flowId - 1);
    }
}
