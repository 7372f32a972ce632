package io.losslab.orchestrator.network;

import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.orchestrator.yaml.Position;
import io.losslab.orchestrator.yaml.Problem;
import io.losslab.orchestrator.yaml.Spelling;
import io.losslab.orchestrator.yaml.YamlEntry;
import io.losslab.orchestrator.yaml.YamlMap;
import io.losslab.orchestrator.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Makes a network of a topology mapping and reports all that is wrong in it. For one mapping; not
 * thread safe.
 */
public final class TopologyReader {
    private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final String NAME_EXPECTED =
            "a letter, then letters, digits, dots, hyphens or underscores";
    private static final int MAX_PARALLEL_LINKS = 64;

    private final Map<String, Position> placeByName = new LinkedHashMap<>();
    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> linked = new TreeSet<>();
    private final Map<String, Integer> portsByHost = new HashMap<>();
    private final Map<Integer, String> lengthByLink = new HashMap<>();
    private int linkCount;

    /**
     * Reads a topology.
     *
     * @param defaultName its name where the mapping gives none
     */
    public Optional<Network> read(YamlValue value, String defaultName) {
        Optional<YamlMap> map = value.map(TopologyFormat.TOPOLOGY);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        String name = map.get().get("topology").flatMap(YamlValue::word).orElse(defaultName);
        String title = map.get().get("title").flatMap(YamlValue::text).orElse("");
        Optional<YamlValue> generator = map.get().get("generator");
        Optional<Topology> topology =
                generator.isPresent()
                        ? generated(map.get(), generator.get())
                        : written(map.get(), name);
        return topology.map(
                graph -> new Network(title, graph, routing(map.get(), graph), lengthByLink));
    }

    private Optional<Topology> generated(YamlMap map, YamlValue generator) {
        for (String key : List.of("hosts", "switches", "links")) {
            if (map.has(key)) {
                map.getOrSelf(key).error("a generator makes the %s itself".formatted(key));
            }
        }
        Optional<YamlMap> fatTree =
                generator
                        .map(TopologyFormat.GENERATOR)
                        .flatMap(kind -> kind.get("fatTree"))
                        .flatMap(value -> value.map(TopologyFormat.FAT_TREE));
        if (fatTree.isEmpty()) {
            return Optional.empty();
        }
        Optional<Long> k = fatTree.get().get("k").flatMap(value -> value.integer(2, 32));
        if (k.isPresent() && k.get() % 2 != 0) {
            fatTree.get().getOrSelf("k").error("a fat-tree needs an even k, got " + k.get());
            return Optional.empty();
        }
        Optional<DataRate> rate = fatTree.get().get("rate").flatMap(YamlValue::rate);
        Optional<Nanos> delay = fatTree.get().get("delay").flatMap(YamlValue::time);
        Optional<DataSize> buffer = fatTree.get().get("buffer").flatMap(YamlValue::size);
        if (k.isEmpty() || rate.isEmpty() || delay.isEmpty() || buffer.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                FatTree.build(k.get().intValue(), rate.get(), delay.get(), buffer.get()));
    }

    private Optional<Topology> written(YamlMap map, String name) {
        for (String key : List.of("hosts", "switches", "links")) {
            if (!map.has(key)) {
                map.self()
                        .error("a topology without a generator lacks the key '%s'".formatted(key));
            }
        }
        TopologyBuilder builder = new TopologyBuilder(name);
        map.get("hosts").map(YamlValue::items).orElse(List.of()).forEach(v -> host(v, builder));
        map.get("switches")
                .map(YamlValue::entries)
                .orElse(List.of())
                .forEach(entry -> switchNode(entry, builder));
        if (map.has("hosts") && hosts.isEmpty()) {
            map.getOrSelf("hosts").error("there is no host");
        }
        List<YamlValue> links = map.get("links").map(YamlValue::items).orElse(List.of());
        boolean complete = true;
        for (YamlValue link : links) {
            complete &= link(link, builder);
        }
        if (map.has("links") && complete) {
            reportIsolated(map);
        }
        boolean sound =
                complete
                        && map.has("hosts")
                        && map.has("switches")
                        && map.has("links")
                        && !hosts.isEmpty();
        return sound ? Optional.of(builder.build()) : Optional.empty();
    }

    private void host(YamlValue value, TopologyBuilder builder) {
        Optional<String> name = value.word();
        if (name.isPresent() && claim(name.get(), value.at(), value)) {
            hosts.add(name.get());
            builder.host(name.get());
        }
    }

    private void switchNode(YamlEntry entry, TopologyBuilder builder) {
        boolean fresh = claim(entry.key(), entry.keyAt(), entry.value());
        Optional<YamlMap> map = entry.value().map(TopologyFormat.SWITCH);
        Optional<DataSize> buffer =
                map.flatMap(keys -> keys.get("buffer")).flatMap(YamlValue::size);
        Nanos pipeline =
                map.flatMap(keys -> keys.get("pipeline"))
                        .flatMap(YamlValue::time)
                        .orElse(Node.DEFAULT_PIPELINE);
        if (buffer.isPresent() && buffer.get().bytes() == 0) {
            map.get().getOrSelf("buffer").error("a switch needs a buffer above 0B");
        }
        if (fresh) {
            builder.switchNode(entry.key(), buffer.orElse(new DataSize(1)), pipeline);
        }
    }

    private boolean claim(String name, Position at, YamlValue blamed) {
        if (!NODE_NAME.matcher(name).matches()) {
            blamed.report(
                    Problem.error(at, blamed.path(), "'%s' is no name for a node".formatted(name))
                            .expecting(NAME_EXPECTED));
            return false;
        }
        Position first = placeByName.putIfAbsent(name, at);
        if (first != null) {
            blamed.report(
                    Problem.error(
                            at,
                            blamed.path(),
                            "two nodes are named '%s'; the first is at line %d"
                                    .formatted(name, first.line())));
        }
        return first == null;
    }

    private boolean link(YamlValue value, TopologyBuilder builder) {
        Optional<YamlMap> map = value.map(TopologyFormat.LINK);
        if (map.isEmpty()) {
            return false;
        }
        List<String> ends = ends(map.get());
        Optional<DataRate> rate = map.get().get("rate").flatMap(YamlValue::rate);
        Optional<Nanos> delay = delay(map.get());
        long count =
                map.get().get("count").flatMap(v -> v.integer(1, MAX_PARALLEL_LINKS)).orElse(1L);
        String group = map.get().get("group").flatMap(YamlValue::word).orElse("links");
        if (ends.isEmpty() || rate.isEmpty() || delay.isEmpty()) {
            linked.addAll(ends);
            return false;
        }
        for (String end : ends) {
            linked.add(end);
            int ports = portsByHost.merge(end, (int) count, Integer::sum);
            if (hosts.contains(end) && ports > 1) {
                map.get()
                        .getOrSelf("ends")
                        .error("host %s has %d links; a host has one port".formatted(end, ports));
                return false;
            }
        }
        Optional<String> length = map.get().get("length").flatMap(YamlValue::word);
        for (int i = 0; i < count; i++) {
            builder.link(ends.get(0), ends.get(1), rate.get(), delay.get(), group);
            length.ifPresent(text -> lengthByLink.put(linkCount, text));
            linkCount++;
        }
        return true;
    }

    /** Two known, different nodes, or none. */
    private List<String> ends(YamlMap map) {
        Optional<YamlValue> value = map.get("ends");
        if (value.isEmpty()) {
            return List.of();
        }
        List<YamlValue> items = value.get().items();
        if (items.size() != 2) {
            if (value.get().isList()) {
                value.get().error("a link has two ends, here are " + items.size(), "[A, B]", "");
            }
            return List.of();
        }
        List<String> ends = new ArrayList<>();
        for (YamlValue item : items) {
            item.word()
                    .filter(name -> known(item, name, placeByName.keySet(), "node"))
                    .ifPresent(ends::add);
        }
        if (ends.size() == 2 && ends.get(0).equals(ends.get(1))) {
            value.get().error("the link joins '%s' to itself".formatted(ends.get(0)));
            linked.add(ends.get(0));
            return List.of();
        }
        return ends.size() == 2 ? ends : List.of();
    }

    private static Optional<Nanos> delay(YamlMap map) {
        if (map.has("length") && map.has("delay")) {
            map.getOrSelf("delay").error("a link has a length or a delay, not both");
            return Optional.empty();
        }
        if (!map.has("length") && !map.has("delay")) {
            map.self().error("a link lacks the key 'length' or 'delay'");
            return Optional.empty();
        }
        return map.has("length")
                ? map.getOrSelf("length").length().map(FiberLength::delay)
                : map.getOrSelf("delay").time();
    }

    private void reportIsolated(YamlMap map) {
        placeByName.forEach(
                (name, at) -> {
                    if (!linked.contains(name)) {
                        map.self()
                                .report(
                                        Problem.error(
                                                at,
                                                "links",
                                                "no link leads to '%s'".formatted(name)));
                    }
                });
    }

    private static Routing routing(YamlMap map, Topology topology) {
        Map<Integer, Map<Integer, List<Integer>>> overrides = new HashMap<>();
        Map<Integer, YamlValue> blamed = new LinkedHashMap<>();
        for (YamlEntry bySwitch : map.get("routes").map(YamlValue::entries).orElse(List.of())) {
            Optional<Node> at = node(bySwitch, topology, Node.Kind.SWITCH);
            for (YamlEntry byHost : bySwitch.value().entries()) {
                Optional<Node> host = node(byHost, topology, Node.Kind.HOST);
                if (at.isEmpty() || host.isEmpty()) {
                    continue;
                }
                List<Integer> ports = ports(byHost.value(), at.get(), topology);
                if (!ports.isEmpty()) {
                    overrides
                            .computeIfAbsent(at.get().id(), id -> new HashMap<>())
                            .put(host.get().id(), ports);
                    blamed.putIfAbsent(host.get().id(), byHost.value());
                }
            }
        }
        Routing routing = new Routing(topology, overrides);
        blamed.forEach((hostId, value) -> checkRoutes(routing, topology, hostId, value));
        return routing;
    }

    private static void checkRoutes(
            Routing routing, Topology topology, int hostId, YamlValue blamed) {
        Node host = topology.nodes().get(hostId);
        for (Node from : topology.switches()) {
            Optional<String> fault = routing.fault(from, host);
            if (fault.isPresent() && !routing.ports(from, host).isEmpty()) {
                blamed.error("to host %s %s".formatted(host.name(), fault.get()));
                return;
            }
        }
    }

    private static Optional<Node> node(YamlEntry entry, Topology topology, Node.Kind kind) {
        List<String> names =
                topology.nodes().stream().filter(n -> n.kind() == kind).map(Node::name).toList();
        String word = kind == Node.Kind.HOST ? "host" : "switch";
        if (!names.contains(entry.key())) {
            entry.value()
                    .report(
                            Problem.error(
                                            entry.keyAt(),
                                            entry.value().path(),
                                            "there is no %s '%s'".formatted(word, entry.key()))
                                    .expecting("one of " + String.join(", ", names))
                                    .suggesting(Spelling.didYouMean(entry.key(), names)));
            return Optional.empty();
        }
        return topology.node(entry.key());
    }

    /** All ports of a switch that lead to the neighbours a route names. */
    private static List<Integer> ports(YamlValue value, Node at, Topology topology) {
        Set<Integer> ports = new TreeSet<>();
        Set<String> neighbours = new TreeSet<>();
        for (int port = 1; port <= at.ports(); port++) {
            neighbours.add(topology.linkAt(at, port).peerOf(at).node().name());
        }
        for (YamlValue item : value.itemsOrOne()) {
            Optional<String> name = item.word();
            if (name.isEmpty()
                    || !known(
                            item,
                            name.get(),
                            neighbours,
                            "neighbour of " + at.name() + " called")) {
                continue;
            }
            for (int port = 1; port <= at.ports(); port++) {
                if (topology.linkAt(at, port).peerOf(at).node().name().equals(name.get())) {
                    ports.add(port);
                }
            }
        }
        return List.copyOf(ports);
    }

    private static boolean known(YamlValue value, String name, Set<String> names, String what) {
        if (names.contains(name)) {
            return true;
        }
        value.error(
                "there is no %s '%s'".formatted(what, name),
                "one of " + String.join(", ", names),
                Spelling.didYouMean(name, names));
        return false;
    }
}
