package io.losslab.driver.p4runtime;

import io.losslab.api.address.Ipv4Address;
import java.util.List;

/**
 * A route of the forwarding program.
 *
 * @param logicalSwitch 0..255, the switch on the device whose packets take it; 0 where the device
 *     is one switch
 * @param ipv4 destination, big-endian in the int; zero below the prefix
 * @param prefixBits 0..32; 0 matches everything
 * @param egressPorts equal-cost ports from 1, at least one; a port that is listed twice gets twice
 *     the share
 */
public record Route(int logicalSwitch, int ipv4, int prefixBits, List<Integer> egressPorts) {
    /** Numbers of logical switches have so many bits. */
    static final int SWITCH_BITS = 8;

    public Route {
        egressPorts = List.copyOf(egressPorts);
        if (logicalSwitch < 0 || logicalSwitch >= 1 << SWITCH_BITS) {
            throw new IllegalArgumentException("logicalSwitch must be 0..255: " + logicalSwitch);
        }
        if (prefixBits < 0 || prefixBits > 32) {
            throw new IllegalArgumentException("prefixBits must be 0..32: " + prefixBits);
        }
        int hostBits = prefixBits == 32 ? 0 : -1 >>> prefixBits;
        if ((ipv4 & hostBits) != 0) {
            throw new IllegalArgumentException(
                    "ipv4 has bits below its prefix of %d: 0x%08x".formatted(prefixBits, ipv4));
        }
        if (egressPorts.isEmpty()) {
            throw new IllegalArgumentException("a route needs at least one egress port");
        }
        for (int port : egressPorts) {
            if (port < 1) {
                throw new IllegalArgumentException("egress ports count from 1: " + port);
            }
        }
    }

    /** A route of a device that is one switch. */
    public Route(int ipv4, int prefixBits, List<Integer> egressPorts) {
        this(0, ipv4, prefixBits, egressPorts);
    }

    @Override
    public String toString() {
        return (logicalSwitch == 0 ? "" : "in switch %d: ".formatted(logicalSwitch))
                + "%s/%d -> ports %s".formatted(Ipv4Address.text(ipv4), prefixBits, egressPorts);
    }
}
