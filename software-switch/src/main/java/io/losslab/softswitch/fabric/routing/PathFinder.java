package io.losslab.softswitch.fabric.routing;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Which ports flows take: by the sender's choice, by its scheme, or by the tables and hashes of
 * every device on the way. A path is written down once and then read by its cursor.
 */
public final class PathFinder {
    private static final int MISSED = -1;
    private static final int NOT_BEGUN = -2;

    private final Topology topology;
    private final PortNumbers numbers;
    private final Ports ports;
    private final SchemeSlots schemes;
    private final RoutingTables routing;

    public PathFinder(
            Topology topology,
            PortNumbers numbers,
            Ports ports,
            SchemeSlots schemes,
            RoutingTables routing) {
        this.topology = topology;
        this.numbers = numbers;
        this.ports = ports;
        this.schemes = schemes;
        this.routing = routing;
    }

    /** Port by which a host sends a flow: its scheme's choice, or that of its table and hash. */
    public int choosePort(int flow, FlowSpec spec) {
        int srcNode = spec.srcNode();
        int[] own = numbers.portsOf(srcNode);
        if (!spec.sourceRoute().isEmpty()) {
            return own[spec.sourceRoute().get(0) - 1];
        }
        int[] equal = own.length == 1 ? null : routing.lookUp(srcNode, ipv4Of(spec.dstNode()));
        if (equal == null) {
            return own[0];
        }
        EgressScheme scheme = schemes.atEgress(equal[0]);
        if (scheme != null && equal.length > 1) {
            int[] local = Arrays.stream(equal).map(ports::localNumber).toArray();
            int choice = scheme.choosePort(flow, local);
            if (choice >= 0) {
                return numbers.of(srcNode, choice);
            }
        }
        return routing.member(
                srcNode, ipv4Of(srcNode), ipv4Of(spec.dstNode()), spec.udpSourcePort());
    }

    /** Resolves the way of a flow's packets from a port of its source on. */
    public int resolve(int fromPort, FlowSpec spec) {
        return spec.sourceRoute().isEmpty()
                ? resolve(fromPort, spec.dstNode(), spec.udpSourcePort())
                : sourceRoute(fromPort, spec.sourceRoute());
    }

    /** Path of a UDP flow that leaves its host by a port; returns the cursor of its first hop. */
    public int resolve(int fromPort, int dstNode, int udpSourcePort) {
        int src = ipv4Of(numbers.nodeOf(fromPort));
        return routing.resolve(
                numbers, ports, fromPort, dstNode, src, ipv4Of(dstNode), udpSourcePort);
    }

    /**
     * Path of a flow's packets that leave some host by a port, the sender itself or one that
     * relays.
     */
    public int resolveFrom(int hostPort, FlowSpec spec) {
        return routing.resolve(
                numbers,
                ports,
                hostPort,
                spec.dstNode(),
                ipv4Of(spec.srcNode()),
                ipv4Of(spec.dstNode()),
                spec.udpSourcePort());
    }

    /** Path over one switch. */
    public int along(int egress) {
        return routing.sourceRoute(new int[] {egress});
    }

    /** Egress port at a place of a path; {@link RoutingTables#NO_ROUTE} at its end. */
    public int egressAt(int cursor) {
        return routing.egressAt(cursor);
    }

    /** A place of a path or, where packets have a choice there, that of the first way. */
    public int firstWay(int cursor) {
        return routing.alternative(cursor, 0);
    }

    /** Port of the last device that a path, resolved from a port on, comes to. */
    public int portReached(int fromPort, int cursor) {
        int egress = fromPort;
        int at = firstWay(cursor);
        while (routing.egressAt(at) != RoutingTables.NO_ROUTE) {
            egress = routing.egressAt(at);
            at = firstWay(at + 1);
        }
        return ports.peer(egress);
    }

    /**
     * Egress ports on a path from a node on until it leaves another by a port. Where packets have a
     * choice after the node, all ways must pass the port, and at the same distance.
     *
     * @param firstPort by which the path leaves its host
     * @param cursor of what follows
     * @return 0 where it leaves {@code fromNode} itself so; -1 if it does not
     */
    public int hopsTo(int firstPort, int cursor, int fromNode, int node, int localPort) {
        if (!numbers.has(node, localPort)) {
            return -1;
        }
        int target = numbers.of(node, localPort);
        boolean begun = numbers.nodeOf(firstPort) == fromNode;
        return begun && firstPort == target
                ? 0
                : Math.max(MISSED, hopsTo(target, cursor, fromNode, begun ? 1 : NOT_BEGUN));
    }

    /**
     * @param hop egress ports passed since the path left {@code fromNode}, or {@link #NOT_BEGUN}
     * @return as {@link #hopsTo}, or {@link #NOT_BEGUN} if the path does not pass {@code fromNode}
     */
    private int hopsTo(int target, int cursor, int fromNode, int hop) {
        int passed = hop;
        int at = cursor;
        for (int port = routing.egressAt(at); port > 0; port = routing.egressAt(++at)) {
            passed = passed < 0 && numbers.nodeOf(port) == fromNode ? 0 : passed;
            if (passed >= 0 && port == target) {
                return passed;
            }
            passed += passed >= 0 ? 1 : 0;
        }
        if (routing.egressAt(at) == RoutingTables.NO_ROUTE) {
            return passed < 0 ? NOT_BEGUN : MISSED;
        }
        int common = NOT_BEGUN;
        for (int i = 0; i < routing.alternatives(at); i++) {
            int hops = hopsTo(target, routing.alternative(at, i), fromNode, passed);
            if (hops != NOT_BEGUN && common != NOT_BEGUN && hops != common) {
                return MISSED;
            }
            common = hops == NOT_BEGUN ? common : hops;
        }
        return common;
    }

    /** Path that the sender chose, by local port numbers from its own port on. */
    private int sourceRoute(int fromPort, List<Integer> localPorts) {
        int[] global = new int[localPorts.size() - 1];
        int arrival = ports.peer(fromPort);
        for (int hop = 0; hop < global.length; hop++) {
            global[hop] = numbers.of(numbers.nodeOf(arrival), localPorts.get(hop + 1));
            arrival = ports.peer(global[hop]);
        }
        return routing.sourceRoute(global);
    }

    private int ipv4Of(int node) {
        return topology.nodes().get(node).ipv4();
    }
}
