package io.losslab.agent.loop;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** By which port a host relays frames to an address. Immutable. */
public final class RelayRoutes {
    private final int[] addresses;
    private final int[] ports;

    /** Makes the table from ports, counted from 1, by IPv4 address. */
    public RelayRoutes(Map<Integer, Integer> portByIpv4) {
        Map<Integer, Integer> sorted = new TreeMap<>(portByIpv4);
        addresses = sorted.keySet().stream().mapToInt(Integer::intValue).toArray();
        ports = sorted.values().stream().mapToInt(Integer::intValue).toArray();
    }

    /** Port for an address; 0 where there is no route. */
    public int port(int ipv4) {
        int found = Arrays.binarySearch(addresses, ipv4);
        return found < 0 ? 0 : ports[found];
    }
}
