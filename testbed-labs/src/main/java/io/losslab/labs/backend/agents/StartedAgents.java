package io.losslab.labs.backend.agents;

import io.losslab.api.process.Uninterrupted;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.devices.ssh.ArchiveStore;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.LogTail;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.devices.ssh.RemoteAgent;
import io.losslab.devices.ssh.Tunnel;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Agents on hosts, started over SSH and reached through the same connections. */
public final class StartedAgents implements AutoCloseable {
    /** An agent whose orchestrator is silent for so long stops: the first waits for the last. */
    static final Duration WATCHDOG = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(StartedAgents.class);
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(40);
    private static final Duration LOOK_PATIENCE = Duration.ofSeconds(1);

    private final Supplier<AgentArchive> archive;
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /** None yet; the archive is asked for when agents are started. */
    public StartedAgents(Supplier<AgentArchive> archive) {
        this.archive = archive;
    }

    /** What belongs to one agent. */
    private static final class Running {
        private AgentStart start;
        private final HostConnection connection;
        private RemoteAgent agent;
        private LogTail log;
        private Tunnel tunnel;

        Running(AgentStart start) {
            this.start = start;
            this.connection = new HostConnection(start.host(), start.login());
        }

        boolean runs() {
            return agent != null && agent.isRunning();
        }
    }

    /**
     * Starts agents, all at a time. One that runs already is left alone, or stopped first where it
     * was started by another command. One that was lost is started again.
     *
     * @return names of the hosts whose agents are new
     * @throws CommandFailure with every host that failed; no agent runs then
     */
    public Set<String> start(List<AgentStart> wanted) {
        Map<String, AgentStart> agents = new LinkedHashMap<>();
        for (AgentStart agent : wanted) {
            Running own = running.get(agent.host());
            if (own == null || !own.start.command().equals(agent.command()) || !own.runs()) {
                agents.put(agent.host(), agent);
            }
        }
        if (agents.isEmpty()) {
            return Set.of();
        }
        stop(List.copyOf(agents.keySet()));
        try {
            AgentArchive found = archive.get();
            // Hosts may share their files: one upload serves all.
            place(agents.values().iterator().next(), found);
            ParallelHosts.all(
                    List.copyOf(agents.values()),
                    AgentStart::host,
                    agent -> {
                        start(agent, place(agent, found));
                        return agent;
                    });
            return agents.keySet();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Where a host's agent is reached from here. */
    public DeviceAddress address(String host) {
        return running.get(host).tunnel.entry();
    }

    /**
     * What has become of an agent that does not answer; blocks while the host is not reached.
     *
     * @return words that go on after the host's name; empty where no agent was started there
     */
    public Optional<String> condition(String host) {
        Running own = running.get(host);
        if (own == null || own.agent == null) {
            return Optional.empty();
        }
        try {
            own.connection.requireAnswer(LOOK_PATIENCE);
            return Optional.of(own.agent.condition());
        } catch (CommandFailure e) {
            return Optional.of("neither its agent nor its SSH server answers");
        }
    }

    /**
     * Whether it is certain that an agent's process has ended or is suspended; blocks as {@link
     * #condition}.
     */
    public boolean isGone(String host) {
        Running own = running.get(host);
        try {
            return own != null && !own.runs();
        } catch (CommandFailure e) {
            return false;
        }
    }

    /** Ends the agents of some hosts; others and hosts without one are left alone. */
    private List<String> stop(List<String> hosts) {
        try {
            ParallelHosts.all(
                    hosts.stream().filter(running::containsKey).toList(), host -> host, this::stop);
            return List.of();
        } catch (CommandFailure e) {
            LOG.warn("an agent could not be stopped over SSH: {}", e.getMessage());
            return List.of(e.getMessage());
        }
    }

    /**
     * Ends them all; those that do not answer end by their own watchdogs.
     *
     * @return what could not be ended, as text
     */
    public List<String> end() {
        return Uninterrupted.get(() -> stop(List.copyOf(running.keySet())));
    }

    @Override
    public void close() {
        end();
    }

    /**
     * Ends agents that another process started.
     *
     * @param agents by their directories; the commands do not matter
     * @return what could not be ended, as text
     */
    public static List<String> end(List<AgentStart> agents) {
        try {
            ParallelHosts.all(
                    agents,
                    AgentStart::host,
                    agent -> {
                        try (HostConnection host =
                                new HostConnection(agent.host(), agent.login())) {
                            return new RemoteAgent(host, agent.directory()).stop(STOP_PATIENCE);
                        }
                    });
            return List.of();
        } catch (CommandFailure e) {
            return List.of(e.getMessage());
        }
    }

    private String place(AgentStart start, AgentArchive found) {
        Running own = running.computeIfAbsent(start.host(), host -> new Running(start));
        own.start = start;
        ArchiveStore.Placed placed = new ArchiveStore(own.connection).place(found);
        if (placed.uploaded()) {
            LOG.info("{}: agent uploaded to {}", start.host(), placed.directory());
        }
        return placed.directory();
    }

    private void start(AgentStart start, String archiveDirectory) {
        Running own = running.get(start.host());
        own.agent = new RemoteAgent(own.connection, start.directory());
        own.agent.start(start.command(), archiveDirectory);
        own.log = own.agent.follow(line -> LOG.info("{}: {}", start.host(), line));
        String ready = own.agent.awaitLine("ready ", START_PATIENCE);
        int port = Integer.parseInt(ready.substring(ready.lastIndexOf(':') + 1));
        try {
            own.tunnel = Tunnel.open(own.connection, "127.0.0.1", port);
        } catch (IOException e) {
            throw CommandFailure.failed(
                    "%s: no free loopback port for the tunnel to its agent".formatted(start.host()),
                    "",
                    e);
        }
    }

    /** One that cannot be stopped stays, to be tried again. */
    private boolean stop(String host) {
        Running own = running.get(host);
        if (own.tunnel != null) {
            own.tunnel.close();
        }
        boolean ended = own.agent == null || own.agent.stop(STOP_PATIENCE);
        if (!ended) {
            LOG.warn("{}: the agent did not stop and was killed", host);
        }
        if (own.log != null) {
            own.log.close();
        }
        own.connection.close();
        running.remove(host);
        return ended;
    }
}
