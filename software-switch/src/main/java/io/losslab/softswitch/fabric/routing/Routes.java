package io.losslab.softswitch.fabric.routing;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.softswitch.fabric.port.PortNumbers;

/**
 * The routes of all devices as their controllers set them: ports by their local numbers, from 1.
 */
public final class Routes {
    private final RoutingTables tables;
    private final PortNumbers numbers;
    private boolean changed;

    public Routes(RoutingTables tables, PortNumbers numbers) {
        this.tables = tables;
        this.numbers = numbers;
    }

    /** Sets the hash by which a switch picks among equal-cost ports. */
    public void setEcmp(int node, FlowHash hash, int seed) {
        tables.setHash(node, hash, seed);
        changed = true;
    }

    /** Sets how a switch picks among equal-cost ports: at first by the hash of each flow. */
    public void setChoice(int node, PortChoice choice, long seed) {
        tables.setChoice(node, choice, seed);
        changed = true;
    }

    /**
     * Makes a port part of a logical switch: packets that come in by it take that one's routes. All
     * ports are part of switch 0 at first.
     *
     * @param logicalSwitch 0..65535
     */
    public void setLogicalSwitch(int node, int port, int logicalSwitch) {
        changed |= tables.setLogicalSwitch(numbers.of(node, port), logicalSwitch);
    }

    /** Sets the equal-cost ports of a prefix on a switch. */
    public void put(int node, int ipv4, int prefixBits, int[] egressPorts) {
        put(node, 0, ipv4, prefixBits, egressPorts);
    }

    /**
     * Sets the equal-cost ports of a prefix in a logical switch.
     *
     * @param logicalSwitch on the node, 0..65535
     */
    public void put(int node, int logicalSwitch, int ipv4, int prefixBits, int[] egressPorts) {
        int[] global = new int[egressPorts.length];
        for (int i = 0; i < global.length; i++) {
            global[i] = numbers.of(node, egressPorts[i]);
        }
        tables.put(node, logicalSwitch, ipv4, prefixBits, global);
        changed = true;
    }

    public void remove(int node, int logicalSwitch, int ipv4, int prefixBits) {
        tables.remove(node, logicalSwitch, ipv4, prefixBits);
        changed = true;
    }

    public void clear(int node) {
        tables.clear(node);
        changed = true;
    }

    /** Counts the packets that take each route of a switch, from zero on; or no more. */
    public void count(int node, boolean wanted) {
        tables.count(node, wanted);
        changed |= wanted;
    }

    /** Tells what the routes of a switch have counted; nothing where they do not. */
    public void readCounts(int node, RouteSink sink) {
        tables.readCounts(node, sink);
    }

    /** Whether paths must be found anew since this was asked last. */
    public boolean takeChanged() {
        boolean taken = changed;
        changed = false;
        return taken;
    }
}
