package io.losslab.agent.service;

import io.losslab.agent.plane.PortPlace;

/**
 * A port of the agent as it is started with.
 *
 * @param option it comes from, as in {@code --interface eth1}
 * @param device arguments of a virtual device, as in {@code net_af_packet0,iface=eth1}, or a PCI
 *     address
 * @param pci whether it is a PCI address
 * @param place in lab time; MAC address 0 for that of the device
 */
public record AgentPort(String option, String device, boolean pci, PortPlace place) {
    public AgentPort {
        if (device.isBlank()) {
            throw new IllegalArgumentException("a port needs the name of a device");
        }
    }

    /** What DPDK calls the device. */
    String name() {
        return device.split(",", 2)[0];
    }
}
