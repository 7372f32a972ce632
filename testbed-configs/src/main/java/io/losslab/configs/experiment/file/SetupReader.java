package io.losslab.configs.experiment.file;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.experiment.Recording;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.experiment.SwitchSettings;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.library.Topologies;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.network.Network;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficReader;
import io.losslab.configs.traffic.TrafficSections;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.proto.v1.Counter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads what a cell runs, with the cell's parameters put in. Not thread safe. */
final class SetupReader {
    private final Topologies topologies;
    private final WorkloadFiles sizes;
    private final SchemeSections sections;
    private final Function<Topology, HostSettings> standardHosts;

    /**
     * A reader of setups.
     *
     * @param standardHosts what holds where hosts of a topology are given no settings
     */
    SetupReader(
            Topologies topologies,
            WorkloadFiles sizes,
            SchemeCatalog catalog,
            Function<Topology, HostSettings> standardHosts) {
        this.topologies = topologies;
        this.sizes = sizes;
        this.sections = new SchemeSections(catalog);
        this.standardHosts = standardHosts;
    }

    /**
     * Reads the setup of a scheme; empty where something is missing or wrong, which was reported.
     *
     * @param experiment the experiment's mapping, in a reading that binds the cell's parameters
     */
    Optional<Setup> read(Fields experiment, String scheme) {
        Optional<SchemeSection> section = section(experiment, scheme);
        Optional<YamlValue> rules = section.flatMap(SchemeSection::rules);
        List<YamlValue> failedLinks =
                section.flatMap(own -> own.get(ExperimentSections.FAILED_LINKS))
                        .or(() -> experiment.get(ExperimentSections.FAILED_LINKS))
                        .orElse(List.of());
        Optional<Network> network =
                either(
                                experiment,
                                ExperimentSections.TOPOLOGY,
                                section,
                                ExperimentSections.OWN_TOPOLOGY)
                        .flatMap(topologies::network)
                        .map(whole -> new FailedLinks(whole).read(failedLinks));
        Optional<Nanos> duration = experiment.get(ExperimentSections.DURATION);
        Nanos warmup = warmup(experiment, duration);
        Nanos drain = experiment.value(ExperimentSections.DRAIN);
        Optional<Fields> ecmp =
                section.flatMap(own -> own.get(ExperimentSections.ECMP_SETTINGS))
                        .or(() -> experiment.get(ExperimentSections.ECMP_SETTINGS));
        SwitchSettings switches =
                experiment
                        .get(ExperimentSections.SWITCH_SETTINGS)
                        .map(SetupReader::switches)
                        .orElse(SwitchSettings.DEFAULT);
        FlowHash hash = hash(ecmp, switches);
        PortChoice choice = ecmp.map(SetupReader::choice).orElse(PortChoice.BY_FLOW);
        if (switches.runPrograms() && choice.kind() != PortChoice.Kind.FLOW) {
            ecmp.get()
                    .blame(ExperimentSections.CHOICE)
                    .error(
                            "P4 programs pick a port for each flow, not for each packet",
                            "flow",
                            "remove 'choice', or 'pipeline: p4' from 'switches'");
        }
        HostSettings hosts =
                hosts(
                        experiment,
                        section,
                        network.map(Network::topology)
                                .map(standardHosts)
                                .orElse(HostSettings.DEFAULT));
        List<TrafficGroup> traffic =
                experiment
                        .get(ExperimentSections.TRAFFIC)
                        .map(new TrafficReader(network, sizes, duration.orElse(drain))::read)
                        .orElse(List.of());
        if (network.isEmpty()) {
            rules.ifPresent(value -> SchemeReader.checkWithoutTopology(value, sections));
            return Optional.empty();
        }
        Topology topology = network.get().topology();
        SchemeReader schemes =
                new SchemeReader(
                        topology,
                        sections,
                        hosts,
                        TrafficReader.classes(traffic),
                        Setup.relays(network.get(), traffic));
        Optional<List<PortControl>> controls = rules.map(schemes::read);
        List<EcnMarking> ecn =
                either(experiment, ExperimentSections.ECN, section, ExperimentSections.OWN_ECN)
                        .map(value -> EcnReader.read(value, topology))
                        .orElse(List.of());
        boolean mayDeadlock =
                section.flatMap(s -> s.get(ExperimentSections.MAY_DEADLOCK)).orElse(false);
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
                        choice,
                        switches,
                        Optional.empty(),
                        hosts,
                        controls.get(),
                        ecn,
                        mayDeadlock,
                        traffic,
                        recording));
    }

    private static Optional<SchemeSection> section(Fields experiment, String scheme) {
        return experiment.get(ExperimentSections.SCHEMES).orElse(List.of()).stream()
                .filter(entry -> entry.key().equals(scheme))
                .map(YamlValue.Entry::value)
                .map(SchemeSection::of)
                .findFirst();
    }

    private static PortChoice choice(Fields ecmp) {
        return switch (ecmp.value(ExperimentSections.CHOICE)) {
            case FLOW -> PortChoice.BY_FLOW;
            case SPRAY -> PortChoice.spray();
            case DRILL ->
                    PortChoice.drill(
                            ecmp.value(ExperimentSections.SAMPLES).intValue(),
                            ecmp.value(ExperimentSections.MEMORY).intValue());
        };
    }

    private static SwitchSettings switches(Fields switches) {
        return new SwitchSettings(
                switches.value(ExperimentSections.LOSSY_ALPHA),
                switches.value(ExperimentSections.PIPELINE));
    }

    /** The hash of a P4 program is its own; what the file says of the switches' own is not used. */
    private static FlowHash hash(Optional<Fields> ecmp, SwitchSettings switches) {
        Optional<FlowHash> given = ecmp.flatMap(fields -> fields.get(ExperimentSections.HASH));
        if (!switches.runPrograms()) {
            return given.orElse(FlowHash.FNV1A);
        }
        if (given.isPresent() && given.get() != FlowHash.CRC32) {
            ecmp.get()
                    .blame(ExperimentSections.HASH)
                    .warning("'pipeline: p4' uses crc32: P4 programs have no other hash of flows");
        }
        return FlowHash.CRC32;
    }

    private static Nanos warmup(Fields experiment, Optional<Nanos> duration) {
        Nanos warmup = experiment.value(ExperimentSections.WARMUP);
        if (duration.isPresent() && duration.get().compareTo(warmup) <= 0) {
            String message = "duration %s is not longer than warmup %s";
            experiment
                    .blame(ExperimentSections.DURATION)
                    .error(message.formatted(duration.get(), warmup));
        }
        return warmup;
    }

    private HostSettings hosts(
            Fields experiment, Optional<SchemeSection> scheme, HostSettings standard) {
        HostsReader reader = new HostsReader(sections);
        HostSettings common =
                experiment
                        .get(ExperimentSections.HOST_SETTINGS)
                        .map(section -> reader.read(section, standard))
                        .orElse(standard);
        return scheme.flatMap(section -> section.get(ExperimentSections.HOST_SETTINGS))
                .map(section -> reader.read(section, common))
                .orElse(common);
    }

    /** A setting of the scheme or, where it has none, of the experiment. */
    private static Optional<YamlValue> either(
            Fields experiment,
            Key<YamlValue> common,
            Optional<SchemeSection> scheme,
            Key<YamlValue> own) {
        return scheme.flatMap(section -> section.get(own)).or(() -> experiment.get(common));
    }

    private static Recording recording(Fields experiment, Network network) {
        Optional<Fields> map = experiment.get(ExperimentSections.RECORDING);
        if (map.isEmpty()) {
            return Recording.NONE;
        }
        boolean events = map.get().value(ExperimentSections.EVENTS);
        boolean pauses = map.get().value(ExperimentSections.PAUSES);
        Optional<Fields> counters = map.get().get(ExperimentSections.COUNTER_SAMPLES);
        List<Link> links = new ArrayList<>();
        for (YamlValue group :
                counters.flatMap(some -> some.get(ExperimentSections.COUNTER_LINKS))
                        .map(YamlValue::itemsOrOne)
                        .orElse(List.of())) {
            links.addAll(RulePorts.linksOf(group, network.topology()));
        }
        Nanos interval =
                counters.flatMap(some -> some.get(ExperimentSections.INTERVAL))
                        .orElse(Recording.NONE.interval());
        return new Recording(interval, links, countersOf(experiment), events, pauses);
    }

    /** Counters to sample: what is sampled always, and what the figures show. */
    private static List<Counter> countersOf(Fields experiment) {
        Set<Counter> counters = new LinkedHashSet<>(Recording.ALWAYS);
        for (String shown :
                plainWords(experiment, ExperimentSections.FIGURES, FigureSections.COUNTER)) {
            FigureSections.SHOWN.stream()
                    .filter(counter -> Setting.word(counter).equals(shown))
                    .forEach(counters::add);
        }
        return List.copyOf(counters);
    }

    /** Names of the traffic groups as far as they are written plainly. */
    static List<String> trafficNames(Fields experiment) {
        return plainWords(experiment, ExperimentSections.TRAFFIC, TrafficSections.NAME);
    }

    /** What a key says in the items of a list, as far as it is written plainly. */
    private static List<String> plainWords(Fields experiment, Key<YamlValue> list, Key<?> key) {
        List<String> words = new ArrayList<>();
        for (YamlValue item : experiment.get(list).map(YamlValue::items).orElse(List.of())) {
            if (item.isMap()) {
                item.entries().stream()
                        .filter(entry -> entry.key().equals(key.name()))
                        .flatMap(entry -> entry.value().text().stream())
                        .map(String::strip)
                        .forEach(words::add);
            }
        }
        return words.stream().distinct().toList();
    }
}
