package io.losslab.driver.p4runtime;

import java.util.List;

/**
 * A route of the forwarding program.
 *
 * @param ipv4 destination, big-endian in the int; zero below the prefix
 * @param prefixBits 0..32; 0 matches everything
 * @param egressPorts equal-cost ports from 1, at least one; a port that stands there twice gets
 *     twice the share
 */
public record Route(int ipv4, int prefixBits, List<Integer> egressPorts) {
    public Route {
        egressPorts = List.copyOf(egressPorts);
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

    /** A route to one host. */
    public static Route toHost(int ipv4, List<Integer> egressPorts) {
        return new Route(ipv4, 32, egressPorts);
    }

    @Override
    public String toString() {
        return "%d.%d.%d.%d/%d -> ports %s"
                .formatted(
                        ipv4 >>> 24,
                        ipv4 >>> 16 & 0xff,
                        ipv4 >>> 8 & 0xff,
                        ipv4 & 0xff,
                        prefixBits,
                        egressPorts);
    }
}
