package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.BACK_CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.MTU;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.RX_PORT;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.congestion.FlowPath;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.routing.PathFinder;
import io.losslab.softswitch.fabric.routing.RoutingTables;

/** Ways of flows through the network, there and back, and how long they are. */
final class FlowPaths {
    private final Ports ports;
    private final PortNumbers numbers;
    private final LinkProfiles links;
    private final PathFinder finder;
    private final FlowTable flows;

    FlowPaths(
            Ports ports,
            PortNumbers numbers,
            LinkProfiles links,
            PathFinder finder,
            FlowTable flows) {
        this.ports = ports;
        this.numbers = numbers;
        this.links = links;
        this.finder = finder;
        this.flows = flows;
    }

    /** Finds the way of a flow's packets from its port on, and of their ACKs back to it. */
    void resolve(int flow) {
        FlowSpec spec = flows.spec(flow);
        int from = flows.sender[(flow << 4) + PORT];
        int cursor = finder.resolve(from, spec);
        int to = finder.portReached(from, cursor);
        if (numbers.nodeOf(to) != spec.dstNode()) {
            to = numbers.portsOf(spec.dstNode())[0];
        }
        flows.sender[(flow << 4) + CURSOR] = cursor;
        flows.receiver[(flow << 3) + RX_PORT] = to;
        flows.receiver[(flow << 3) + BACK_CURSOR] =
                finder.resolve(to, numbers.nodeOf(from), spec.udpSourcePort());
    }

    /** Rates and idle round trip of a resolved flow. */
    FlowPath describe(int flow) {
        int s = flow << 4;
        int r = flow << 3;
        int from = flows.sender[s + PORT];
        int frameBytes = RoceFrame.maxFrameBytes(flows.sender[s + MTU]);
        long picos =
                travelPicos(from, flows.sender[s + CURSOR], frameBytes)
                        + travelPicos(
                                flows.receiver[r + RX_PORT],
                                flows.receiver[r + BACK_CURSOR],
                                RoceFrame.ackFrameBytes());
        long rate = links.at(from).rateBitsPerSecond();
        long slowest = slowestRate(from, flows.sender[s + CURSOR]);
        return new FlowPath(rate, slowest, Math.max(1, (picos + 999) / 1000));
    }

    private long slowestRate(int fromPort, int cursor) {
        long slowest = links.at(fromPort).rateBitsPerSecond();
        int at = finder.firstWay(cursor);
        while (finder.egressAt(at) != RoutingTables.NO_ROUTE) {
            slowest = Math.min(slowest, links.at(finder.egressAt(at)).rateBitsPerSecond());
            at = finder.firstWay(at + 1);
        }
        return slowest;
    }

    /** From the start of a frame at a port to its arrival at the end of the path. */
    private long travelPicos(int fromPort, int cursor, int frameBytes) {
        long sum = hopPicos(fromPort, frameBytes);
        int at = finder.firstWay(cursor);
        while (finder.egressAt(at) != RoutingTables.NO_ROUTE) {
            sum += hopPicos(finder.egressAt(at), frameBytes);
            at = finder.firstWay(at + 1);
        }
        return sum;
    }

    private long hopPicos(int port, int frameBytes) {
        double bits = 8.0 * RoceFrame.wireBytes(frameBytes);
        long rate = links.at(port).rateBitsPerSecond();
        return Math.round(bits * 1e12 / rate) + ports.dataLatency(port);
    }
}
