package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads which hosts a value names: a host, a pattern such as {@code dc1-*}, {@code all}, or a list
 * of these, from which {@code !} takes hosts away wherever it stands.
 */
final class HostSelection {
    private static final String ALL = "all";
    private static final String NOT = "!";
    private static final int NAMES_SHOWN = 20;

    private final Topology topology;
    private final List<String> known;

    HostSelection(Topology topology) {
        this.topology = topology;
        this.known = topology.hosts().stream().map(Node::name).toList();
    }

    /** Hosts of a key in the order they are named; empty, and reported, where there is none. */
    List<Node> read(Fields map, Key<YamlValue> key) {
        return map.get(key).map(value -> read(value, key.name())).orElse(List.of());
    }

    /** Hosts that a value names. */
    List<Node> read(YamlValue value, String key) {
        Set<Node> hosts = new LinkedHashSet<>();
        Set<Node> excluded = new HashSet<>();
        boolean complete = true;
        for (YamlValue item : value.itemsOrOne()) {
            Optional<String> word = item.word();
            boolean without = word.isPresent() && word.get().startsWith(NOT);
            String name =
                    word.map(text -> without ? text.substring(NOT.length()) : text).orElse("");
            List<Node> named = word.isEmpty() ? List.of() : named(item, name);
            complete &= !named.isEmpty();
            (without ? excluded : hosts).addAll(named);
        }
        hosts.removeAll(excluded);
        if (hosts.isEmpty() && complete && (value.isList() || value.isScalar())) {
            value.error("'%s' selects no host".formatted(key));
        }
        return List.copyOf(hosts);
    }

    /** A node of either kind; empty, and reported, where there is none. */
    Optional<Node> node(YamlValue item) {
        Optional<String> name = item.word();
        Optional<Node> node = name.flatMap(topology::node);
        if (name.isPresent() && node.isEmpty()) {
            List<String> all = topology.nodes().stream().map(Node::name).toList();
            item.error(
                    "topology %s has no node '%s'".formatted(topology.name(), name.get()),
                    oneOf(all),
                    Spelling.didYouMean(name.get(), all));
        }
        return node;
    }

    private List<Node> named(YamlValue item, String name) {
        if (name.equals(ALL)) {
            return topology.hosts();
        }
        if (name.contains("*")) {
            List<Node> matching = matching(name);
            if (matching.isEmpty()) {
                item.error("no host matches '%s'".formatted(name), oneOf(known), "");
            }
            return matching;
        }
        Optional<Node> node = topology.node(name);
        if (node.isEmpty()) {
            item.error(
                    "topology %s has no host '%s'".formatted(topology.name(), name),
                    oneOf(known),
                    Spelling.didYouMean(name, known));
            return List.of();
        }
        if (node.get().isSwitch()) {
            item.error(
                    "'%s' is a switch; traffic runs between hosts".formatted(name),
                    oneOf(known),
                    "");
            return List.of();
        }
        return List.of(node.get());
    }

    private List<Node> matching(String glob) {
        String regex =
                Arrays.stream(glob.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        Pattern pattern = Pattern.compile(regex);
        List<Node> matching = new ArrayList<>();
        for (Node host : topology.hosts()) {
            if (pattern.matcher(host.name()).matches()) {
                matching.add(host);
            }
        }
        return matching;
    }

    private static String oneOf(List<String> names) {
        boolean many = names.size() > NAMES_SHOWN;
        return "one of "
                + String.join(", ", many ? names.subList(0, NAMES_SHOWN) : names)
                + (many ? ", ... (%d in all)".formatted(names.size()) : "");
    }
}
