package io.losslab.agent.loop;

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
        int low = 0;
        int high = addresses.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (addresses[middle] == ipv4) {
                return ports[middle];
            }
            if (addresses[middle] < ipv4) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }
}
