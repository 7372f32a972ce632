package io.losslab.orchestrator.backend;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.configs.testbed.Device;
import io.losslab.orchestrator.backend.agents.AgentArchiveFile;
import io.losslab.orchestrator.backend.agents.AgentStart;
import io.losslab.orchestrator.backend.agents.StartedAgents;
import io.losslab.orchestrator.binding.Binding;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The agents that a run starts on the hosts of its testbed. They stay from lab to lab, and start
 * anew where a lab cables their host otherwise.
 */
final class TestbedAgents implements AutoCloseable {
    private static final int NAME_BYTES = 8;

    private final String run;

    /** Null until a lab needs one: most testbeds have agents that run already. */
    private StartedAgents agents;

    TestbedAgents() {
        byte[] random = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(random);
        run = HexFormat.of().formatHex(random);
    }

    /**
     * Starts what a binding needs.
     *
     * @return the devices whose agents are new
     */
    List<Device> start(Binding binding) {
        List<AgentStart> wanted = new ArrayList<>();
        List<Device> devices = new ArrayList<>();
        HostAgentLine line = new HostAgentLine(binding);
        for (Node host : binding.topology().hosts()) {
            Device device = binding.device(host);
            if (device.agent().isEmpty()) {
                continue;
            }
            List<String> command = line.of(host);
            if (!runs(device, command)) {
                wanted.add(
                        new AgentStart(
                                device.name(),
                                device.ssh().orElseThrow(),
                                "/tmp/losslab-agent-%s-%s".formatted(device.name(), run),
                                command));
                devices.add(device);
            }
        }
        if (!wanted.isEmpty()) {
            all().stop(wanted.stream().map(AgentStart::host).toList());
            all().start(wanted);
        }
        return devices;
    }

    /** Where a device's agent is reached from here. */
    DeviceAddress address(Device device) {
        return agents.address(device.name());
    }

    @Override
    public void close() {
        if (agents != null) {
            agents.close();
        }
    }

    private boolean runs(Device device, List<String> command) {
        return agents != null && agents.runs(device.name(), command);
    }

    private StartedAgents all() {
        if (agents == null) {
            agents = new StartedAgents(AgentArchiveFile.find());
        }
        return agents;
    }
}
