package io.losslab.orchestrator.backend;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.orchestrator.backend.agents.AgentStart;
import io.losslab.orchestrator.backend.agents.StartedAgents;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.PlanJson;
import io.losslab.orchestrator.testbed.AgentDevices;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.DevicePort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the agent of a testbed's host is started for a topology. */
final class HostAgentLine {
    private final Binding binding;

    HostAgentLine(Binding binding) {
        this.binding = binding;
    }

    /** The words; the agent serves on a free loopback port of its host. */
    List<String> of(Node host) {
        Device device = binding.device(host);
        AgentDevices devices = device.agent().orElseThrow();
        List<String> words = new ArrayList<>(List.of(AgentStart.PROGRAM));
        add(words, "--listen", "127.0.0.1:0");
        add(words, "--name", device.name());
        add(words, "--host-id", String.valueOf(device.id()));
        add(words, "--ipv4", PlanJson.ipv4(Topology.ipv4Of(host)));
        devices.interfaces().forEach(name -> add(words, "--interface", name));
        devices.pci().forEach(address -> add(words, "--pci", address));
        if (!devices.pci().isEmpty()) {
            words.add("--huge-pages");
        }
        for (DevicePort port : device.ports()) {
            add(words, "--link", link(device, port));
        }
        add(words, "--memory", String.valueOf(devices.memoryMegabytes()));
        add(words, "--watchdog", StartedAgents.WATCHDOG.toSeconds() + "s");
        words.add("--separate-clocks");
        return words;
    }

    /** How a port is cabled; only its speed where the topology does not use it. */
    private String link(Device device, DevicePort port) {
        Optional<PortRef> logical = binding.logical(device, port.number());
        if (logical.isEmpty()) {
            return "rate=%dbps".formatted(port.speed().bitsPerSecond());
        }
        Link link = binding.topology().linkAt(logical.get().node(), logical.get().port());
        PortRef peer = link.peerOf(logical.get().node());
        String text =
                "rate=%dbps,delay=%dns,peer=%d:%d"
                        .formatted(
                                link.rate().bitsPerSecond(),
                                link.delay().nanos(),
                                binding.device(peer.node()).id(),
                                binding.devicePort(peer.node(), peer.port()));
        return peer.node().isHost()
                ? text + ",peer-ipv4=" + PlanJson.ipv4(Topology.ipv4Of(peer.node()))
                : text;
    }

    private static void add(List<String> words, String option, String value) {
        words.add(option);
        words.add(value);
    }
}
