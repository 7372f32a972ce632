package io.losslab.agent.plane;

import io.losslab.flowcontrol.LinkProfile;

/**
 * Where in the network a port of the host is.
 *
 * @param mac own address, low 48 bits
 * @param peerMac address that frames are sent to, low 48 bits
 * @param link rate, delay and longest frame
 * @param peerDevice number of the device at the far end, from 1
 * @param peerPort its port, from 1
 * @param peerIpv4 its address if it is a host; else 0
 */
public record PortPlace(
        long mac, long peerMac, LinkProfile link, int peerDevice, int peerPort, int peerIpv4) {
    public PortPlace {
        if (peerDevice < 1 || peerPort < 1) {
            throw new IllegalArgumentException(
                    "devices and ports count from 1: " + peerDevice + ", " + peerPort);
        }
    }

    /** The same place, with its own address if it has none yet. */
    public PortPlace orMac(long deviceMac) {
        return mac != 0
                ? this
                : new PortPlace(deviceMac, peerMac, link, peerDevice, peerPort, peerIpv4);
    }

    /** Whether a host is at the far end. */
    public boolean leadsToHost() {
        return peerIpv4 != 0;
    }
}
