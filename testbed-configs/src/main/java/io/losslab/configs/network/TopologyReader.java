package io.losslab.configs.network;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.YamlValue;
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
    private static final Pattern NODE_NAME = Pattern.compile(TopologySections.NODE_NAME);
    private static final String NAME_EXPECTED =
            "a letter, then letters, digits, dots, hyphens or underscores";

    /** Stands where a buffer is wrong, which is reported, so that no scheme exceeds it. */
    private static final DataSize UNLIMITED = new DataSize(Long.MAX_VALUE);

    /** Group of cables that join two ports of one switch. */
    private static final String LOOP_BACK = "loopBack";

    private final Map<String, Position> placeByName = new LinkedHashMap<>();
    private final Map<String, Integer> mostLinksByHost = new HashMap<>();
    private final Map<Integer, String> hostByAddress = new HashMap<>();
    private final Set<String> linked = new TreeSet<>();
    private final Map<String, Integer> portsByHost = new HashMap<>();
    private final Map<Integer, String> lengthByLink = new HashMap<>();
    private int linkCount;
    private int addressed;
    private boolean addressesDiffer = true;

    /**
     * Reads a topology.
     *
     * @param defaultName its name where the mapping gives none
     */
    public Optional<Network> read(YamlValue value, String defaultName) {
        return TopologySections.TOPOLOGY.read(value).flatMap(map -> network(map, defaultName));
    }

    private Optional<Network> network(Fields map, String defaultName) {
        String name = map.get(TopologySections.NAME).orElse(defaultName);
        String title = map.get(TopologySections.TITLE).orElse("");
        Optional<Topology> topology =
                map.has(TopologySections.GENERATOR) ? generated(map) : written(map, name);
        return topology.map(
                graph -> new Network(title, graph, new RouteReader(graph).read(map), lengthByLink));
    }

    private Optional<Topology> generated(Fields map) {
        GeneratorReader reader = new GeneratorReader();
        Optional<Topology> topology = map.get(TopologySections.GENERATOR).flatMap(reader::read);
        lengthByLink.putAll(reader.lengthByLink());
        return topology.map(
                graph -> map.get(TopologySections.NAME).map(graph::named).orElse(graph));
    }

    private Optional<Topology> written(Fields map, String name) {
        TopologyBuilder builder = new TopologyBuilder(name);
        map.written(TopologySections.HOSTS).ifPresent(value -> hosts(value, builder));
        map.get(TopologySections.SWITCHES)
                .orElse(List.of())
                .forEach(entry -> switchNode(entry, builder));
        if (map.has(TopologySections.HOSTS) && mostLinksByHost.isEmpty()) {
            map.blame(TopologySections.HOSTS).error("the list of hosts is empty");
        }
        boolean complete = true;
        for (YamlValue link :
                map.get(TopologySections.LINKS).map(YamlValue::items).orElse(List.of())) {
            complete &= link(link, builder);
        }
        if (map.has(TopologySections.LINKS) && complete) {
            reportIsolated(map);
        }
        boolean sound =
                complete
                        && map.isSound()
                        && !mostLinksByHost.isEmpty()
                        && addressesDiffer
                        && NodeLimit.allows(placeByName.size(), map.blame(TopologySections.HOSTS));
        return sound ? Optional.of(builder.build()) : Optional.empty();
    }

    /** A list of names, or a mapping where hosts have something of their own. */
    private void hosts(YamlValue value, TopologyBuilder builder) {
        if (value.isMap()) {
            value.entries().forEach(entry -> host(entry, builder));
            return;
        }
        for (YamlValue item : value.items()) {
            Optional<String> name = item.word();
            if (name.isPresent() && claim(name.get(), item.at(), item)) {
                mostLinksByHost.put(name.get(), 1);
                claimAddress(name.get(), Node.defaultIpv4(addressed++), item);
                builder.host(name.get());
            }
        }
    }

    private void host(YamlValue.Entry entry, TopologyBuilder builder) {
        String name = entry.key();
        boolean fresh = claim(name, entry.keyAt(), entry.value());
        Optional<Fields> keys = TopologySections.HOST.read(entry.value());
        if (!fresh) {
            return;
        }
        int ipv4 = Node.defaultIpv4(addressed++);
        if (keys.isEmpty()) {
            mostLinksByHost.put(name, (int) TopologySections.MOST_HOST_PORTS);
            builder.host(name);
            claimAddress(name, ipv4, entry.value());
            return;
        }
        Fields map = keys.get();
        boolean relays = map.value(TopologySections.RELAY);
        if (map.has(TopologySections.RELAY_MEMORY) && !relays) {
            map.blame(TopologySections.RELAY_MEMORY).error("'buffer' requires 'relay: true'");
        }
        long most = relays ? TopologySections.MOST_HOST_PORTS : 1;
        mostLinksByHost.put(name, map.get(TopologySections.HOST_PORTS).orElse(most).intValue());
        if (relays) {
            builder.relayingHost(name, map.value(TopologySections.RELAY_MEMORY));
        } else {
            builder.host(name);
        }
        Optional<Integer> address = map.get(TopologySections.HOST_ADDRESS);
        address.ifPresent(given -> builder.address(name, given));
        claimAddress(name, address.orElse(ipv4), map.blame(TopologySections.HOST_ADDRESS));
    }

    private void claimAddress(String host, int ipv4, YamlValue blamed) {
        String other = hostByAddress.putIfAbsent(ipv4, host);
        if (other != null) {
            blamed.error("hosts %s and %s have the same address".formatted(host, other));
            addressesDiffer = false;
        }
    }

    private void switchNode(YamlValue.Entry entry, TopologyBuilder builder) {
        boolean fresh = claim(entry.key(), entry.keyAt(), entry.value());
        Optional<Fields> map = TopologySections.SWITCH.read(entry.value());
        if (fresh) {
            builder.switchNode(
                    entry.key(),
                    map.flatMap(keys -> keys.get(TopologySections.BUFFER)).orElse(UNLIMITED),
                    map.map(keys -> keys.value(TopologySections.PIPELINE))
                            .orElse(Node.DEFAULT_PIPELINE));
        }
    }

    private boolean claim(String name, Position at, YamlValue blamed) {
        if (!NODE_NAME.matcher(name).matches()) {
            blamed.report(
                    Problem.error(
                                    at,
                                    blamed.path(),
                                    "'%s' is not a valid node name".formatted(name))
                            .expecting(NAME_EXPECTED));
            return false;
        }
        Position first = placeByName.putIfAbsent(name, at);
        if (first != null) {
            blamed.report(
                    Problem.error(
                            at,
                            blamed.path(),
                            "duplicate node '%s'; first at line %d".formatted(name, first.line())));
        }
        return first == null;
    }

    private boolean link(YamlValue value, TopologyBuilder builder) {
        Optional<Fields> keys = TopologySections.LINK.read(value);
        if (keys.isEmpty()) {
            return false;
        }
        Fields map = keys.get();
        List<String> ends = ends(map);
        linked.addAll(ends);
        if (!map.isSound() || ends.isEmpty()) {
            return false;
        }
        int count = map.value(TopologySections.COUNT).intValue();
        for (String end : ends) {
            int ports = portsByHost.merge(end, count, Integer::sum);
            if (ports > mostLinksByHost.getOrDefault(end, Integer.MAX_VALUE)) {
                map.blame(TopologySections.ENDS).error(tooManyLinks(end, ports));
                return false;
            }
        }
        Optional<String> length = map.written(TopologySections.LENGTH).flatMap(YamlValue::word);
        for (int i = 0; i < count; i++) {
            builder.link(
                    ends.get(0),
                    ends.get(1),
                    map.value(TopologySections.RATE),
                    delay(map),
                    map.value(TopologySections.GROUP));
            length.ifPresent(text -> lengthByLink.put(linkCount, text));
            linkCount++;
        }
        return true;
    }

    private String tooManyLinks(String host, int links) {
        int most = mostLinksByHost.get(host);
        return most == 1
                ? "host %s has %d links but one port".formatted(host, links)
                : "host %s has %d links but %d ports".formatted(host, links, most);
    }

    /** Two known nodes, or none; of a loop-back cable they are one switch. */
    private List<String> ends(Fields map) {
        Optional<YamlValue> value = map.written(TopologySections.ENDS);
        if (value.isEmpty()) {
            return List.of();
        }
        List<YamlValue> items = value.get().items();
        if (items.size() != 2) {
            if (value.get().isList()) {
                value.get().error("a link must have two ends, got " + items.size(), "[A, B]", "");
            }
            return List.of();
        }
        List<String> ends = new ArrayList<>();
        for (YamlValue item : items) {
            item.oneOf(placeByName.keySet(), "there is no node '%s'").ifPresent(ends::add);
        }
        if (ends.size() == 2 && ends.get(0).equals(ends.get(1)) && !isLoopBack(map, ends.get(0))) {
            value.get()
                    .error(
                            "the link connects '%s' to itself".formatted(ends.get(0)),
                            "two nodes; a loop-back cable of a switch has 'group: %s'"
                                    .formatted(LOOP_BACK),
                            "");
            linked.add(ends.get(0));
            return List.of();
        }
        return ends.size() == 2 ? ends : List.of();
    }

    private boolean isLoopBack(Fields map, String node) {
        return !mostLinksByHost.containsKey(node)
                && map.value(TopologySections.GROUP).equals(LOOP_BACK);
    }

    private static Nanos delay(Fields map) {
        return map.get(TopologySections.LENGTH)
                .map(FiberLength::delay)
                .orElseGet(() -> map.value(TopologySections.DELAY));
    }

    private void reportIsolated(Fields map) {
        placeByName.forEach(
                (name, at) -> {
                    if (!linked.contains(name)) {
                        map.self()
                                .report(
                                        Problem.error(
                                                at, "links", "'%s' has no link".formatted(name)));
                    }
                });
    }
}
