package io.losslab.softswitch.p4runtime;

import java.util.List;

/**
 * What an entry of {@code ingress.routes} means to the plane.
 *
 * @param key destination and prefix
 * @param egressPorts equal-cost ports, one for each unit of weight
 */
record Route(RouteKey key, List<Integer> egressPorts) {
    Route {
        egressPorts = List.copyOf(egressPorts);
    }

    int[] ports() {
        return egressPorts.stream().mapToInt(Integer::intValue).toArray();
    }
}
