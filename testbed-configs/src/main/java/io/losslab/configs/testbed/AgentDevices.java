package io.losslab.configs.testbed;

import java.util.List;

/**
 * What an agent that losslab starts on a host sends and receives by: network interfaces of the
 * kernel, or NICs that DPDK drives, one for each port in the file's order.
 *
 * @param interfaces names such as {@code eth1}; empty where there are NICs
 * @param pci addresses such as {@code 0000:3b:00.0}; empty where there are interfaces
 * @param peerMacs destinations of all frames, by port; empty: the broadcast address, which switches
 *     that route by IP address alone take
 * @param memoryMegabytes for packet buffers, 16 and up
 */
public record AgentDevices(
        List<String> interfaces, List<String> pci, List<String> peerMacs, int memoryMegabytes) {
    /** For packet buffers where the file does not say. */
    public static final int DEFAULT_MEGABYTES = 256;

    public static final int LEAST_MEGABYTES = 16;

    public AgentDevices {
        interfaces = List.copyOf(interfaces);
        pci = List.copyOf(pci);
        peerMacs = List.copyOf(peerMacs);
        if (interfaces.isEmpty() == pci.isEmpty()) {
            throw new IllegalArgumentException(
                    "an agent must have exactly one of 'interfaces'" + " and 'pci'");
        }
        if (memoryMegabytes < LEAST_MEGABYTES) {
            throw new IllegalArgumentException(
                    "memory must be at least %d MB, got %d"
                            .formatted(LEAST_MEGABYTES, memoryMegabytes));
        }
    }

    /** Ports it has. */
    public int ports() {
        return interfaces.size() + pci.size();
    }
}
