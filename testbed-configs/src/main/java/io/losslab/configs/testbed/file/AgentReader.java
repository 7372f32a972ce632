package io.losslab.configs.testbed.file;

import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.DevicePort;
import java.util.List;
import java.util.Optional;

/** Reads what the agent of a host sends by that is started for a run. */
final class AgentReader {
    private AgentReader() {}

    /**
     * Reads it.
     *
     * @param ports of the host, in the file's order
     */
    static Optional<AgentDevices> read(Fields map, List<DevicePort> ports) {
        List<String> interfaces = map.get(DeviceSections.INTERFACES).orElse(List.of());
        List<String> pci = map.get(DeviceSections.PCI).orElse(List.of());
        if (interfaces.isEmpty() == pci.isEmpty()) {
            return Optional.empty();
        }
        int memory = map.value(DeviceSections.MEMORY).intValue();
        List<String> peers = map.get(DeviceSections.PEER_MAC).orElse(List.of());
        AgentDevices devices = new AgentDevices(interfaces, pci, peers, memory);
        if (!peers.isEmpty() && peers.size() != devices.ports()) {
            map.self()
                    .error(
                            "the agent has %d ports, but peerMac has %d addresses"
                                    .formatted(devices.ports(), peers.size()),
                            "one address per port, in port order",
                            "");
        }
        if (devices.ports() != ports.size() || !areNumberedFromOne(ports)) {
            map.self()
                    .error(
                            "the agent has ports 1..%d, but the host has %s"
                                    .formatted(
                                            devices.ports(),
                                            ports.stream().map(DevicePort::number).toList()),
                            "one interface or NIC per port, in port order",
                            "");
        }
        return Optional.of(devices);
    }

    private static boolean areNumberedFromOne(List<DevicePort> ports) {
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).number() != i + 1) {
                return false;
            }
        }
        return true;
    }
}
