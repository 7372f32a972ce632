package io.losslab.devices.software.program;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.Route;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The switches behind a switch: their routes as far as its packets meet them. Pure. */
final class PathsBehind {
    /**
     * Where packets to a host go on.
     *
     * @param at a switch behind
     */
    record Hop(Node at, Route route) {}

    private final Assignment assignment;
    private final Map<Node, SwitchPlan> plans = new HashMap<>();
    private final Map<Node, Map<Integer, Route>> routes = new HashMap<>();

    /** The paths of a cell. */
    PathsBehind(Assignment assignment) {
        this.assignment = assignment;
        CellPlan cell = assignment.cell();
        for (SwitchPlan plan : cell.switches()) {
            Map<Integer, Route> byAddress = new HashMap<>();
            plan.routes().forEach(route -> byAddress.put(route.ipv4(), route));
            plans.put(plan.node(), plan);
            routes.put(plan.node(), byAddress);
        }
    }

    /** All switches of the cell, in the topology's order. */
    List<Node> switches() {
        return assignment.cell().switches().stream().map(SwitchPlan::node).toList();
    }

    /** Number of a switch, from 1. */
    int number(Node node) {
        return node.id() + 1;
    }

    /** What the hash of a switch begins with, unsigned. */
    long seed(Node node) {
        return Integer.toUnsignedLong(plans.get(node).config().getEcmp().getSeed());
    }

    /** The switch that a port leads to; empty for a host, and where nothing is. */
    Optional<Node> behind(Node node, int port) {
        return peer(node, port).filter(plans::containsKey);
    }

    private Optional<Node> peer(Node node, int port) {
        Link link = assignment.binding().topology().linkAt(node, port);
        return Optional.ofNullable(link).map(it -> it.peerOf(node)).map(PortRef::node);
    }

    /** Every route of a switch behind that packets may meet which leave a switch. */
    List<Hop> hops(SwitchPlan from) {
        List<Hop> hops = new ArrayList<>();
        for (Route first : from.routes()) {
            Set<Node> met = new HashSet<>();
            Deque<Node> next = new ArrayDeque<>();
            add(from.node(), first, met, next);
            while (!next.isEmpty()) {
                Node at = next.remove();
                Route route = routes.get(at).get(first.ipv4());
                if (route != null) {
                    hops.add(new Hop(at, route));
                    add(at, route, met, next);
                }
            }
        }
        return hops;
    }

    /** Whether packets that leave a switch pass hosts that relay them. */
    boolean hasRelays(SwitchPlan from) {
        return passesHost(from.node(), from.routes())
                || hops(from).stream().anyMatch(hop -> passesHost(hop.at(), List.of(hop.route())));
    }

    private boolean passesHost(Node at, List<Route> taken) {
        return taken.stream()
                .anyMatch(
                        route ->
                                route.ports().stream()
                                        .flatMap(port -> peer(at, port).stream())
                                        .anyMatch(
                                                peer ->
                                                        !peer.isSwitch()
                                                                && !peer.equals(route.host())));
    }

    private void add(Node at, Route route, Set<Node> met, Deque<Node> next) {
        for (int port : route.ports()) {
            behind(at, port).filter(met::add).ifPresent(next::add);
        }
    }
}
