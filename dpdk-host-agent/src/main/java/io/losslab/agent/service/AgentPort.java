package io.losslab.agent.service;

import io.losslab.agent.plane.PortPlace;
import io.losslab.flowcontrol.LinkProfile;

/**
 * A port of the agent as it is started with.
 *
 * @param device arguments of a virtual device, as in {@code net_af_packet0,iface=eth1}, or a PCI
 *     address
 * @param pci whether it is a PCI address
 * @param mac own address, low 48 bits; 0 for that of the device
 * @param peerMac address that frames are sent to, low 48 bits
 * @param rateBitsPerSecond of the line, in lab time
 * @param delayNanos of the line one way, in lab time
 * @param peerDevice number of the device at the far end, from 1
 * @param peerPort its port, from 1
 * @param peerIpv4 its address if it is a host; else 0
 */
public record AgentPort(
        String device,
        boolean pci,
        long mac,
        long peerMac,
        long rateBitsPerSecond,
        long delayNanos,
        int peerDevice,
        int peerPort,
        int peerIpv4) {
    public AgentPort {
        if (device.isBlank() || rateBitsPerSecond <= 0 || delayNanos < 0) {
            throw new IllegalArgumentException(
                    "not a port: '%s', %d bit/s, %d ns"
                            .formatted(device, rateBitsPerSecond, delayNanos));
        }
    }

    /** What DPDK calls the device. */
    String name() {
        return device.split(",", 2)[0];
    }

    /** Its place, with the address that the device has. */
    PortPlace place(long deviceMac, int maxFrameBytes) {
        LinkProfile link = new LinkProfile(rateBitsPerSecond, delayNanos, maxFrameBytes);
        return new PortPlace(
                mac == 0 ? deviceMac : mac, peerMac, link, peerDevice, peerPort, peerIpv4);
    }
}
