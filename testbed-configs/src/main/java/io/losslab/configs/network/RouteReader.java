package io.losslab.configs.network;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Makes the routing of a topology: the shortest paths and the {@code routes} that replace them. For
 * one mapping; not thread safe.
 */
final class RouteReader {
    private final Topology topology;
    private final Map<Integer, Map<Integer, List<Integer>>> overrides = new HashMap<>();
    private final Map<Integer, YamlValue> blamedByHost = new LinkedHashMap<>();

    RouteReader(Topology topology) {
        this.topology = topology;
    }

    Routing read(Fields map) {
        for (YamlValue.Entry byNode : map.get(TopologySections.ROUTES).orElse(List.of())) {
            Optional<Node> at =
                    node(byNode, node -> node.forwards() || node.ports() > 1, "switch or relay");
            for (YamlValue.Entry byTarget : byNode.value().entries()) {
                Optional<Node> target = node(byTarget, node -> true, "host or switch");
                if (at.isPresent() && target.isPresent()) {
                    override(at.get(), target.get(), byTarget.value());
                }
            }
        }
        Routing routing = new Routing(topology, overrides);
        blamedByHost.forEach((hostId, value) -> check(routing, hostId, value));
        return routing;
    }

    private void override(Node at, Node target, YamlValue neighbours) {
        List<Integer> ports = ports(neighbours, at);
        if (ports.isEmpty()) {
            return;
        }
        for (Node host : hostsOf(target)) {
            overrides.computeIfAbsent(at.id(), id -> new HashMap<>()).put(host.id(), ports);
            blamedByHost.putIfAbsent(host.id(), neighbours);
        }
    }

    /** The host, or all hosts with a link to the switch. */
    private List<Node> hostsOf(Node target) {
        if (target.isHost()) {
            return List.of(target);
        }
        List<Node> hosts = new ArrayList<>();
        for (int port = 1; port <= target.ports(); port++) {
            Node peer = topology.peerAt(target, port);
            if (peer.isHost() && !hosts.contains(peer)) {
                hosts.add(peer);
            }
        }
        return hosts;
    }

    private void check(Routing routing, int hostId, YamlValue blamed) {
        Node host = topology.nodes().get(hostId);
        for (Node from : topology.nodes()) {
            if (!from.forwards() || from.equals(host)) {
                continue;
            }
            Optional<String> fault = routing.fault(from, host);
            if (fault.isPresent() && !routing.ports(from, host).isEmpty()) {
                blamed.error("routes to host %s: %s".formatted(host.name(), fault.get()));
                return;
            }
        }
    }

    private Optional<Node> node(YamlValue.Entry entry, Predicate<Node> allowed, String what) {
        List<String> names = topology.nodes().stream().filter(allowed).map(Node::name).toList();
        if (!names.contains(entry.key())) {
            entry.unknown("there is no %s '%s'".formatted(what, entry.key()), names);
            return Optional.empty();
        }
        return topology.node(entry.key());
    }

    /** All ports of a node that lead to the neighbours a route names. */
    private List<Integer> ports(YamlValue value, Node at) {
        Map<String, List<Integer>> portsByNeighbour = new LinkedHashMap<>();
        for (int port = 1; port <= at.ports(); port++) {
            String neighbour = topology.peerAt(at, port).name();
            portsByNeighbour.computeIfAbsent(neighbour, name -> new ArrayList<>()).add(port);
        }
        Set<Integer> ports = new TreeSet<>();
        for (YamlValue item :
                TopologySections.NEIGHBOURS
                        .reader()
                        .apply(value)
                        .map(YamlValue::itemsOrOne)
                        .orElse(List.of())) {
            Set<String> neighbours = new TreeSet<>(portsByNeighbour.keySet());
            item.oneOf(neighbours, "there is no neighbour of " + at.name() + " named '%s'")
                    .ifPresent(name -> ports.addAll(portsByNeighbour.get(name)));
        }
        return List.copyOf(ports);
    }
}
