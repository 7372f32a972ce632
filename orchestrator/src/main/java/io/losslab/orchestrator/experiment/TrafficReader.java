package io.losslab.orchestrator.experiment;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.orchestrator.experiment.TrafficGroup.Ecmp;
import io.losslab.orchestrator.experiment.TrafficGroup.Kind;
import io.losslab.orchestrator.network.Network;
import io.losslab.orchestrator.network.Routing;
import io.losslab.orchestrator.yaml.Problem;
import io.losslab.orchestrator.yaml.Spelling;
import io.losslab.orchestrator.yaml.YamlMap;
import io.losslab.orchestrator.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads traffic groups for a network. Not thread safe. */
final class TrafficReader {
    static final int DEFAULT_CLASS = 3;

    /** perftest's default of ib_write_bw. */
    private static final int DEFAULT_TX_DEPTH = 128;

    private static final int MAX_FLOWS = 100_000;

    /** Longest message of an InfiniBand transport. */
    private static final DataSize MAX_MESSAGE = new DataSize(1L << 31);

    private static final Map<Kind, List<String>> KEYS_OF_OTHER_KINDS =
            Map.of(Kind.BANDWIDTH, List.of("gap"), Kind.LATENCY, List.of("txDepth"));

    private final Optional<Network> network;
    private final Nanos duration;
    private final Set<String> names = new HashSet<>();

    /**
     * Makes a reader.
     *
     * @param network empty where it could not be read: hosts are not checked then
     * @param duration of the experiment
     */
    TrafficReader(Optional<Network> network, Nanos duration) {
        this.network = network;
        this.duration = duration;
    }

    List<TrafficGroup> read(YamlValue groups) {
        List<TrafficGroup> traffic = new ArrayList<>();
        for (YamlValue value : groups.items()) {
            value.map(ExperimentFormat.TRAFFIC).flatMap(this::group).ifPresent(traffic::add);
        }
        return traffic;
    }

    /**
     * Classes that a list of groups uses, bit i for class i; wrong values are not reported here.
     */
    static int classes(List<TrafficGroup> traffic) {
        int mask = 0;
        for (TrafficGroup group : traffic) {
            mask |= 1 << group.trafficClass();
        }
        return mask == 0 ? 1 << DEFAULT_CLASS : mask;
    }

    private Optional<TrafficGroup> group(YamlMap map) {
        Optional<String> name = map.get("name").flatMap(YamlValue::word);
        if (name.isPresent() && !names.add(name.get())) {
            map.getOrSelf("name").error("two traffic groups are named '%s'".formatted(name.get()));
        }
        Optional<Kind> kind = kind(map);
        kind.ifPresent(
                known ->
                        KEYS_OF_OTHER_KINDS.get(known).stream()
                                .filter(map::has)
                                .forEach(key -> wrongKind(map, key, known)));
        List<Node> from = hosts(map, "from");
        List<Node> to = hosts(map, "to");
        if (to.size() > 1) {
            map.getOrSelf("to").error("a traffic group has one receiver", "one host", "");
        }
        reportPaths(map, from, to);
        Optional<DataSize> size = size(map);
        Optional<Long> flows = integer(map, "flows", 1, MAX_FLOWS, 1);
        Optional<Long> txDepth = integer(map, "txDepth", 1, 1 << 20, DEFAULT_TX_DEPTH);
        Optional<Long> iterations = integer(map, "iterations", 1, Long.MAX_VALUE, 0);
        Optional<Long> trafficClass = integer(map, "class", 0, 7, DEFAULT_CLASS);
        Nanos gap = map.get("gap").flatMap(YamlValue::time).orElse(new Nanos(0));
        Nanos start = map.get("start").flatMap(YamlValue::time).orElse(new Nanos(0));
        Nanos stop = map.get("stop").flatMap(YamlValue::time).orElse(duration);
        reportTimes(map, start, stop);
        Ecmp ecmp =
                map.get("ecmp")
                        .flatMap(value -> value.choice(List.of("hash", "spread")))
                        .filter("spread"::equals)
                        .map(word -> Ecmp.SPREAD)
                        .orElse(Ecmp.HASH);
        boolean complete =
                name.isPresent()
                        && kind.isPresent()
                        && !from.isEmpty()
                        && to.size() == 1
                        && size.isPresent()
                        && flows.isPresent()
                        && txDepth.isPresent()
                        && iterations.isPresent()
                        && trafficClass.isPresent();
        if (!complete) {
            return Optional.empty();
        }
        return Optional.of(
                new TrafficGroup(
                        name.get(),
                        kind.get(),
                        from,
                        to.get(0),
                        size.get(),
                        flows.get().intValue(),
                        kind.get() == Kind.LATENCY ? 1 : txDepth.get().intValue(),
                        iterations.get(),
                        gap,
                        ecmp,
                        trafficClass.get().intValue(),
                        start,
                        stop));
    }

    private static Optional<Kind> kind(YamlMap map) {
        return map.get("kind")
                .flatMap(value -> value.choice(List.of("bandwidth", "latency")))
                .map(word -> word.equals("latency") ? Kind.LATENCY : Kind.BANDWIDTH);
    }

    private static void wrongKind(YamlMap map, String key, Kind kind) {
        String other = kind == Kind.LATENCY ? "bandwidth" : "latency";
        map.self()
                .report(
                        Problem.error(
                                map.keyAt(key),
                                map.getOrSelf(key).path(),
                                "'%s' is a key of %s traffic only".formatted(key, other)));
    }

    private static Optional<Long> integer(
            YamlMap map, String key, long least, long most, long otherwise) {
        return map.has(key) ? map.getOrSelf(key).integer(least, most) : Optional.of(otherwise);
    }

    private static Optional<DataSize> size(YamlMap map) {
        Optional<DataSize> size = map.get("size").flatMap(YamlValue::size);
        if (size.isPresent()
                && (size.get().bytes() == 0 || size.get().compareTo(MAX_MESSAGE) > 0)) {
            map.getOrSelf("size")
                    .error(
                            "a message of %s cannot be sent".formatted(size.get()),
                            "1B to 2GiB",
                            "");
            return Optional.empty();
        }
        return size;
    }

    private List<Node> hosts(YamlMap map, String key) {
        List<Node> hosts = new ArrayList<>();
        List<YamlValue> items = map.get(key).map(YamlValue::itemsOrOne).orElse(List.of());
        if (map.has(key) && items.isEmpty() && map.getOrSelf(key).isList()) {
            map.getOrSelf(key).error("'%s' names no host".formatted(key));
        }
        for (YamlValue item : items) {
            Optional<String> name = item.word();
            if (name.isEmpty() || network.isEmpty()) {
                continue;
            }
            Topology topology = network.get().topology();
            Optional<Node> node = topology.node(name.get());
            List<String> known = topology.hosts().stream().map(Node::name).toList();
            if (node.isEmpty()) {
                item.error(
                        "topology %s has no host '%s'".formatted(topology.name(), name.get()),
                        "one of " + String.join(", ", known),
                        Spelling.didYouMean(name.get(), known));
            } else if (node.get().isSwitch()) {
                item.error(
                        "'%s' is a switch; traffic runs between hosts".formatted(name.get()),
                        "one of " + String.join(", ", known),
                        "");
            } else {
                hosts.add(node.get());
            }
        }
        return hosts;
    }

    private void reportPaths(YamlMap map, List<Node> from, List<Node> to) {
        for (Node sender : from) {
            for (Node receiver : to) {
                if (sender.equals(receiver)) {
                    map.getOrSelf("to")
                            .error("host '%s' would send to itself".formatted(sender.name()));
                    continue;
                }
                Routing routing = network.orElseThrow().routing();
                routing.fault(sender, receiver)
                        .or(() -> routing.fault(receiver, sender))
                        .ifPresent(map.getOrSelf("to")::error);
            }
        }
    }

    private void reportTimes(YamlMap map, Nanos start, Nanos stop) {
        if (start.compareTo(duration) >= 0) {
            map.getOrSelf("start")
                    .error(
                            "start %s is not before the duration's end %s"
                                    .formatted(start, duration));
        } else if (stop.compareTo(start) <= 0) {
            map.getOrSelf("stop").error("stop %s is not after start %s".formatted(stop, start));
        } else if (stop.compareTo(duration) > 0) {
            map.getOrSelf("stop")
                    .error("stop %s is after the duration's end %s".formatted(stop, duration));
        }
    }
}
