package io.losslab.orchestrator.backend.live;

import io.losslab.api.topology.Node;
import io.losslab.driver.DeviceAddress;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.ssh.AgentArchive;
import io.losslab.orchestrator.ssh.ArchiveStore;
import io.losslab.orchestrator.ssh.HostConnection;
import io.losslab.orchestrator.ssh.LogTail;
import io.losslab.orchestrator.ssh.ParallelHosts;
import io.losslab.orchestrator.ssh.RemoteAgent;
import io.losslab.orchestrator.ssh.Tunnel;
import io.losslab.orchestrator.testbed.SshLogin;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.SshAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agents in the namespaces of a lab, started and reached over SSH. */
final class LiveAgents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveAgents.class);
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(40);

    private final NamespaceLab lab;
    private final AgentCommandLine commandLine;
    private final Map<Node, Running> running = new ConcurrentHashMap<>();

    private LiveAgents(NamespaceLab lab, AgentCommandLine commandLine) {
        this.lab = lab;
        this.commandLine = commandLine;
    }

    /** What belongs to one agent. */
    private static final class Running {
        private final HostConnection connection;
        private RemoteAgent agent;
        private LogTail log;
        private Tunnel tunnel;

        Running(HostConnection connection) {
            this.connection = connection;
        }
    }

    /**
     * Starts them all at a time.
     *
     * @throws CommandFailure with every host that failed; none runs then
     */
    static LiveAgents start(
            NamespaceLab lab, List<Node> hosts, AgentArchive archive, AgentCommandLine commands) {
        LiveAgents agents = new LiveAgents(lab, commands);
        try {
            // The namespaces share their files: one upload serves all.
            agents.place(hosts.get(0), archive);
            ParallelHosts.all(
                    hosts,
                    Node::name,
                    host -> {
                        agents.start(host, agents.place(host, archive));
                        return host;
                    });
            return agents;
        } catch (RuntimeException e) {
            agents.close();
            throw e;
        }
    }

    /** Where a host's agent is reached from here. */
    DeviceAddress address(Node host) {
        return new DeviceAddress("127.0.0.1", running.get(host).tunnel.port());
    }

    /** Ends them; those that do not answer end with their namespaces. */
    @Override
    public void close() {
        try {
            ParallelHosts.all(List.copyOf(running.keySet()), Node::name, this::stop);
        } catch (CommandFailure e) {
            LOG.warn("an agent was not stopped over SSH: {}", e.getMessage());
        }
    }

    private String place(Node host, AgentArchive archive) {
        Running own = running.computeIfAbsent(host, node -> new Running(connect(node)));
        ArchiveStore.Placed placed = new ArchiveStore(own.connection).place(archive);
        if (placed.uploaded()) {
            LOG.info("{}: the agent was uploaded to {}", host.name(), placed.directory());
        }
        return placed.directory();
    }

    private void start(Node host, String archiveDirectory) {
        Running own = running.get(host);
        own.agent =
                new RemoteAgent(
                        own.connection,
                        lab.directory().resolve("agent-" + host.deviceId()).toString());
        own.agent.start(commandLine.of(host), archiveDirectory);
        own.log = own.agent.follow(line -> LOG.info("{}: {}", host.name(), line));
        String ready = own.agent.awaitLine("ready ", START_PATIENCE);
        int port = Integer.parseInt(ready.substring(ready.lastIndexOf(':') + 1));
        try {
            own.tunnel = Tunnel.open(own.connection, "127.0.0.1", port);
        } catch (IOException e) {
            throw new CommandFailure(
                    "%s: no loopback port is free for the way to its agent".formatted(host.name()),
                    "",
                    1,
                    e);
        }
    }

    private HostConnection connect(Node host) {
        SshAccess access = lab.ssh();
        return new HostConnection(
                host.name(),
                new SshLogin(
                        lab.managementAddress(host),
                        access.port(),
                        access.user(),
                        Optional.of(access.privateKey()),
                        access.knownHosts()));
    }

    private boolean stop(Node host) {
        Running own = running.get(host);
        if (own.tunnel != null) {
            own.tunnel.close();
        }
        boolean ended = own.agent == null || own.agent.stop(STOP_PATIENCE);
        if (!ended) {
            LOG.warn("{}: the agent had to be killed", host.name());
        }
        if (own.log != null) {
            own.log.close();
        }
        own.connection.close();
        return ended;
    }
}
