package io.losslab.orchestrator.plan;

import io.losslab.api.topology.Node;
import io.losslab.orchestrator.experiment.TrafficGroup;

/**
 * A queue pair.
 *
 * @param flowId counts from 1 in the cell
 * @param group it is reported under
 * @param from sender
 * @param to receiver
 * @param udpSourcePort entropy of the ECMP hash
 * @param ideal completion time of its messages in an empty network
 */
public record PlannedFlow(
        int flowId,
        TrafficGroup group,
        Node from,
        Node to,
        int udpSourcePort,
        IdealCompletion ideal) {}
