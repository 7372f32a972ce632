package io.losslab.configs.experiment.file;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the ports that a rule's keys {@code links} and {@code at} name. */
final class RulePorts {
    private final Topology topology;

    RulePorts(Topology topology) {
        this.topology = topology;
    }

    /**
     * Ends of the rule's links; none, and a problem, where it fits no port.
     *
     * @param rule to blame
     * @param hostsToo whether the ends at hosts count
     */
    List<PortRef> of(
            Optional<YamlValue> groups,
            Optional<YamlValue> places,
            YamlValue rule,
            boolean hostsToo) {
        List<Link> links = new ArrayList<>();
        for (YamlValue item : groups.map(YamlValue::itemsOrOne).orElse(List.of())) {
            links.addAll(linksOf(item, topology));
        }
        List<String> devices =
                topology.nodes().stream()
                        .filter(node -> node.isSwitch() || hostsToo)
                        .map(Node::name)
                        .toList();
        List<String> at = devicesOf(places, devices, hostsToo ? "device" : "switch");
        List<PortRef> ports = new ArrayList<>();
        for (Link link : links) {
            for (PortRef end : List.of(link.a(), link.b())) {
                boolean named = places.isEmpty() || at.contains(end.node().name());
                if (named && (end.node().isSwitch() || hostsToo)) {
                    ports.add(end);
                }
            }
        }
        if (ports.isEmpty() && !links.isEmpty() && devices.containsAll(at)) {
            rule.error("the rule matches no port: no such link ends at " + String.join(", ", at));
        }
        return ports;
    }

    /** Links of a group that a value names; none, and a problem, where there is no such group. */
    static List<Link> linksOf(YamlValue value, Topology topology) {
        Optional<String> group = value.word();
        if (group.isEmpty()) {
            return List.of();
        }
        List<Link> links = topology.group(group.get());
        if (links.isEmpty()) {
            value.unknown(
                    "topology %s has no link group '%s'".formatted(topology.name(), group.get()),
                    group.get(),
                    topology.groups());
        }
        return links;
    }

    private static List<String> devicesOf(
            Optional<YamlValue> places, List<String> devices, String kind) {
        List<String> at = new ArrayList<>();
        for (YamlValue item : places.map(YamlValue::itemsOrOne).orElse(List.of())) {
            Optional<String> name = item.word();
            if (name.isPresent() && !devices.contains(name.get())) {
                item.unknown(
                        "there is no %s '%s'".formatted(kind, name.get()), name.get(), devices);
            }
            name.ifPresent(at::add);
        }
        return at;
    }
}
