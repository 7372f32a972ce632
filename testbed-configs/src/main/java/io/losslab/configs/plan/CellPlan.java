package io.losslab.configs.plan;

import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.plan.flow.PlannedProgram;
import java.util.List;

/**
 * All that is set, started and sampled in a cell.
 *
 * @param cell what is planned
 * @param switches in the topology's order
 * @param hosts in the topology's order
 * @param flows all queue pairs, in flow id order; ids count from 1
 * @param programs of hosts, in the order of their ids, which count from 1
 * @param sampling counters to watch
 */
public record CellPlan(
        Cell cell,
        List<SwitchPlan> switches,
        List<HostPlan> hosts,
        List<PlannedFlow> flows,
        List<PlannedProgram> programs,
        Sampling sampling) {
    public CellPlan {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        flows = List.copyOf(flows);
        programs = List.copyOf(programs);
    }

    /** What the cell runs. */
    public Setup setup() {
        return cell.setup();
    }

    /** The topology whose nodes the devices are. */
    public Topology topology() {
        return cell.setup().network().topology();
    }

    /** The flow with an id of this plan. */
    public PlannedFlow flow(int flowId) {
        return flows.get(flowId - 1);
    }
}
