package io.losslab.configs.experiment;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.Nanos;
import io.losslab.configs.network.Network;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.traffic.SizeSource;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficReader;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads what a cell runs, with the cell's parameters put in. Not thread safe. */
final class SetupReader {
    private static final Nanos DEFAULT_DRAIN = new Nanos(100_000_000);
    private static final long LEAST_INTERVAL_NANOS = 1_000;

    private final TopologySource topologies;
    private final SizeSource sizes;
    private final SchemeCatalog catalog;
    private final Function<Topology, HostSettings> standardHosts;

    /**
     * A reader of setups.
     *
     * @param standardHosts what holds where hosts of a topology are given no settings
     */
    SetupReader(
            TopologySource topologies,
            SizeSource sizes,
            SchemeCatalog catalog,
            Function<Topology, HostSettings> standardHosts) {
        this.topologies = topologies;
        this.sizes = sizes;
        this.catalog = catalog;
        this.standardHosts = standardHosts;
    }

    /**
     * Reads the setup of a scheme; empty where something is missing or wrong, which was reported.
     *
     * @param experiment the experiment's mapping, in a reading that binds the cell's parameters
     */
    Optional<Setup> read(YamlMap experiment, String scheme) {
        Optional<SchemeSection> section = section(experiment, scheme);
        Optional<YamlValue> rules = section.flatMap(SchemeSection::rules);
        Optional<Network> network =
                either(experiment, section, "topology").flatMap(topologies::network);
        Optional<Nanos> duration = experiment.get("duration").flatMap(YamlValue::time);
        Nanos warmup = warmup(experiment, duration);
        Nanos drain = experiment.get("drain").flatMap(YamlValue::time).orElse(DEFAULT_DRAIN);
        FlowHash hash = hash(experiment);
        HostSettings hosts =
                hosts(
                        experiment,
                        section,
                        network.map(Network::topology)
                                .map(standardHosts)
                                .orElse(HostSettings.DEFAULT));
        List<TrafficGroup> traffic =
                experiment
                        .get("traffic")
                        .map(
                                new TrafficReader(network, sizes, duration.orElse(DEFAULT_DRAIN))
                                        ::read)
                        .orElse(List.of());
        if (network.isEmpty()) {
            rules.ifPresent(value -> SchemeReader.checkWithoutTopology(value, catalog));
            return Optional.empty();
        }
        Topology topology = network.get().topology();
        SchemeReader schemes =
                new SchemeReader(topology, catalog, hosts, TrafficReader.classes(traffic));
        Optional<List<PortControl>> controls = rules.map(schemes::read);
        List<EcnMarking> ecn =
                either(experiment, section, "ecn")
                        .map(value -> EcnReader.read(value, topology))
                        .orElse(List.of());
        boolean mayDeadlock =
                section.flatMap(s -> s.get("mayDeadlock")).flatMap(YamlValue::flag).orElse(false);
        Recording recording = recording(experiment, network.get());
        if (duration.isEmpty() || controls.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Setup(
                        network.get(),
                        duration.get(),
                        warmup,
                        drain,
                        hash,
                        hosts,
                        controls.get(),
                        ecn,
                        mayDeadlock,
                        traffic,
                        recording));
    }

    private static Optional<SchemeSection> section(YamlMap experiment, String scheme) {
        return experiment.get("schemes").map(YamlValue::entries).orElse(List.of()).stream()
                .filter(entry -> entry.key().equals(scheme))
                .map(YamlValue.Entry::value)
                .map(SchemeSection::of)
                .findFirst();
    }

    private static Nanos warmup(YamlMap experiment, Optional<Nanos> duration) {
        Nanos warmup = experiment.get("warmup").flatMap(YamlValue::time).orElse(new Nanos(0));
        if (duration.isPresent() && duration.get().compareTo(warmup) <= 0) {
            String message = "duration %s is not longer than warmup %s";
            experiment.getOrSelf("duration").error(message.formatted(duration.get(), warmup));
        }
        return warmup;
    }

    private static FlowHash hash(YamlMap experiment) {
        return experiment
                .get("ecmp")
                .flatMap(value -> value.map(ExperimentFormat.ECMP))
                .flatMap(map -> map.get("hash"))
                .flatMap(value -> value.choice(List.of("fnv1a", "crc32")))
                .map(word -> word.equals("crc32") ? FlowHash.CRC32 : FlowHash.FNV1A)
                .orElse(FlowHash.FNV1A);
    }

    private HostSettings hosts(
            YamlMap experiment, Optional<SchemeSection> scheme, HostSettings standard) {
        HostsReader reader = new HostsReader(catalog);
        HostSettings common =
                experiment
                        .get("hosts")
                        .map(section -> reader.read(section, standard))
                        .orElse(standard);
        return scheme.flatMap(section -> section.get("hosts"))
                .map(section -> reader.read(section, common))
                .orElse(common);
    }

    /** A setting of the scheme or, where it has none, of the experiment. */
    private static Optional<YamlValue> either(
            YamlMap experiment, Optional<SchemeSection> scheme, String key) {
        return scheme.flatMap(section -> section.get(key)).or(() -> experiment.get(key));
    }

    private static Recording recording(YamlMap experiment, Network network) {
        Optional<YamlMap> map =
                experiment.get("record").flatMap(value -> value.map(ExperimentFormat.RECORD));
        if (map.isEmpty()) {
            return Recording.NONE;
        }
        boolean events = map.get().get("events").flatMap(YamlValue::flag).orElse(false);
        boolean pauses = map.get().get("pauses").flatMap(YamlValue::flag).orElse(false);
        Optional<YamlMap> counters =
                map.get().get("counters").flatMap(value -> value.map(ExperimentFormat.COUNTERS));
        if (counters.isEmpty()) {
            return new Recording(Recording.NONE.interval(), List.of(), events, pauses);
        }
        Nanos interval =
                counters.get()
                        .get("interval")
                        .flatMap(YamlValue::time)
                        .orElse(Recording.NONE.interval());
        if (interval.nanos() < LEAST_INTERVAL_NANOS) {
            String message = "an interval of %s is too short".formatted(interval);
            counters.get().getOrSelf("interval").error(message, "at least 1us", "");
        }
        List<Link> links = new ArrayList<>();
        for (YamlValue group :
                counters.get().get("links").map(YamlValue::itemsOrOne).orElse(List.of())) {
            links.addAll(RulePorts.linksOf(group, network.topology()));
        }
        return new Recording(interval, links, events, pauses);
    }

    /** Where networks come from; the same value gives the same network for all cells. */
    interface TopologySource {
        Optional<Network> network(YamlValue topology);
    }

    /** Names of the traffic groups as far as they are written plainly. */
    static List<String> trafficNames(YamlMap experiment) {
        List<String> names = new ArrayList<>();
        for (YamlValue group : experiment.get("traffic").map(YamlValue::items).orElse(List.of())) {
            if (group.isMap()) {
                group.entries().stream()
                        .filter(entry -> entry.key().equals("name"))
                        .flatMap(entry -> entry.value().text().stream())
                        .forEach(names::add);
            }
        }
        return names.stream().distinct().toList();
    }
}
