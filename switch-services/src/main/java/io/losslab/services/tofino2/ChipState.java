package io.losslab.services.tofino2;

import io.losslab.api.topology.Node;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * What a chip's tables make of the switch behind them.
 *
 * @param ports from port 1
 * @param routes equal-cost ports by prefix
 * @param switches logical switch of each port, from port 1; {@link #NO_SWITCH} of one that is down
 * @param groups priority groups of all ports
 * @param problems what the virtual switch cannot be
 */
record ChipState(
        List<ChipPort> ports,
        Map<RouteKey, List<Integer>> routes,
        List<Integer> switches,
        List<ChipGroup> groups,
        List<String> problems) {
    /** A switch without routes: what comes in by its ports is lost. */
    static final int NO_SWITCH = 0xFFFF;

    ChipState {
        ports = List.copyOf(ports);
        routes = Map.copyOf(routes);
        switches = List.copyOf(switches);
        groups = List.copyOf(groups);
        problems = List.copyOf(problems);
    }

    static ChipState of(SdeEntries entries, Node node, IntToLongFunction rates) {
        List<String> problems = new ArrayList<>();
        PortRows rows = new PortRows(entries, rates, problems);
        List<ChipPort> ports = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            ports.add(rows.port(port));
        }
        rows.requirePools();
        RouteRows forwarding =
                new RouteRows(
                        entries,
                        port -> port >= 1 && port <= ports.size() && ports.get(port - 1).up());
        Map<Integer, Integer> switches = new HashMap<>(forwarding.switches());
        List<Integer> byPort = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            byPort.add(ports.get(port - 1).up() ? switches.getOrDefault(port, 0) : NO_SWITCH);
        }
        return new ChipState(ports, forwarding.routes(), byPort, ChipGroup.all(entries), problems);
    }

    /** Whether it forwards packets as another does. */
    boolean forwardsAs(ChipState other) {
        return routes.equals(other.routes) && switches.equals(other.switches);
    }
}
