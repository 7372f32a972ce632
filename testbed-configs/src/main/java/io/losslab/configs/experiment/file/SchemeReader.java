package io.losslab.configs.experiment.file;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.language.Fields;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads the rules of a scheme and finds the flow control of every port; the last rule that names a
 * port wins. For one topology and one set of hosts; not thread safe.
 */
final class SchemeReader {
    private final Topology topology;
    private final SchemeSections sections;
    private final HostSettings hosts;
    private final int maxFrameBytes;
    private final int defaultPriorities;
    private final int relays;

    /**
     * Makes a reader.
     *
     * @param defaultPriorities bit i: priority i carries traffic; rules that name none control
     *     these
     * @param relays most hosts that relay a packet of the traffic, one after the other
     */
    SchemeReader(
            Topology topology,
            SchemeSections sections,
            HostSettings hosts,
            int defaultPriorities,
            int relays) {
        this.topology = topology;
        this.sections = sections;
        this.hosts = hosts;
        this.maxFrameBytes = RoceFrame.maxFrameBytes(hosts.mtuBytes());
        this.defaultPriorities = defaultPriorities;
        this.relays = relays;
    }

    /** Flow control of the ports, in the order of devices and ports. */
    List<PortControl> read(YamlValue rules) {
        Map<PortRef, List<Controlled>> byPort = new LinkedHashMap<>();
        for (YamlValue item : rules.items()) {
            sections.rule()
                    .read(item)
                    .flatMap(map -> rule(map, sections))
                    .ifPresent(rule -> apply(rule, byPort));
        }
        reportOneSided(byPort);
        reportOvercommitment(byPort);
        topology.hosts().stream()
                .filter(Node::forwards)
                .forEach(host -> reportRelayMemory(host, byPort));
        return byPort.values().stream()
                .flatMap(List::stream)
                .map(Controlled::control)
                .sorted(
                        Comparator.<PortControl>comparingInt(c -> c.port().node().id())
                                .thenComparingInt(c -> c.port().port()))
                .toList();
    }

    /** Checks keys and units of rules whose topology could not be read. */
    static void checkWithoutTopology(YamlValue rules, SchemeSections sections) {
        rules.items()
                .forEach(item -> sections.rule().read(item).ifPresent(map -> rule(map, sections)));
    }

    /** A rule whose keys fit together; settings are read but not resolved. */
    private static Optional<Rule> rule(Fields map, SchemeSections sections) {
        List<RuleScheme> schemes = new ArrayList<>();
        sections.schemes()
                .forEach(
                        (type, key) ->
                                map.get(key)
                                        .flatMap(keys -> scheme(type, keys))
                                        .ifPresent(schemes::add));
        return map.isComplete() ? Optional.of(new Rule(map, schemes)) : Optional.empty();
    }

    /** Settings that may be resolved; empty where one is wrong, which was reported. */
    private static Optional<RuleScheme> scheme(SchemeType type, Fields map) {
        Optional<Settings> given = SettingsReader.read(map);
        if (given.isEmpty() || map.hasUnknownKeys()) {
            return Optional.empty();
        }
        List<SettingProblem> contradictions = type.contradictions(given.get());
        SettingsReader.report(map, contradictions, "");
        return contradictions.stream().anyMatch(SettingProblem::fatal)
                ? Optional.empty()
                : Optional.of(new RuleScheme(type, map, given.get()));
    }

    private void apply(Rule rule, Map<PortRef, List<Controlled>> byPort) {
        List<PortRef> ports =
                new RulePorts(topology)
                        .of(
                                rule.map().get(ExperimentSections.LINKS),
                                rule.map().get(ExperimentSections.AT),
                                rule.map().self(),
                                rule.reachesHosts(topology));
        for (PortRef port : ports) {
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
        List<Controlled> controls = new ArrayList<>();
        for (RuleScheme scheme : rule.schemes()) {
            if (runsAt(port.node(), scheme.type())) {
                control(scheme, port, link)
                        .ifPresent(control -> controls.add(new Controlled(control, scheme.map())));
            }
        }
        return controls;
    }

    private static boolean runsAt(Node node, SchemeType type) {
        return node.isSwitch()
                || type.has(Trait.RUNS_ON_HOSTS)
                || type.has(Trait.RUNS_ON_RELAYS) && node.forwards();
    }

    private LinkProfile profile(Link link, Node at) {
        boolean ofHost = link.a().node().isHost() || link.b().node().isHost();
        long reactionNanos = ofHost ? hosts.pauseReaction().nanos() : 0;
        return new LinkProfile(
                link.rate().bitsPerSecond(),
                link.delay().nanos(),
                maxFrameBytes,
                reactionNanos,
                at.isSwitch() ? at.pipeline().nanos() : 0);
    }

    private Optional<PortControl> control(RuleScheme rule, PortRef port, Link link) {
        SchemeType type = rule.type();
        LinkProfile profile = profile(link, port.node());
        String where = " on " + link.group() + " links";
        try {
            Settings given = rule.given().resolve(Setting.PRIORITIES, defaultPriorities);
            Settings settings = type.resolve(given, profile);
            if (port.node().isSwitch() || type.has(Trait.RUNS_ON_RELAYS)) {
                long buffer = port.node().buffer().bytes();
                SettingsReader.report(
                        rule.map(), problems(type, settings, port, profile, buffer), where);
            }
            if (relays > type.mostRelays(settings)) {
                rule.map()
                        .self()
                        .warning(
                                "the traffic's routes relay packets %d times: %s does not rule out drops"
                                        .formatted(relays, type.name()));
            }
            int priorities = type.priorities(settings, defaultPriorities);
            return Optional.of(new PortControl(port, link, profile, type, settings, priorities));
        } catch (IllegalArgumentException e) {
            rule.map().self().error(e.getMessage() + where);
            return Optional.empty();
        }
    }

    private List<SettingProblem> problems(
            SchemeType type, Settings settings, PortRef port, LinkProfile profile, long buffer) {
        PortRef far = topology.linkAt(port.node(), port.port()).peerOf(port.node());
        if (far.node().isHost() && far.node().forwards()) {
            return type.problemsAtRelay(settings, profile, linksBut(far), buffer);
        }
        return type.problems(settings, profile, buffer);
    }

    /** The links at the other ports of a host, as it sees them. */
    private List<LinkProfile> linksBut(PortRef one) {
        Node host = one.node();
        return IntStream.rangeClosed(1, host.ports())
                .filter(port -> port != one.port())
                .mapToObj(port -> profile(topology.linkAt(host, port), host))
                .toList();
    }

    private void reportOneSided(Map<PortRef, List<Controlled>> byPort) {
        byPort.forEach(
                (port, controls) -> {
                    PortRef peer = topology.linkAt(port.node(), port.port()).peerOf(port.node());
                    List<Controlled> opposite = byPort.getOrDefault(peer, List.of());
                    for (Controlled controlled : controls) {
                        oneSided(controlled.control(), peer, opposite)
                                .ifPresent(
                                        problem ->
                                                controlled
                                                        .rule()
                                                        .self()
                                                        .error(
                                                                problem,
                                                                "the same at both ends of the link",
                                                                ""));
                    }
                });
    }

    /**
     * A port that waits for credits that none grants, whose frames the far end cannot read, or
     * whose pauses end before its resumes.
     */
    private static Optional<String> oneSided(
            PortControl control, PortRef peer, List<Controlled> opposite) {
        SchemeType type = control.type();
        boolean waits = type.has(Trait.GRANTS_CREDITS) && peer.node().forwards();
        if (waits && opposite.stream().noneMatch(other -> grants(other.control(), type))) {
            return Optional.of(
                    "%s of %s waits for credits of %s, which grants none"
                            .formatted(type.name(), control.port(), peer));
        }
        Optional<String> unread = unread(control, peer, opposite);
        if (unread.isPresent()) {
            return unread;
        }
        boolean holds = holdsUntilResume(control) && peer.node().isSwitch();
        if (holds && opposite.stream().noneMatch(other -> holdsUntilResume(other.control()))) {
            return Optional.of(
                    "pauses of %s hold until RESUME, but %s lets them expire"
                            .formatted(control.port(), peer));
        }
        return Optional.empty();
    }

    private static Optional<String> unread(
            PortControl control, PortRef peer, List<Controlled> opposite) {
        SchemeType type = control.type();
        if (type.agreedKeys().isEmpty()) {
            return Optional.empty();
        }
        return opposite.stream()
                .map(Controlled::control)
                .filter(other -> other.type().equals(type))
                .findFirst()
                .map(other -> disagreement(control, other))
                .orElseGet(
                        () ->
                                Optional.of(
                                        "%s runs at %s, but not at %s, where its frames go"
                                                .formatted(type.name(), control.port(), peer)));
    }

    private static Optional<String> disagreement(PortControl one, PortControl other) {
        SchemeType type = one.type();
        Map<String, String> ofOne = one.settings().printed(type.settings());
        Map<String, String> ofOther = other.settings().printed(type.settings());
        return type.agreedKeys().stream()
                .filter(key -> !ofOne.get(key).equals(ofOther.get(key)))
                .map(
                        key ->
                                "%s of %s is %s at %s, but %s at %s"
                                        .formatted(
                                                key,
                                                type.name(),
                                                ofOne.get(key),
                                                one.port(),
                                                ofOther.get(key),
                                                other.port()))
                .findFirst();
    }

    private static boolean grants(PortControl control, SchemeType type) {
        return control.type().equals(type) && control.port().node().buffer().bytes() > 0;
    }

    private static boolean holdsUntilResume(PortControl control) {
        return control.type()
                .pauseTimer(control.settings())
                .filter(PauseTimer.UNTIL_RESUME::equals)
                .isPresent();
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
                                "the ports of switch %s reserve %,d B, which exceeds the buffer by %,d B (buffer: %,d B)"
                                        .formatted(
                                                node.name(), reserved, reserved - buffer, buffer)));
            }
        }
    }

    /** Warns where what a host relays may not fit its memory. */
    private void reportRelayMemory(Node host, Map<PortRef, List<Controlled>> byPort) {
        long needed = 0;
        long largest = 0;
        Controlled blamed = null;
        for (int port = 1; port <= host.ports(); port++) {
            PortRef at = new PortRef(host, port);
            for (Controlled controlled : byPort.getOrDefault(at, List.of())) {
                long bytes = controlled.control().relayBytes(linksBut(at));
                needed += bytes;
                if (bytes > largest) {
                    largest = bytes;
                    blamed = controlled;
                }
            }
        }
        long memory = host.buffer().bytes();
        if (blamed != null && needed > memory) {
            blamed.rule()
                    .self()
                    .warning(
                            "what a host relays takes up to %,d B under %s, but it has %,d B: packets can drop"
                                    .formatted(needed, blamed.control().type().name(), memory));
        }
    }

    private record Controlled(PortControl control, Fields rule) {}

    /** A scheme as a rule sets it. */
    private record RuleScheme(SchemeType type, Fields map, Settings given) {}

    private record Rule(Fields map, List<RuleScheme> schemes) {
        boolean reachesHosts(Topology topology) {
            return topology.hosts().stream()
                    .anyMatch(host -> schemes.stream().anyMatch(s -> runsAt(host, s.type())));
        }
    }
}
