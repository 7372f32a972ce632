package io.losslab.orchestrator.experiment;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.orchestrator.yaml.Problem;
import io.losslab.orchestrator.yaml.Spelling;
import io.losslab.orchestrator.yaml.YamlMap;
import io.losslab.orchestrator.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rules of a scheme and finds the flow control of every switch port; the last rule that
 * names a port wins. For one topology and one set of hosts; not thread safe.
 */
final class SchemeReader {
    private final Topology topology;
    private final int maxFrameBytes;
    private final int defaultPriorities;

    /**
     * Makes a reader.
     *
     * @param defaultPriorities bit i: priority i carries traffic; rules that name none control
     *     these
     */
    SchemeReader(Topology topology, int mtuBytes, int defaultPriorities) {
        this.topology = topology;
        this.maxFrameBytes = RoceFrame.maxFrameBytes(mtuBytes);
        this.defaultPriorities = defaultPriorities;
    }

    /** Flow control of the ports, in the order of devices and ports. */
    List<PortControl> read(YamlValue rules) {
        Map<PortRef, Controlled> byPort = new LinkedHashMap<>();
        for (YamlValue rule : rules.items()) {
            rule.map(ExperimentFormat.RULE).ifPresent(map -> apply(map, byPort));
        }
        reportOvercommitment(byPort);
        return byPort.values().stream()
                .map(Controlled::control)
                .sorted(
                        Comparator.<PortControl>comparingInt(c -> c.port().node().id())
                                .thenComparingInt(c -> c.port().port()))
                .toList();
    }

    /** Checks keys and units of rules whose topology could not be read. */
    static void checkWithoutTopology(YamlValue rules) {
        LinkProfile anyLink = new LinkProfile(1_000_000_000_000L, 1_000_000, 4096);
        for (YamlValue rule : rules.items()) {
            Optional<YamlMap> map = rule.map(ExperimentFormat.RULE);
            map.flatMap(keys -> keys.get("pfc"))
                    .flatMap(value -> value.map(ExperimentFormat.PFC))
                    .ifPresent(pfc -> PfcReader.read(pfc, anyLink, 1));
            map.flatMap(keys -> keys.get("bifrost"))
                    .flatMap(value -> value.map(ExperimentFormat.BIFROST))
                    .ifPresent(bifrost -> BifrostReader.read(bifrost, anyLink, 1));
        }
    }

    private void apply(YamlMap rule, Map<PortRef, Controlled> byPort) {
        List<PortRef> ports = ports(rule);
        Optional<YamlMap> pfc = rule.get("pfc").flatMap(v -> v.map(ExperimentFormat.PFC));
        Optional<YamlMap> bifrost =
                rule.get("bifrost").flatMap(v -> v.map(ExperimentFormat.BIFROST));
        if (rule.has("pfc") == rule.has("bifrost")) {
            rule.self().error("a rule sets one of 'pfc' and 'bifrost'");
            return;
        }
        for (PortRef port : ports) {
            Link link = topology.linkAt(port.node(), port.port());
            LinkProfile profile =
                    new LinkProfile(
                            link.rate().bitsPerSecond(), link.delay().nanos(), maxFrameBytes);
            Optional<PortControl> control =
                    pfc.isPresent()
                            ? pfc.flatMap(map -> pfc(map, port, link, profile))
                            : bifrost.flatMap(map -> bifrost(map, port, link, profile));
            control.ifPresent(
                    settings ->
                            byPort.put(
                                    port,
                                    new Controlled(settings, pfc.or(() -> bifrost).orElseThrow())));
        }
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

    private static void report(YamlMap map, List<SettingProblem> problems, Link link) {
        for (SettingProblem problem : problems) {
            YamlValue blamed = map.getOrSelf(problem.field());
            String message = problem.message() + " on " + link.group() + " links";
            if (problem.fatal()) {
                blamed.error(message);
            } else {
                blamed.warning(message);
            }
        }
    }

    private List<PortRef> ports(YamlMap rule) {
        List<Link> links = new ArrayList<>();
        for (YamlValue item : rule.get("links").map(YamlValue::itemsOrOne).orElse(List.of())) {
            links.addAll(linksOf(item, topology));
        }
        List<String> switches = topology.switches().stream().map(Node::name).toList();
        List<String> at = new ArrayList<>();
        for (YamlValue item : rule.get("at").map(YamlValue::itemsOrOne).orElse(List.of())) {
            Optional<String> name = item.word();
            if (name.isPresent() && !switches.contains(name.get())) {
                item.error(
                        "there is no switch '%s'".formatted(name.get()),
                        "one of " + String.join(", ", switches),
                        Spelling.didYouMean(name.get(), switches));
            }
            name.ifPresent(at::add);
        }
        List<PortRef> ports = new ArrayList<>();
        for (Link link : links) {
            for (PortRef end : List.of(link.a(), link.b())) {
                boolean named = !rule.has("at") || at.contains(end.node().name());
                if (end.node().isSwitch() && named) {
                    ports.add(end);
                }
            }
        }
        boolean namesFit = switches.containsAll(at);
        if (ports.isEmpty() && !links.isEmpty() && namesFit) {
            rule.self()
                    .error("the rule fits no port: no such link ends at " + String.join(", ", at));
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
            value.error(
                    "topology %s has no link group '%s'".formatted(topology.name(), group.get()),
                    "one of " + String.join(", ", topology.groups()),
                    Spelling.didYouMean(group.get(), topology.groups()));
        }
        return links;
    }

    private void reportOvercommitment(Map<PortRef, Controlled> byPort) {
        for (Node node : topology.switches()) {
            long reserved = 0;
            Controlled largest = null;
            for (Controlled controlled : byPort.values()) {
                if (!controlled.control().port().node().equals(node)) {
                    continue;
                }
                reserved += controlled.control().reservedBytes();
                if (largest == null
                        || controlled.control().reservedBytes()
                                > largest.control().reservedBytes()) {
                    largest = controlled;
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
}
