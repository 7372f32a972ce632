package io.losslab.configs.network;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlMap;
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
    private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final String NAME_EXPECTED =
            "a letter, then letters, digits, dots, hyphens or underscores";
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final int MAX_PARALLEL_LINKS = 64;
    private static final long MAX_HOST_PORTS = 256;

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
                                .map(graph -> map.get().has("topology") ? graph.named(name) : graph)
                        : written(map.get(), name);
        return topology.map(
                graph ->
                        new Network(
                                title,
                                graph,
                                new RouteReader(graph).read(map.get()),
                                lengthByLink));
    }

    private Optional<Topology> generated(YamlMap map, YamlValue generator) {
        for (String key : List.of("hosts", "switches", "links")) {
            if (map.has(key)) {
                map.getOrSelf(key).error("a generator makes the %s itself".formatted(key));
            }
        }
        GeneratorReader reader = new GeneratorReader();
        Optional<Topology> topology = reader.read(generator);
        lengthByLink.putAll(reader.lengthByLink());
        return topology;
    }

    private Optional<Topology> written(YamlMap map, String name) {
        for (String key : List.of("hosts", "switches", "links")) {
            if (!map.has(key)) {
                map.self()
                        .error("a topology without a generator lacks the key '%s'".formatted(key));
            }
        }
        TopologyBuilder builder = new TopologyBuilder(name);
        map.get("hosts").ifPresent(value -> hosts(value, builder));
        map.get("switches")
                .map(YamlValue::entries)
                .orElse(List.of())
                .forEach(entry -> switchNode(entry, builder));
        if (map.has("hosts") && mostLinksByHost.isEmpty()) {
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
                        && !mostLinksByHost.isEmpty()
                        && addressesDiffer;
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

    private void host(YamlEntry entry, TopologyBuilder builder) {
        String name = entry.key();
        boolean fresh = claim(name, entry.keyAt(), entry.value());
        Optional<YamlMap> map = entry.value().map(TopologyFormat.HOST);
        if (!fresh || map.isEmpty()) {
            return;
        }
        boolean relays = map.get().get("relay").flatMap(YamlValue::flag).orElse(false);
        Optional<DataSize> buffer = map.get().get("buffer").flatMap(YamlValue::size);
        if (map.get().has("buffer") && !relays) {
            map.get().getOrSelf("buffer").error("a host that does not relay has no buffer");
        }
        Optional<Long> ports = map.get().get("ports").flatMap(v -> v.integer(1, MAX_HOST_PORTS));
        mostLinksByHost.put(name, ports.orElse(relays ? MAX_HOST_PORTS : 1L).intValue());
        if (relays) {
            builder.relayingHost(name, buffer.orElse(Node.DEFAULT_RELAY_BUFFER));
        } else {
            builder.host(name);
        }
        int ipv4 = Node.defaultIpv4(addressed++);
        Optional<YamlValue> written = map.get().get("address");
        Optional<Integer> address = written.flatMap(TopologyReader::address);
        address.ifPresent(given -> builder.address(name, given));
        claimAddress(name, address.orElse(ipv4), written.orElse(entry.value()));
    }

    private void claimAddress(String host, int ipv4, YamlValue blamed) {
        String other = hostByAddress.putIfAbsent(ipv4, host);
        if (other != null) {
            blamed.error("host %s has the address of host %s".formatted(host, other));
            addressesDiffer = false;
        }
    }

    private static Optional<Integer> address(YamlValue value) {
        Optional<String> text = value.word();
        Optional<Integer> address = text.flatMap(TopologyReader::octets);
        if (text.isPresent() && address.isEmpty()) {
            String message = "'%s' is no address".formatted(text.get());
            value.error(message, "four numbers from 0 to 255 such as 10.0.1.1", "");
        }
        return address;
    }

    private static Optional<Integer> octets(String text) {
        if (!IPV4.matcher(text).matches()) {
            return Optional.empty();
        }
        int address = 0;
        for (String octet : text.split("\\.", -1)) {
            if (Integer.parseInt(octet) > 255) {
                return Optional.empty();
            }
            address = address << 8 | Integer.parseInt(octet);
        }
        return Optional.of(address);
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
            if (ports > mostLinksByHost.getOrDefault(end, Integer.MAX_VALUE)) {
                map.get().getOrSelf("ends").error(tooManyLinks(end, ports));
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

    private String tooManyLinks(String host, int links) {
        int most = mostLinksByHost.get(host);
        return most == 1
                ? "host %s has %d links; a host has one port".formatted(host, links)
                : "host %s has %d links and %d ports".formatted(host, links, most);
    }

    /** Two known nodes, or none; of a loop-back cable they are one switch. */
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
        if (ends.size() == 2 && ends.get(0).equals(ends.get(1)) && !isLoopBack(map, ends.get(0))) {
            value.get()
                    .error(
                            "the link joins '%s' to itself".formatted(ends.get(0)),
                            "two nodes; a loop-back cable of a switch has 'group: %s'"
                                    .formatted(LOOP_BACK),
                            "");
            linked.add(ends.get(0));
            return List.of();
        }
        return ends.size() == 2 ? ends : List.of();
    }

    private boolean isLoopBack(YamlMap map, String node) {
        return !mostLinksByHost.containsKey(node)
                && map.get("group").flatMap(YamlValue::word).filter(LOOP_BACK::equals).isPresent();
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

    /** Whether a name is one of some; reports it if not. */
    static boolean known(YamlValue value, String name, Set<String> names, String what) {
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
