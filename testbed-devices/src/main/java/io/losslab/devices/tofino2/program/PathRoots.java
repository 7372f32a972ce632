package io.losslab.devices.tofino2.program;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.Route;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.failure.CommandFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The next two egress ports on the ways behind a port: the congestion roots that its packets may
 * meet (Pyrrha, V-A, path calculation unit). The program finds them by destination.
 *
 * @param near port of the next switch, by destination address
 * @param far port of the switch after it, by destination address
 */
record PathRoots(Map<Integer, PortRef> near, Map<Integer, PortRef> far) {
    /**
     * Follows the routes behind a port.
     *
     * @param switches plans of all switches
     * @throws CommandFailure where a destination has several paths or a longer one
     */
    static PathRoots behind(SwitchPort port, Topology topology, Map<Node, SwitchPlan> switches) {
        Map<Integer, PortRef> near = new LinkedHashMap<>();
        Map<Integer, PortRef> far = new LinkedHashMap<>();
        for (Route route : switches.get(port.node()).routes()) {
            Node next = peer(topology, port.ref());
            if (!route.ports().contains(port.ref().port()) || next.isHost()) {
                continue;
            }
            PortRef first = only(next, route, switches);
            near.put(route.ipv4(), first);
            Node behind = peer(topology, first);
            if (behind.isHost()) {
                continue;
            }
            PortRef second = only(behind, route, switches);
            far.put(route.ipv4(), second);
            if (!peer(topology, second).isHost()) {
                throw refused(
                        "%s is more than two hops behind %s"
                                .formatted(route.host().name(), port.ref()));
            }
        }
        return new PathRoots(near, far);
    }

    private static PortRef only(Node node, Route towards, Map<Node, SwitchPlan> switches) {
        List<Integer> ports =
                switches.get(node).routes().stream()
                        .filter(route -> route.ipv4() == towards.ipv4())
                        .findFirst()
                        .map(Route::ports)
                        .orElse(List.of());
        if (ports.size() != 1) {
            throw refused(
                    "%s has %d ports to %s"
                            .formatted(node.name(), ports.size(), towards.host().name()));
        }
        return new PortRef(node, ports.get(0));
    }

    private static Node peer(Topology topology, PortRef port) {
        return topology.peerAt(port.node(), port.port());
    }

    private static CommandFailure refused(String why) {
        return CommandFailure.usage(
                "the P4 program of pyrrha derives the next two ports from the destination alone,"
                        + " but "
                        + why,
                "use a leaf-spine topology, or softwareSwitch devices");
    }
}
