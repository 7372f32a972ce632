package io.losslab.services.lab;

import io.losslab.api.rpc.Replies;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.IterationLog;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.roce.service.HostEndPoint;
import io.losslab.roce.service.HostEndPoints;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;
import io.losslab.softswitch.fabric.Fabric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All simulated hosts of a fabric, and what concerns them together: flow ids and the log. */
final class VirtualHosts implements HostEndPoints {
    private final FabricThread fabric;
    private final EventMailboxes events;
    private final Map<Long, Node> nodes = new HashMap<>();

    /*
     * On the fabric's thread only, by flow id: the nodes at which a flow begins and ends; by node:
     * what the fabric logged and has not been taken.
     */
    private final Map<Integer, Integer> hostOfFlow = new HashMap<>();
    private final Map<Integer, Integer> endOfFlow = new HashMap<>();
    private final Map<Integer, FlowLog> logs = new HashMap<>();

    /** By program: the node it runs on; by node: its iterations that have not been taken. */
    private final Map<Integer, Integer> hostOfProgram = new HashMap<>();

    private final Map<Integer, IterationLog> iterations = new HashMap<>();

    private final WatchedPorts watches = new WatchedPorts();

    VirtualHosts(FabricThread fabric, Topology topology, EventMailboxes events) {
        this.fabric = fabric;
        this.events = events;
        for (Node node : topology.hosts()) {
            nodes.put((long) node.deviceId(), node);
            logs.put(node.id(), new FlowLog());
            iterations.put(node.id(), new IterationLog());
        }
    }

    @Override
    public <T> T call(long hostId, Function<HostEndPoint, T> work) {
        return fabric.call(owned -> work.apply(new VirtualHost(owned, this, node(hostId))));
    }

    Node node(long hostId) {
        Node node = nodes.get(hostId);
        if (node == null) {
            throw Replies.notFound("no host has host_id " + hostId);
        }
        return node;
    }

    /** Ports whose frames are noted. */
    WatchedPorts watches() {
        return watches;
    }

    boolean isTaken(int flowId) {
        return hostOfFlow.containsKey(flowId);
    }

    /** Whether a flow is known to end elsewhere; one that is not known yet may still come. */
    boolean endsElsewhere(int flowId, Node node) {
        Integer end = endOfFlow.get(flowId);
        return end != null && end != node.id();
    }

    void take(int flowId, int fromNode, int toNode) {
        hostOfFlow.put(flowId, fromNode);
        endOfFlow.put(flowId, toNode);
    }

    void takeProgram(int program, int node) {
        hostOfProgram.put(program, node);
    }

    /** Sorts the fabric's completed iterations by host, and takes this one's. */
    List<IterationLog.Iteration> drainIterations(Fabric owned, Node node) {
        for (IterationLog.Iteration row : owned.drainIterations()) {
            iterations
                    .get(hostOfProgram.get(row.program()))
                    .add(row.program(), row.number(), row.beginNanos(), row.endNanos());
        }
        return iterations.get(node.id()).drain();
    }

    /** A host's events since the last call. */
    List<QueueEvent> events(Fabric owned, Node node) {
        return events.take(owned, node.id());
    }

    /** Sorts the fabric's completed messages by sending host, and takes this one's. */
    FlowLog drain(Fabric owned, Node node) {
        FlowLog all = owned.drainFlows();
        for (int row = 0; row < all.size(); row++) {
            logs.get(hostOfFlow.get(all.flow(row)))
                    .add(
                            all.flow(row),
                            all.bytes(row),
                            all.startNanos(row),
                            all.endNanos(row),
                            all.retransmits(row));
        }
        return logs.put(node.id(), new FlowLog());
    }
}
