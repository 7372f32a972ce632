package io.losslab.labs.perftest;

import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.perftest.PerftestFinding;
import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.NicCounters;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.traffic.perftest.KnownOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The sessions of perftest that a cell's hosts with RDMA NICs run, a server and a client each. All
 * servers listen before the cell's time begins; every client starts at its own time by its host's
 * clock. Made and closed by one thread.
 */
public final class PerftestTraffic implements AutoCloseable {
    private static final String SYSFS = "/sys";
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Until the cell's time is zero: every client host must have been told before. */
    private static final long LEAD_NANOS = 2 * NANOS_PER_SECOND;

    private static final long LEAD_NANOS_A_HOST = 100_000_000;

    /** A server that was started over SSH listens by then, or never. */
    private static final long LISTEN_NANOS = 30 * NANOS_PER_SECOND;

    private final List<PerftestSession> sessions;
    private final PerftestHosts hosts;
    private final ExecutorService workers =
            Executors.newCachedThreadPool(work -> new Thread(work, "perftest"));
    private final Set<String> notes = new LinkedHashSet<>();
    private final Map<Device, Future<Map<Integer, ToolOutput>>> serving = new LinkedHashMap<>();
    private final Map<Device, Future<Map<Integer, ToolOutput>>> sending = new LinkedHashMap<>();
    private Map<Device, HostFacts> facts = Map.of();
    private SessionCommands commands;
    private StartTime start;
    private StartSpread spread = StartSpread.NONE;

    /**
     * Plans the sessions; nothing is started yet.
     *
     * @throws CommandFailure where the plan asks for something that perftest refuses
     */
    public PerftestTraffic(CellPlan plan, Binding binding) {
        this(plan, binding, SYSFS);
    }

    PerftestTraffic(CellPlan plan, Binding binding, String sysfs) {
        PerftestPlan perftest = PerftestPlan.of(plan, binding);
        perftest.require();
        perftest.limitations().stream().map(PerftestFinding::message).forEach(notes::add);
        this.sessions = perftest.sessions();
        this.hosts = new PerftestHosts(binding, sessions, sysfs);
    }

    /** Longest time that {@link #start} can need, in nanoseconds. */
    public long leadNanos() {
        return sessions.isEmpty() ? 0 : LEAD_NANOS + LEAD_NANOS_A_HOST * clients().size();
    }

    /**
     * Asks the hosts what they can, without starting anything.
     *
     * @return what users should know
     * @throws CommandFailure where a host lacks something, or where clocks do not agree
     */
    public List<String> ask() {
        if (!sessions.isEmpty()) {
            facts = hosts.facts();
            notes.addAll(StartTime.check(clients()));
            commands = new SessionCommands(hosts, sessions, facts);
            notes.addAll(commands.notes());
        }
        return List.copyOf(notes);
    }

    /**
     * Starts the servers, after {@link #ask}; returns when all of them listen.
     *
     * @throws CommandFailure where a server ends at once; says what perftest said
     */
    public void prepare() throws InterruptedException {
        if (sessions.isEmpty()) {
            return;
        }
        commands.servers()
                .forEach(
                        (device, tools) ->
                                serving.put(
                                        device, workers.submit(() -> hosts.run(device, tools))));
        awaitServers();
    }

    /**
     * Tells the clients when to start: each begins when its traffic does.
     *
     * @param untilZeroNanos until the cell's time is zero
     * @throws CommandFailure where it is already, or does not pass by itself
     */
    public void start(long untilZeroNanos) {
        if (sessions.isEmpty()) {
            return;
        }
        if (untilZeroNanos <= 0) {
            throw CommandFailure.failed(
                    "perftest on %d hosts was not told in time when to start"
                            .formatted(clients().size()),
                    "perftest needs a testbed without 'clock'; check this machine's load");
        }
        start = StartTime.in(untilZeroNanos, clients());
        commands.clients(start.zeroNanos())
                .forEach(
                        (device, tools) ->
                                sending.put(
                                        device, workers.submit(() -> hosts.run(device, tools))));
    }

    /**
     * Makes sure that no host has been lost so far.
     *
     * @throws CommandFailure that names one
     */
    public void require() {
        Stream.concat(serving.values().stream(), sending.values().stream())
                .filter(Future::isDone)
                .forEach(PerftestTraffic::requireOutcome);
    }

    private static void requireOutcome(Future<?> host) {
        try {
            outcome(host);
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }

    /**
     * Waits for all to end.
     *
     * @throws CommandFailure where one fails; says which, and what perftest said
     */
    public List<PerftestResult> await() throws InterruptedException {
        if (sessions.isEmpty()) {
            return List.of();
        }
        Map<Integer, ToolOutput> outputs = new LinkedHashMap<>();
        for (Future<Map<Integer, ToolOutput>> host : sending.values()) {
            outputs.putAll(outcome(host));
        }
        requireOwnServers(outputs);
        SessionResults results = new SessionResults(start, commands.stamped());
        List<PerftestResult> all = new ArrayList<>();
        for (int number : failuresFirst(outputs)) {
            PerftestSession session = sessions.get(number);
            KnownOptions known = commands.known(session);
            all.add(results.of(session, known, outputs.get(number), () -> served(session)));
        }
        notes.addAll(results.notes());
        spread = results.spread();
        return all;
    }

    /** Sessions by number: those that failed by themselves, then the others. */
    private List<Integer> failuresFirst(Map<Integer, ToolOutput> outputs) {
        return IntStream.range(0, sessions.size())
                .boxed()
                .sorted(
                        Comparator.comparing(
                                number ->
                                        outputs.get(number) == null
                                                || !outputs.get(number).failed()))
                .toList();
    }

    /** What perftest cannot do or report for the cell, for users. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Figures of the start, by name; none without sessions. */
    public Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        if (!sessions.isEmpty()) {
            StartTime.errorNanos(clients())
                    .ifPresent(nanos -> figures.put("clockErrorMicros", nanos / 1e3));
            spread.figures(figures);
        }
        return figures;
    }

    /** The hosts whose NICs send or receive. */
    public Set<Node> hosts() {
        Set<Node> nodes = new LinkedHashSet<>();
        for (PerftestSession session : sessions) {
            nodes.add(session.client());
            nodes.add(session.server());
        }
        return nodes;
    }

    /**
     * Clocks, counters, and command lines, a line each; empty without sessions.
     *
     * @param nics what each host's NICs counted
     */
    public List<String> description(Map<Node, NicCounters.Reading> nics) {
        List<String> lines = new ArrayList<>();
        for (Node host : hosts()) {
            Device device = hosts.device(host);
            OptionalLong counted = nics.get(host).retransmissions();
            lines.add("%s: clock: %s".formatted(device.name(), facts.get(device).clock()));
            lines.add(
                    "%s: retransmissions that its NIC counted: %s"
                            .formatted(
                                    device.name(),
                                    counted.isPresent() ? counted.getAsLong() : "not known"));
        }
        if (commands != null) {
            lines.addAll(commands.lines());
        }
        return lines;
    }

    /** Ends what still runs: a host's script ends with its connection. */
    @Override
    public void close() {
        hosts.close();
        workers.shutdownNow();
    }

    private Map<String, HostFacts> clients() {
        Map<String, HostFacts> clients = new LinkedHashMap<>();
        for (PerftestSession session : sessions) {
            Device device = hosts.device(session.client());
            clients.put(device.name(), facts.get(device));
        }
        return clients;
    }

    private void awaitServers() throws InterruptedException {
        long end = System.nanoTime() + LISTEN_NANOS;
        for (Device device : serving.keySet()) {
            String script = HostScript.listening(commands.ports(device));
            while (!hosts.connection(device).run(script).succeeded()) {
                requireServing(device);
                if (System.nanoTime() > end) {
                    throw CommandFailure.ofDevice(
                            "%s: perftest does not listen on ports %s after %d s"
                                    .formatted(
                                            device.name(),
                                            commands.ports(device),
                                            LISTEN_NANOS / NANOS_PER_SECOND),
                            "check that no other perftest runs there");
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /** A host all of whose servers ended says why. */
    private void requireServing(Device device) throws InterruptedException {
        Future<Map<Integer, ToolOutput>> servers = serving.get(device);
        if (servers.isDone()) {
            Map<Integer, ToolOutput> outputs = outcome(servers);
            for (int number : failuresFirst(outputs)) {
                if (outputs.get(number) != null) {
                    throw serverFailure(number, outputs.get(number));
                }
            }
        }
    }

    /** A client that succeeded while its server failed before it had one was served by another. */
    private void requireOwnServers(Map<Integer, ToolOutput> clients) throws InterruptedException {
        for (Future<Map<Integer, ToolOutput>> servers : serving.values()) {
            Map<Integer, ToolOutput> ended = servers.isDone() ? outcome(servers) : Map.of();
            for (Map.Entry<Integer, ToolOutput> server : ended.entrySet()) {
                ToolOutput client = clients.get(server.getKey());
                if (server.getValue().failedUnconnected()
                        && client != null
                        && client.status() == 0) {
                    throw serverFailure(server.getKey(), server.getValue());
                }
            }
        }
    }

    private CommandFailure serverFailure(int number, ToolOutput output) {
        return SessionResults.failure(
                sessions.get(number),
                "the server exited with %d: %s".formatted(output.status(), output.said()));
    }

    /** What the server of a session said, if it ended; empty where it still runs. */
    private String served(PerftestSession session) {
        Future<Map<Integer, ToolOutput>> servers = serving.get(hosts.device(session.server()));
        try {
            return servers.isDone() ? outcome(servers).get(sessions.indexOf(session)).said() : "";
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }

    private static <T> T outcome(Future<T> work) throws InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommandFailure failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
