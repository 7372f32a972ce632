package io.losslab.orchestrator.perftest;

import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.PerftestSession;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.testbed.Device;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.ssh.CommandResult;
import io.losslab.orchestrator.ssh.HostConnection;
import io.losslab.orchestrator.ssh.ShellWords;
import io.losslab.traffic.perftest.PerftestReport;
import io.losslab.traffic.perftest.PerftestRow;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The sessions of perftest that a cell's hosts with RDMA NICs run, a server and a client each, all
 * at a time. Made and closed by one thread.
 */
public final class PerftestTraffic implements AutoCloseable {
    private static final int FIRST_PORT = 18_515;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** A session that takes so much longer than its time is ended. */
    private static final int MARGIN_SECONDS = 60;

    /** A server that was started over SSH listens by then, or never. */
    private static final long CONNECT_NANOS = 30 * NANOS_PER_SECOND;

    private static final long BETWEEN_TRIES_MILLIS = 200;

    /** What a client says that came before its server. */
    private static final String TOO_EARLY = "Couldn't connect to ";

    private final Binding binding;
    private final List<PerftestSession> sessions;
    private final Map<Device, HostConnection> hosts = new LinkedHashMap<>();
    private final ExecutorService workers =
            Executors.newCachedThreadPool(work -> new Thread(work, "perftest"));
    private final List<Future<PerftestResult>> running = new ArrayList<>();

    /**
     * Plans the sessions; nothing is started yet.
     *
     * @throws CommandFailure where a flow has perftest at one end only, or is nothing that perftest
     *     can send
     */
    public PerftestTraffic(CellPlan plan, Binding binding) {
        this.binding = binding;
        List<PlannedFlow> flows =
                plan.flows().stream().filter(flow -> hasPerftest(binding, flow)).toList();
        try {
            sessions = PerftestSession.of(plan, flows, binding.testbed().classes(), FIRST_PORT);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    e.getMessage(), "use hosts with an agent for it, or change the traffic");
        }
    }

    private static boolean hasPerftest(Binding binding, PlannedFlow flow) {
        boolean sends = binding.device(flow.from()).rdma().isPresent();
        boolean receives = binding.device(flow.to()).rdma().isPresent();
        if (sends != receives) {
            Node lacks = sends ? flow.to() : flow.from();
            throw CommandFailure.usage(
                    "traffic '%s' goes from %s to %s, but %s (%s) has no 'perftest' in the testbed"
                            .formatted(
                                    flow.group().name(),
                                    flow.from().name(),
                                    flow.to().name(),
                                    lacks.name(),
                                    binding.device(lacks).name()),
                    "both ends of a flow must run perftest, or both an agent");
        }
        return sends;
    }

    /** Starts all sessions; each begins when its traffic does, by the wall clock. */
    public void start() {
        for (PerftestSession session : sessions) {
            HostConnection server = connection(session.server());
            HostConnection client = connection(session.client());
            Future<CommandResult> waiting = workers.submit(() -> server.run(serverLine(session)));
            running.add(workers.submit(() -> run(session, client, waiting)));
        }
    }

    /**
     * Waits for all to end.
     *
     * @throws CommandFailure where one fails; says which, and what perftest said
     */
    public List<PerftestResult> await() throws InterruptedException {
        List<PerftestResult> results = new ArrayList<>();
        for (Future<PerftestResult> session : running) {
            results.add(outcome(session));
        }
        return results;
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

    @Override
    public void close() {
        workers.shutdownNow();
        hosts.values().forEach(HostConnection::close);
    }

    private PerftestResult run(
            PerftestSession session, HostConnection client, Future<CommandResult> waiting)
            throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(session.group().start().nanos());
        String report = "/tmp/losslab-perftest-%d.json".formatted(session.options().port());
        String server = binding.device(session.server()).ssh().orElseThrow().host();
        String line =
                limited(
                        session,
                        session.options().client(deviceOf(session.client()), server, report));
        long end = System.nanoTime() + CONNECT_NANOS;
        CommandResult result = client.run(line);
        while (said(result).contains(TOO_EARLY) && System.nanoTime() < end) {
            if (waiting.isDone()) {
                throw failure(session, "the server exited: " + said(outcome(waiting)).strip());
            }
            TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIES_MILLIS);
            result = client.run(line);
        }
        if (!result.succeeded()) {
            throw failure(
                    session,
                    "it exited with %d: %s".formatted(result.status(), said(result).strip()));
        }
        String file = client.run("cat %1$s; rm -f %1$s".formatted(report)).output();
        try {
            return new PerftestResult(session, row(session, file, result.output()));
        } catch (IllegalArgumentException e) {
            throw failure(session, e.getMessage());
        }
    }

    /** Of the report file, or of the table where the tool writes none. */
    private static PerftestRow row(PerftestSession session, String file, String output) {
        return file.isBlank()
                ? PerftestReport.rows(output).get(0)
                : PerftestReport.file(file, session.options().tool().measuresBandwidth());
    }

    private String serverLine(PerftestSession session) {
        return limited(session, session.options().server(deviceOf(session.server())));
    }

    /** A tool whose other side is lost must not wait for ever. */
    private static String limited(PerftestSession session, List<String> words) {
        long seconds =
                MARGIN_SECONDS
                        + (session.group().stop().nanos() - session.group().start().nanos())
                                / NANOS_PER_SECOND;
        return "timeout " + seconds + " " + ShellWords.quoted(words);
    }

    private RdmaDevice deviceOf(Node node) {
        return binding.device(node).rdma().orElseThrow();
    }

    private HostConnection connection(Node node) {
        return hosts.computeIfAbsent(
                binding.device(node),
                device -> new HostConnection(device.name(), device.ssh().orElseThrow()));
    }

    private static String said(CommandResult result) {
        return result.errors().isBlank() ? result.output() : result.errors();
    }

    private static CommandFailure failure(PerftestSession session, String what) {
        return CommandFailure.failed(
                "%s: %s to %s: %s"
                        .formatted(
                                session.client().name(),
                                session.options().tool().program(),
                                session.server().name(),
                                what),
                "check 'perftest' of both hosts in the testbed file, and that perftest is installed"
                        + " there (Debian: apt-get install perftest)");
    }
}
