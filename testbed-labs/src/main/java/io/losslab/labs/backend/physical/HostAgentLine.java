package io.losslab.labs.backend.physical;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.labs.backend.agents.AgentWords;
import java.util.List;
import java.util.Optional;

/** How the agent of a testbed's host is started for a topology. */
final class HostAgentLine {
    private final Binding binding;
    private final int mtuBytes;

    HostAgentLine(Binding binding, int mtuBytes) {
        this.binding = binding;
        this.mtuBytes = mtuBytes;
    }

    /** The words; the agent serves on a free loopback port of its host. */
    List<String> of(Node host) {
        Device device = binding.device(host);
        AgentDevices devices = device.agent().orElseThrow();
        AgentWords words = new AgentWords(List.of(), device.name(), device.id(), host);
        devices.interfaces().forEach(name -> words.add("--interface", name));
        devices.pci().forEach(address -> words.add("--pci", address));
        if (!devices.pci().isEmpty()) {
            words.add("--huge-pages");
        }
        for (DevicePort port : device.ports()) {
            String link = link(device, port);
            words.add(
                    "--link",
                    devices.peerMacs().isEmpty()
                            ? link
                            : "peer-mac=%s,%s"
                                    .formatted(devices.peerMacs().get(port.number() - 1), link));
        }
        words.add("--mtu", String.valueOf(mtuBytes));
        words.add("--memory", String.valueOf(devices.memoryMegabytes()));
        words.add("--separate-clocks");
        words.add("--warm-up");
        return words.list();
    }

    /** How a port is cabled; only its speed where the topology does not use it. */
    private String link(Device device, DevicePort port) {
        Optional<PortRef> logical = binding.logical(device, port.number());
        if (logical.isEmpty()) {
            return "rate=%dbps".formatted(port.speed().bitsPerSecond());
        }
        Link link = binding.topology().linkAt(logical.get().node(), logical.get().port());
        PortRef peer = link.peerOf(logical.get().node());
        return AgentWords.cabled(
                link,
                peer,
                binding.device(peer.node()).id(),
                binding.devicePort(peer.node(), peer.port()));
    }
}
