package io.losslab.labs.backend.live;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.labs.backend.agents.AgentStart;
import io.losslab.labs.backend.agents.StartedAgents;
import io.losslab.labs.provision.Ledger;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.SshAccess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The hosts of live labs: namespaces with an agent in each. One lab hands them on to the next of
 * its topology, which saves the time to make them, and the agents' code stays compiled.
 */
final class LiveHosts {
    private final Topology topology;
    private final int dataQueues;
    private final NamespaceLab places;
    private final StartedAgents agents;
    private final List<AgentStart> starts;

    /** Of the agents only: switches are new for every lab. */
    private final Ledger ledger = Ledger.inMemory();

    private LiveHosts(
            Topology topology,
            int dataQueues,
            NamespaceLab places,
            StartedAgents agents,
            AgentCommandLine line) {
        this.topology = topology;
        this.dataQueues = dataQueues;
        this.places = places;
        this.agents = agents;
        this.starts =
                topology.hosts().stream().map(host -> start(places, host, line.of(host))).toList();
    }

    /** Makes the namespaces; no agent runs before {@link #ready}. */
    static LiveHosts make(
            Topology topology,
            int dataQueues,
            int mtuBytes,
            TimeDilation dilation,
            AgentArchive archive) {
        return new LiveHosts(
                topology,
                dataQueues,
                NamespaceLab.create(topology, mtuBytes),
                new StartedAgents(() -> archive),
                new AgentCommandLine(topology, mtuBytes, dataQueues, dilation));
    }

    private static AgentStart start(NamespaceLab places, Node host, List<String> command) {
        SshAccess access = places.ssh();
        SshLogin login =
                new SshLogin(
                        places.managementAddress(host),
                        access.port(),
                        access.user(),
                        Optional.of(access.privateKey()),
                        access.knownHosts());
        Path directory = places.directory().resolve("agent-" + host.deviceId());
        return new AgentStart(host.name(), login, directory.toString(), command);
    }

    /** Whether a lab can have them. */
    boolean fit(Topology wanted, int queues) {
        return topology.equals(wanted) && dataQueues == queues;
    }

    /** Starts every agent that does not run; what is known of switches and new agents is void. */
    void ready() {
        Set<String> started = agents.start(starts);
        ledger.forget(
                state ->
                        state.device().kind().isSwitch()
                                || started.contains(state.device().name()));
    }

    NamespaceLab places() {
        return places;
    }

    /** Where a host's agent is reached. */
    DeviceAddress address(Node host) {
        return agents.address(host.name());
    }

    /** What has become of an agent that does not answer. */
    Optional<String> condition(String host) {
        return agents.condition(host);
    }

    /** Whether it is certain that an agent's process has ended or is suspended. */
    boolean isGone(String host) {
        return agents.isGone(host);
    }

    Ledger ledger() {
        return ledger;
    }

    /**
     * Ends the agents and removes the namespaces.
     *
     * @return what could not be removed, as text
     */
    List<String> takeDown() {
        List<String> left = new ArrayList<>();
        try {
            agents.close();
        } finally {
            left.addAll(places.takeDown());
        }
        return left;
    }
}
