package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.configs.language.Fields;
import io.losslab.configs.network.Network;
import io.losslab.configs.traffic.FlowWay.Choice;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads which way flows take: one of {@code ecmp}, {@code via} and {@code path}. */
final class WayReader {
    private final Network network;
    private final HostSelection hosts;

    WayReader(Network network) {
        this.network = network;
        this.hosts = new HostSelection(network.topology());
    }

    /**
     * Reads the way.
     *
     * @param answered whether the receivers send to the senders, too
     */
    Optional<FlowWay> read(Fields map, List<Node> from, List<Node> to, boolean answered) {
        if (map.has(TrafficSections.PATH)) {
            return path(map.value(TrafficSections.PATH), from, to);
        }
        if (map.has(TrafficSections.VIA)) {
            return map.get(TrafficSections.VIA).flatMap(nodes -> via(nodes, from, to, answered));
        }
        return Optional.of(
                map.value(TrafficSections.ECMP).equals("spread") ? FlowWay.SPREAD : FlowWay.HASH);
    }

    private Optional<FlowWay> via(
            YamlValue value, List<Node> from, List<Node> to, boolean answered) {
        List<Node> nodes = nodes(value);
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> fault = fault(nodes, from, to);
        if (fault.isEmpty() && answered) {
            fault = fault(nodes, to, from);
        }
        if (fault.isPresent()) {
            value.error(fault.get());
            return Optional.empty();
        }
        return Optional.of(new FlowWay(Choice.VIA, nodes));
    }

    private Optional<String> fault(List<Node> nodes, List<Node> from, List<Node> to) {
        for (Node receiver : to) {
            Waypoints waypoints = new Waypoints(network, nodes, receiver);
            for (Node sender : from) {
                if (!sender.equals(receiver) && !waypoints.passedFrom(sender)) {
                    return Optional.of(
                            "no shortest path from %s to %s passes %s"
                                    .formatted(sender.name(), receiver.name(), names(nodes)));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<FlowWay> path(YamlValue value, List<Node> from, List<Node> to) {
        List<Node> nodes = nodes(value);
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        boolean fits =
                from.size() == 1
                        && to.size() == 1
                        && nodes.get(0).equals(from.get(0))
                        && nodes.get(nodes.size() - 1).equals(to.get(0));
        if (!fits) {
            value.error(
                    "the path is from %s to %s"
                            .formatted(nodes.get(0).name(), nodes.get(nodes.size() - 1).name()),
                    "one sender in 'from' and one receiver in 'to', which are the ends of the path",
                    "");
            return Optional.empty();
        }
        for (int i = 1; i < nodes.size(); i++) {
            if (network.link(nodes.get(i - 1), nodes.get(i)).isEmpty()) {
                value.error(
                        "no link that is up connects %s and %s"
                                .formatted(nodes.get(i - 1).name(), nodes.get(i).name()));
                return Optional.empty();
            }
        }
        for (Node node : nodes.subList(1, nodes.size() - 1)) {
            if (!node.forwards()) {
                value.error(
                        "the path leads through host %s, which does not forward"
                                .formatted(node.name()));
                return Optional.empty();
            }
        }
        return Optional.of(new FlowWay(Choice.PATH, nodes));
    }

    /** The nodes of a list; empty where one of them is not known. */
    private List<Node> nodes(YamlValue value) {
        List<Node> nodes = new ArrayList<>();
        List<YamlValue> items = value.itemsOrOne();
        items.forEach(item -> hosts.node(item).ifPresent(nodes::add));
        if (items.isEmpty()) {
            value.error("the list of nodes is empty");
        }
        return nodes.size() == items.size() ? nodes : List.of();
    }

    private static String names(List<Node> nodes) {
        return String.join(", ", nodes.stream().map(Node::name).toList());
    }
}
