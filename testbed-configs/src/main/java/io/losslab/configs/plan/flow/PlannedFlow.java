package io.losslab.configs.plan.flow;

import io.losslab.api.topology.Node;
import io.losslab.configs.traffic.TrafficGroup;
import java.util.List;

/**
 * A queue pair.
 *
 * @param flowId counts from 1 in the cell
 * @param group it belongs to
 * @param reportedAs name it is reported under: the group's, and its stage's where it has some
 * @param from sender
 * @param to receiver
 * @param trafficClass 0..7
 * @param udpSourcePort entropy of the ECMP hash
 * @param sourceRoute egress port of every device on the way, the sender's first; empty: by the
 *     tables
 * @param startNanos of its first message; counts from the last arrival of {@code after} if there is
 *     one
 * @param bytes of its only message; 0 for queue pairs that send several
 * @param programmed bytes of its messages in an iteration of a program; empty for other flows
 * @param after ids of flows that must have arrived at the sender first
 * @param ideal completion time of its messages in an empty network
 */
public record PlannedFlow(
        int flowId,
        TrafficGroup group,
        String reportedAs,
        Node from,
        Node to,
        int trafficClass,
        int udpSourcePort,
        List<Integer> sourceRoute,
        long startNanos,
        long bytes,
        List<Long> programmed,
        List<Integer> after,
        IdealCompletion ideal) {
    public PlannedFlow {
        sourceRoute = List.copyOf(sourceRoute);
        programmed = List.copyOf(programmed);
        after = List.copyOf(after);
    }
}
