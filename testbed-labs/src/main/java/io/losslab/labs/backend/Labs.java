package io.losslab.labs.backend;

import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.CellPlan;
import java.util.List;

/** Opens a lab for each cell, for any thread, but no more at a time than {@link #mostAtATime}. */
@FunctionalInterface
public interface Labs {
    /**
     * Opens a lab that is cabled as the topology says.
     *
     * @param dataQueues that its devices need at every egress port, at least 8
     * @throws io.losslab.devices.failure.CommandFailure where it cannot be had
     */
    Lab open(Topology topology, int dataQueues);

    /**
     * Opens a lab for a cell.
     *
     * @throws io.losslab.devices.failure.CommandFailure where it cannot be had
     */
    default Lab open(CellPlan plan) {
        return open(plan.topology(), plan.setup().dataQueues());
    }

    /** How fast time passes in labs of a topology. */
    default Pace pace(Topology topology) {
        return Pace.GIVEN;
    }

    /** Labs that may be open at a time. */
    default int mostAtATime() {
        return Integer.MAX_VALUE;
    }

    /**
     * Sets devices back to what they were before the first lab; to be called once, after the last.
     *
     * @return what could not be restored
     */
    default List<String> restore() {
        return List.of();
    }
}
