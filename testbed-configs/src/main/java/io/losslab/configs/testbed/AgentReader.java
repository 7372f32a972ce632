package io.losslab.configs.testbed;

import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Reads what the agent of a host sends by that is started for a run. */
final class AgentReader {
    private static final int MOST_MEGABYTES = 1 << 20;

    private AgentReader() {}

    /**
     * Reads it.
     *
     * @param device the whole host
     * @param ports of the host, in the file's order
     */
    static Optional<AgentDevices> read(YamlValue value, YamlMap device, List<DevicePort> ports) {
        Optional<YamlMap> map = value.map(TestbedFormat.AGENT);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        if (!device.has("ssh")) {
            value.error("the agent is started over SSH", "ssh: {address, user, knownHosts}", "");
        }
        if (device.has("perftest")) {
            value.error("a host has an agent or perftest, not both");
        }
        List<String> interfaces = words(map.get(), "interfaces");
        List<String> pci = words(map.get(), "pci");
        if (interfaces.isEmpty() == pci.isEmpty()) {
            value.error(
                    "an agent sends by interfaces of the kernel or by NICs that DPDK drives",
                    "interfaces: [eth1], or pci: [\"0000:3b:00.0\"]",
                    "");
            return Optional.empty();
        }
        AgentDevices devices = new AgentDevices(interfaces, pci, memory(map.get()));
        if (devices.ports() != ports.size() || !areNumberedFromOne(ports)) {
            value.error(
                    "the agent has the ports 1..%d, and the host has %s"
                            .formatted(
                                    devices.ports(),
                                    ports.stream().map(DevicePort::number).toList()),
                    "an interface or NIC for each port, in their order",
                    "");
        }
        return Optional.of(devices);
    }

    private static int memory(YamlMap map) {
        return map.get("memory")
                .flatMap(size -> size.integer(AgentDevices.LEAST_MEGABYTES, MOST_MEGABYTES))
                .map(Long::intValue)
                .orElse(AgentDevices.DEFAULT_MEGABYTES);
    }

    private static boolean areNumberedFromOne(List<DevicePort> ports) {
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).number() != i + 1) {
                return false;
            }
        }
        return true;
    }

    private static List<String> words(YamlMap map, String key) {
        return map.get(key)
                .map(value -> value.items().stream().flatMap(item -> item.word().stream()).toList())
                .orElse(List.of());
    }
}
