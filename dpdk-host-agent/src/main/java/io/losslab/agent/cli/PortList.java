package io.losslab.agent.cli;

import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.service.AgentPort;
import java.util.ArrayList;
import java.util.List;

/** The devices that options name, in the order of their ports. */
final class PortList {
    private record Device(String option, String arguments, boolean pci) {}

    private final int longestFrameBytes;
    private final List<Device> devices = new ArrayList<>();

    /** For frames up to that length, destination MAC to FCS. */
    PortList(int longestFrameBytes) {
        this.longestFrameBytes = longestFrameBytes;
    }

    void addInterfaces(List<String> names) {
        for (String name : names) {
            String device = EalArguments.interfaceDevice(devices.size(), name, longestFrameBytes);
            devices.add(new Device("--interface " + name, device, false));
        }
    }

    void addVirtual(List<String> arguments) {
        arguments.forEach(it -> devices.add(new Device("--vdev " + it, it, false)));
    }

    void addPci(List<String> addresses) {
        addresses.forEach(it -> devices.add(new Device("--pci " + it, it, true)));
    }

    /**
     * The ports.
     *
     * @param links how the first of them are cabled; the others have defaults
     * @throws IllegalArgumentException where there are more of these, or one cannot be read
     */
    List<AgentPort> cabled(List<String> links) {
        if (links.size() > devices.size()) {
            throw new IllegalArgumentException(
                    "--link is given %d times, but there are %d ports"
                            .formatted(links.size(), devices.size()));
        }
        List<AgentPort> ports = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            PortOptions link = new PortOptions(i < links.size() ? links.get(i) : "");
            Device device = devices.get(i);
            ports.add(
                    new AgentPort(
                            device.option(),
                            device.arguments(),
                            device.pci(),
                            link.place(longestFrameBytes)));
        }
        return ports;
    }
}
