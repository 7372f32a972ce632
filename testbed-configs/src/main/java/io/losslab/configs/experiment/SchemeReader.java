package io.losslab.configs.experiment;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rules of a scheme and finds the flow control of every port; the last rule that names a
 * port wins. For one topology and one set of hosts; not thread safe.
 */
final class SchemeReader {
    private final Topology topology;
    private final SchemeCatalog catalog;
    private final HostSettings hosts;
    private final int maxFrameBytes;
    private final int defaultPriorities;

    /**
     * Makes a reader.
     *
     * @param defaultPriorities bit i: priority i carries traffic; rules that name none control
     *     these
     */
    SchemeReader(
            Topology topology, SchemeCatalog catalog, HostSettings hosts, int defaultPriorities) {
        this.topology = topology;
        this.catalog = catalog;
        this.hosts = hosts;
        this.maxFrameBytes = RoceFrame.maxFrameBytes(hosts.mtuBytes());
        this.defaultPriorities = defaultPriorities;
    }

    /** Flow control of the ports, in the order of devices and ports. */
    List<PortControl> read(YamlValue rules) {
        Map<PortRef, List<Controlled>> byPort = new LinkedHashMap<>();
        for (YamlValue item : rules.items()) {
            item.map(ExperimentFormat.rule(catalog))
                    .flatMap(map -> rule(map, catalog))
                    .ifPresent(rule -> apply(rule, byPort));
        }
        reportOvercommitment(byPort);
        return byPort.values().stream()
                .flatMap(List::stream)
                .map(Controlled::control)
                .sorted(
                        Comparator.<PortControl>comparingInt(c -> c.port().node().id())
                                .thenComparingInt(c -> c.port().port()))
                .toList();
    }

    /** Checks keys and units of rules whose topology could not be read. */
    static void checkWithoutTopology(YamlValue rules, SchemeCatalog catalog) {
        LinkProfile anyLink = new LinkProfile(1_000_000_000_000L, 1_000_000, 4096);
        for (YamlValue item : rules.items()) {
            item.map(ExperimentFormat.rule(catalog))
                    .flatMap(map -> rule(map, catalog))
                    .ifPresent(
                            rule -> {
                                rule.pfc().ifPresent(map -> PfcReader.read(map, anyLink, 1));
                                rule.bifrost()
                                        .ifPresent(map -> BifrostReader.read(map, anyLink, 1));
                            });
        }
    }

    /** A rule whose keys fit together; settings of named schemes are read but not resolved. */
    private static Optional<Rule> rule(YamlMap map, SchemeCatalog catalog) {
        Optional<YamlMap> pfc = map.get("pfc").flatMap(v -> v.map(ExperimentFormat.PFC));
        Optional<YamlMap> bifrost =
                map.get("bifrost").flatMap(v -> v.map(ExperimentFormat.BIFROST));
        List<NamedRule> named = new ArrayList<>();
        for (SchemeType type : catalog.schemes()) {
            map.get(type.name())
                    .flatMap(value -> value.map(SettingsReader.keys(NamedSettings.of(type))))
                    .flatMap(
                            keys ->
                                    SettingsReader.read(keys, type.settings())
                                            .map(given -> new NamedRule(type, keys, given)))
                    .ifPresent(named::add);
        }
        if (map.has("pfc") && map.has("bifrost")) {
            map.self().error("a rule sets one of 'pfc' and 'bifrost'");
            return Optional.empty();
        }
        boolean portsOnly =
                map.self().entries().stream()
                        .allMatch(entry -> List.of("links", "at").contains(entry.key()));
        if (portsOnly) {
            map.self()
                    .error(
                            "the rule names no scheme",
                            "one of " + String.join(", ", ExperimentFormat.ruleSchemes(catalog)),
                            "");
            return Optional.empty();
        }
        return Optional.of(new Rule(map, pfc, bifrost, named));
    }

    private void apply(Rule rule, Map<PortRef, List<Controlled>> byPort) {
        for (PortRef port : new RulePorts(topology).of(rule.map(), rule.reachesHosts(topology))) {
            Link link = topology.linkAt(port.node(), port.port());
            List<Controlled> controls = controls(rule, port, link);
            if (controls.isEmpty()) {
                byPort.remove(port);
            } else {
                byPort.put(port, controls);
            }
        }
    }

    private List<Controlled> controls(Rule rule, PortRef port, Link link) {
        LinkProfile profile = profile(link);
        List<Controlled> controls = new ArrayList<>();
        if (port.node().forwards()) {
            rule.pfc()
                    .ifPresent(
                            map ->
                                    pfc(map, port, link, profile)
                                            .map(control -> new Controlled(control, map))
                                            .ifPresent(controls::add));
        }
        if (port.node().isSwitch()) {
            rule.bifrost()
                    .ifPresent(
                            map ->
                                    bifrost(map, port, link, profile)
                                            .map(control -> new Controlled(control, map))
                                            .ifPresent(controls::add));
        }
        for (NamedRule named : rule.named()) {
            if (port.node().isSwitch() || named.type().runsOnHosts()) {
                named(named, port, link, profile)
                        .ifPresent(control -> controls.add(new Controlled(control, named.map())));
            }
        }
        return controls;
    }

    /** What a host takes to react counts as part of the round trip. */
    private LinkProfile profile(Link link) {
        boolean ofHost = link.a().node().isHost() || link.b().node().isHost();
        long reactionNanos = ofHost ? hosts.pauseReaction().nanos() : 0;
        return new LinkProfile(
                link.rate().bitsPerSecond(),
                link.delay().nanos() + (reactionNanos + 1) / 2,
                maxFrameBytes);
    }

    private Optional<PortControl> pfc(YamlMap map, PortRef port, Link link, LinkProfile profile) {
        return PfcReader.read(map, profile, defaultPriorities)
                .map(
                        settings -> {
                            report(map, settings.problems(profile), link);
                            return new PortControl.Pfc(port, link, settings);
                        });
    }

    private Optional<PortControl> bifrost(
            YamlMap map, PortRef port, Link link, LinkProfile profile) {
        if (link.delay().nanos() == 0) {
            map.self().error("bifrost needs a link with a delay, '%s' has none".formatted(link));
            return Optional.empty();
        }
        return BifrostReader.read(map, profile, defaultPriorities)
                .map(
                        settings -> {
                            long buffer = port.node().buffer().bytes();
                            report(map, settings.problems(buffer), link);
                            return new PortControl.Bifrost(port, link, settings);
                        });
    }

    private Optional<PortControl> named(
            NamedRule rule, PortRef port, Link link, LinkProfile profile) {
        try {
            Settings settings = rule.type().resolve(rule.given(), profile);
            if (port.node().isSwitch()) {
                long buffer = port.node().buffer().bytes();
                report(rule.map(), rule.type().problems(settings, profile, buffer), link);
            }
            int priorities = rule.type().priorities(settings, defaultPriorities);
            return Optional.of(
                    new PortControl.Named(port, link, rule.type(), settings, priorities));
        } catch (IllegalArgumentException e) {
            rule.map().self().error(e.getMessage() + " on " + link.group() + " links");
            return Optional.empty();
        }
    }

    private static void report(YamlMap map, List<SettingProblem> problems, Link link) {
        for (SettingProblem problem : problems) {
            YamlValue blamed =
                    map.knows(problem.field()) ? map.getOrSelf(problem.field()) : map.self();
            String message = problem.message() + " on " + link.group() + " links";
            if (problem.fatal()) {
                blamed.error(message);
            } else {
                blamed.warning(message);
            }
        }
    }

    private void reportOvercommitment(Map<PortRef, List<Controlled>> byPort) {
        for (Node node : topology.switches()) {
            long reserved = 0;
            Controlled largest = null;
            for (int port = 1; port <= node.ports(); port++) {
                List<Controlled> controls = byPort.getOrDefault(new PortRef(node, port), List.of());
                for (Controlled controlled : controls) {
                    long bytes = controlled.control().reservedBytes();
                    reserved += bytes;
                    if (largest == null || bytes > largest.control().reservedBytes()) {
                        largest = controlled;
                    }
                }
            }
            long buffer = node.buffer().bytes();
            if (largest != null && reserved > buffer) {
                YamlValue blamed = largest.rule().self();
                blamed.report(
                        Problem.error(
                                blamed.at(),
                                blamed.path(),
                                "switch %s reserves %,d B, %,d B more than its buffer of %,d B"
                                        .formatted(
                                                node.name(), reserved, reserved - buffer, buffer)));
            }
        }
    }

    private record Controlled(PortControl control, YamlMap rule) {}

    private record NamedRule(SchemeType type, YamlMap map, Settings given) {}

    private record Rule(
            YamlMap map, Optional<YamlMap> pfc, Optional<YamlMap> bifrost, List<NamedRule> named) {
        boolean reachesHosts(Topology topology) {
            return named.stream().anyMatch(scheme -> scheme.type().runsOnHosts())
                    || pfc.isPresent() && topology.hosts().stream().anyMatch(Node::forwards);
        }
    }
}
