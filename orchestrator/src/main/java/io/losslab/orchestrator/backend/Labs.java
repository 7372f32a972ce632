package io.losslab.orchestrator.backend;

import io.losslab.api.topology.Topology;

/** Opens a lab for each cell. Thread safe. */
@FunctionalInterface
public interface Labs {
    /**
     * Opens a lab that is cabled as the topology says.
     *
     * @param dataQueues that its devices need at every egress port, at least 8
     * @throws io.losslab.orchestrator.session.CommandFailure where it cannot be had
     */
    Lab open(Topology topology, int dataQueues);
}
