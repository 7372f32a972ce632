package io.losslab.labs.perftest;

import io.losslab.api.topology.Node;
import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.traffic.perftest.KnownOptions;
import io.losslab.traffic.perftest.PerftestOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command lines of some sessions, for the hosts as they are. */
final class SessionCommands {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** A session that takes so much longer than its time is ended. */
    private static final int PATIENCE_SECONDS = 60;

    /** No message of a session with iterations takes longer on average, but for its bytes. */
    private static final long MESSAGE_NANOS = 1_000_000;

    /** At a gigabit a second. */
    private static final double NANOS_A_BYTE = 8;

    private final PerftestHosts hosts;
    private final List<PerftestSession> sessions;
    private final Map<Device, HostFacts> facts;
    private final List<CpuPinning> clientPins = new ArrayList<>();
    private final List<CpuPinning> serverPins = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /**
     * Makes them.
     *
     * @throws CommandFailure where a tool lacks an option without which it would measure something
     *     else
     */
    SessionCommands(
            PerftestHosts hosts, List<PerftestSession> sessions, Map<Device, HostFacts> facts) {
        this.hosts = hosts;
        this.sessions = List.copyOf(sessions);
        this.facts = facts;
        Map<Device, Integer> used = new HashMap<>();
        for (PerftestSession session : sessions) {
            requireOptions(session);
            clientPins.add(pin(session.client(), used));
            serverPins.add(pin(session.server(), used));
            noteMargin(session);
        }
        for (PerftestSession session : sessions) {
            if (!stamped().contains(session)) {
                notes.add(
                        "stdbuf not found on %s: its traffic is taken to start with perftest, not when both sides are connected"
                                .formatted(session.client().name()));
            }
        }
    }

    /** What users should know of them. */
    Set<String> notes() {
        return notes;
    }

    /** Options that the tools of both ends know. */
    KnownOptions known(PerftestSession session) {
        KnownOptions client = known(session, session.client());
        KnownOptions server = known(session, session.server());
        Set<String> both = new HashSet<>(client.names().orElseThrow());
        both.retainAll(server.names().orElseThrow());
        return new KnownOptions(Optional.of(both));
    }

    /** The servers of every host; they start at once. */
    Map<Device, List<HostScript.Tool>> servers() {
        Map<Device, List<HostScript.Tool>> tools = new LinkedHashMap<>();
        for (int number = 0; number < sessions.size(); number++) {
            tools.computeIfAbsent(device(sessions.get(number).server()), any -> new ArrayList<>())
                    .add(new HostScript.Tool(number, 0, 0, serverWords(number)));
        }
        return tools;
    }

    /**
     * The clients of every host; each starts at its traffic's time.
     *
     * @param zeroNanos time that this is counted from, in nanoseconds of Unix time
     */
    Map<Device, List<HostScript.Tool>> clients(long zeroNanos) {
        Map<Device, List<HostScript.Tool>> tools = new LinkedHashMap<>();
        for (int number = 0; number < sessions.size(); number++) {
            PerftestSession session = sessions.get(number);
            long start = session.group().start().nanos();
            tools.computeIfAbsent(device(session.client()), any -> new ArrayList<>())
                    .add(
                            new HostScript.Tool(
                                    number,
                                    zeroNanos + start,
                                    start + PATIENCE_SECONDS * NANOS_PER_SECOND,
                                    clientWords(number)));
        }
        return tools;
    }

    /** TCP ports of a host's servers. */
    List<Integer> ports(Device device) {
        return sessions.stream()
                .filter(session -> device(session.server()).equals(device))
                .map(session -> session.options().port())
                .toList();
    }

    /** Sessions whose tool says when it starts to send. */
    List<PerftestSession> stamped() {
        return sessions.stream()
                .filter(session -> facts.get(device(session.client())).has(HostFacts.STDBUF))
                .toList();
    }

    /** All command lines, for users. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int number = 0; number < sessions.size(); number++) {
            PerftestSession session = sessions.get(number);
            lines.add(line(session.server(), serverWords(number)));
            lines.add(line(session.client(), clientWords(number)));
        }
        return lines;
    }

    private static String line(Node host, List<String> words) {
        return "%s: %s".formatted(host.name(), String.join(" ", words));
    }

    private List<String> serverWords(int number) {
        PerftestSession session = sessions.get(number);
        return around(
                session,
                session.server(),
                PATIENCE_SECONDS + session.group().start().nanos() / NANOS_PER_SECOND,
                serverPins.get(number),
                session.options().server(hosts.rdma(session.server()), known(session)));
    }

    private List<String> clientWords(int number) {
        PerftestSession session = sessions.get(number);
        return around(
                session,
                session.client(),
                0,
                clientPins.get(number),
                session.options()
                        .client(
                                hosts.rdma(session.client()),
                                device(session.server()).ssh().orElseThrow().host(),
                                HostScript.REPORT,
                                known(session)));
    }

    /** A tool whose other side is lost must not wait for ever; output by lines tells its times. */
    private List<String> around(
            PerftestSession session,
            Node host,
            long moreSeconds,
            CpuPinning pinning,
            List<String> tool) {
        List<String> words = new ArrayList<>();
        words.add("timeout");
        words.add(String.valueOf(seconds(session.options()) + moreSeconds));
        words.addAll(pinning.words());
        if (facts.get(device(host)).has(HostFacts.STDBUF)) {
            words.add(HostFacts.STDBUF);
            words.add("-oL");
        }
        words.addAll(tool);
        return words;
    }

    private static long seconds(PerftestOptions options) {
        if (options.iterations() == 0) {
            return PATIENCE_SECONDS + options.duration().nanos() / NANOS_PER_SECOND;
        }
        double nanos =
                MESSAGE_NANOS
                        + options.gap().nanos()
                        + options.queuePairs() * options.messageSize().bytes() * NANOS_A_BYTE;
        return PATIENCE_SECONDS + (long) (options.iterations() * nanos / NANOS_PER_SECOND);
    }

    private CpuPinning pin(Node host, Map<Device, Integer> used) {
        Device device = device(host);
        int index = used.merge(device, 1, Integer::sum) - 1;
        CpuPinning pinning = CpuPinning.of(facts.get(device), hosts.rdma(host), index);
        if (!pinning.lack().isEmpty()) {
            notes.add("%s: %s".formatted(device.name(), pinning.lack()));
        }
        return pinning;
    }

    private void requireOptions(PerftestSession session) {
        for (Node end : List.of(session.client(), session.server())) {
            List<String> lacking = session.options().lacking(known(session, end));
            if (!lacking.isEmpty()) {
                throw CommandFailure.ofDevice(
                        "%s: %s there has no %s, which traffic '%s' needs"
                                .formatted(
                                        end.name(),
                                        session.options().tool().program(),
                                        String.join(", ", lacking),
                                        session.group().name()),
                        "install a newer perftest there");
            }
        }
    }

    /** Without the option, perftest counts the middle half. */
    private void noteMargin(PerftestSession session) {
        long margin = session.options().marginSeconds(known(session));
        if (margin * NANOS_PER_SECOND != session.options().margin().nanos()) {
            notes.add(
                    "traffic '%s': this perftest has no --margin and leaves out %d s at both ends"
                            .formatted(session.group().name(), margin));
        }
    }

    private KnownOptions known(PerftestSession session, Node host) {
        return facts.get(device(host)).options().get(session.options().tool());
    }

    private Device device(Node node) {
        return hosts.device(node);
    }
}
