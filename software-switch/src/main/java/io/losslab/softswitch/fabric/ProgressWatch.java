package io.losslab.softswitch.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds a deadlock: no byte leaves a buffer for 10 ms while bytes are buffered, and paused ports
 * wait for each other in a cycle.
 *
 * <p>A paused port waits for the device at its far end to drain what came in by the link; that
 * device waits at each paused port that holds such bytes. A cycle of this relation is named port by
 * port.
 */
final class ProgressWatch {
    private static final long WINDOW_PICOS = 10_000_000_000L;

    private final Fabric fabric;
    private long lastHops = -1;
    private long lastProgressPicos;

    ProgressWatch(Fabric fabric) {
        this.fabric = fabric;
    }

    String check() {
        long hops = fabric.packetHops() - controlFrames();
        if (hops != lastHops) {
            lastHops = hops;
            lastProgressPicos = fabric.nowPicos();
            return null;
        }
        return fabric.nowPicos() - lastProgressPicos < WINDOW_PICOS ? null : findCycle();
    }

    private long controlFrames() {
        return fabric.control().totalSent();
    }

    private String findCycle() {
        int portCount = fabric.numbers().count();
        byte[] colour = new byte[portCount + 1];
        for (int port = 1; port <= portCount; port++) {
            List<Integer> path = new ArrayList<>();
            if (blocked(port) && visit(port, colour, path)) {
                int start = path.indexOf(path.get(path.size() - 1));
                StringBuilder cycle = new StringBuilder();
                for (int member : path.subList(start, path.size())) {
                    cycle.append(cycle.length() == 0 ? "" : " -> ").append(describe(member));
                }
                return cycle.toString();
            }
        }
        return null;
    }

    /** Depth first; on a cycle {@code path} ends with the port it came back to. */
    private boolean visit(int port, byte[] colour, List<Integer> path) {
        path.add(port);
        if (colour[port] == 1) {
            return true;
        }
        if (colour[port] == 0) {
            colour[port] = 1;
            int ingress = fabric.ports().peer(port);
            for (int next : fabric.numbers().portsOf(fabric.numbers().nodeOf(ingress))) {
                if (blocked(next) && holdsFrom(next, ingress) && visit(next, colour, path)) {
                    return true;
                }
            }
            colour[port] = 2;
        }
        path.remove(path.size() - 1);
        return false;
    }

    /** Whether a port holds packets, of its own or to be relayed, in a stopped queue. */
    private boolean blocked(int port) {
        for (int queue = nextBlocked(port, 0); queue >= 0; queue = nextBlocked(port, queue + 1)) {
            if (firstPacket(port, queue) != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsFrom(int port, int ingress) {
        Records records = fabric.records();
        for (int queue = nextBlocked(port, 0); queue >= 0; queue = nextBlocked(port, queue + 1)) {
            for (int id = firstPacket(port, queue); id != 0; id = records.next(id)) {
                if (records.port(id) == ingress) {
                    return true;
                }
            }
        }
        return false;
    }

    /** First buffered packet of a queue; a host buffers only what it relays. */
    private int firstPacket(int port, int queue) {
        Ports ports = fabric.ports();
        if (!ports.onHost(port)) {
            return ports.head(port, queue);
        }
        HostStack hosts = fabric.hosts();
        for (int flow = ports.head(port, queue); flow != 0; flow = hosts.nextFlow()[flow]) {
            if (hosts.isRelay(flow)) {
                return hosts.relayHead(flow);
            }
        }
        return 0;
    }

    private int nextBlocked(int port, int from) {
        return fabric.ports().nextBlocked(port, from);
    }

    private String describe(int port) {
        return fabric.numbers().nameOf(port) + " queue " + nextBlocked(port, 0);
    }
}
