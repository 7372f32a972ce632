package io.losslab.orchestrator.backend.physical;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.orchestrator.backend.agents.AgentStart;
import io.losslab.orchestrator.backend.agents.StartedAgents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The agents that a run starts on the hosts of its testbed. They stay from lab to lab, and start
 * anew where a lab cables their host otherwise.
 */
final class TestbedAgents implements AutoCloseable {
    /** Names the run in its agents' directories. */
    private final UUID run = UUID.randomUUID();

    private final StartedAgents agents = new StartedAgents(AgentArchive::find);

    /**
     * Starts what a binding needs.
     *
     * @return the devices whose agents are new
     */
    List<Device> start(Binding binding) {
        List<AgentStart> wanted = new ArrayList<>();
        HostAgentLine line = new HostAgentLine(binding);
        for (Node host : binding.topology().hosts()) {
            Device device = binding.device(host);
            if (device.agent().isPresent()) {
                wanted.add(
                        new AgentStart(
                                device.name(),
                                device.ssh().orElseThrow(),
                                "/tmp/losslab-agent-%s-%s".formatted(device.name(), run),
                                line.of(host)));
            }
        }
        Set<String> started = agents.start(wanted);
        return binding.devices().stream()
                .filter(device -> started.contains(device.name()))
                .toList();
    }

    /** Where a device's agent is reached from here. */
    DeviceAddress address(Device device) {
        return agents.address(device.name());
    }

    @Override
    public void close() {
        agents.close();
    }
}
