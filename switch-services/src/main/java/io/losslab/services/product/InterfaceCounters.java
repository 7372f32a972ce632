package io.losslab.services.product;

import io.losslab.services.product.PortCounter.Kind;

/** Counters of interfaces as openconfig-interfaces names them. */
final class InterfaceCounters {
    private InterfaceCounters() {}

    /**
     * Adds those of a port.
     *
     * @param at path of their container, with a slash at its end
     */
    static void add(ProductServer server, String at, int port) {
        server.count(at + "in-octets", PortCounter.of(port, Kind.OCTETS_IN));
        server.count(at + "in-pkts", PortCounter.of(port, Kind.PACKETS_IN));
        server.count(at + "out-octets", PortCounter.of(port, Kind.OCTETS_OUT));
        server.count(at + "out-pkts", PortCounter.of(port, Kind.PACKETS_OUT));
        server.count(at + "in-discards", PortCounter.of(port, Kind.DISCARDS_IN));
        server.count(at + "out-discards", PortCounter.of(port, Kind.DISCARDS_OUT));
    }
}
