package io.losslab.labs.backend.physical;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.labs.backend.agents.AgentStart;
import io.losslab.labs.backend.agents.StartedAgents;
import io.losslab.labs.provision.AgentFolder;
import io.losslab.labs.provision.Ledger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The agents that a run starts on the hosts of its testbed. They stay from lab to lab, and start
 * anew where a lab cables their host otherwise.
 */
final class TestbedAgents {
    /** Names the run in its agents' directories. */
    private final UUID run = UUID.randomUUID();

    private final StartedAgents agents = new StartedAgents(AgentArchive::find);
    private final Set<AgentFolder> own = new HashSet<>();
    private final Ledger ledger;

    /**
     * None yet.
     *
     * @param ledger knows of every agent before it is started
     */
    TestbedAgents(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * Starts what a binding needs.
     *
     * @param mtuBytes largest RoCE path MTU of the run
     * @return the devices whose agents are new
     */
    List<Device> start(Binding binding, int mtuBytes) {
        List<AgentStart> wanted = new ArrayList<>();
        HostAgentLine line = new HostAgentLine(binding, mtuBytes);
        for (Node host : binding.topology().hosts()) {
            Device device = binding.device(host);
            if (device.agent().isPresent()) {
                AgentFolder folder =
                        new AgentFolder(
                                device, "/tmp/losslab-agent-%s-%s".formatted(device.name(), run));
                own.add(folder);
                ledger.record(folder);
                wanted.add(start(folder, line.of(host)));
            }
        }
        Set<String> started = agents.start(wanted);
        return binding.devices().stream()
                .filter(device -> started.contains(device.name()))
                .toList();
    }

    private static AgentStart start(AgentFolder folder, List<String> command) {
        Device device = folder.device();
        return new AgentStart(
                device.name(), device.ssh().orElseThrow(), folder.directory(), command);
    }

    /** Where a device's agent is reached from here. */
    DeviceAddress address(Device device) {
        return agents.address(device.name());
    }

    /** What has become of a device's agent; empty where this did not start it. */
    Optional<String> condition(Device device) {
        return agents.condition(device.name());
    }

    /** Whether it is certain that a device's agent, started by this, has ended or is suspended. */
    boolean isGone(Device device) {
        return agents.isGone(device.name());
    }

    /**
     * Ends the agents of this run, and those of the run that wrote the ledger's journal.
     *
     * @return what could not be ended, as text
     */
    List<String> end() {
        List<String> left = new ArrayList<>(agents.end());
        left.addAll(
                StartedAgents.end(
                        ledger.agents().stream()
                                .filter(agent -> !own.contains(agent))
                                .map(agent -> start(agent, List.of()))
                                .toList()));
        if (left.isEmpty()) {
            ledger.agentsEnded();
        }
        return left;
    }
}
