package io.losslab.softswitch.fabric.routing;

import io.losslab.api.frame.FlowHash;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Longest-prefix-match tables of all switches, and the paths flows take through them.
 *
 * <p>A flow's path is resolved once, hop by hop through the tables as they then are, into a row of
 * egress ports; packets carry a cursor into it. After a table change flows get new rows, and
 * packets on their way finish the old one.
 */
public final class RoutingTables {
    /**
     * Ends a row: the last switch had no route, or 64 hops went by (a loop). Packets are dropped
     * there.
     */
    public static final int NO_ROUTE = 0;

    private static final int MAX_HOPS = 64;

    private final Map<Long, int[]>[] tables;

    /** By port: the logical switch on its node whose routes packets take that arrive there. */
    private final int[] switchOfPort;

    private final FlowHash[] hashes;
    private final int[] seeds;

    /** Null while routes are not counted. */
    private RouteTally tally;

    private int[] rows = new int[1024];
    private int used = 1;

    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of maps cannot be made any other way.
    public RoutingTables(int nodeCount, int portCount) {
        tables = new Map[nodeCount];
        Arrays.setAll(tables, i -> new HashMap<>());
        switchOfPort = new int[portCount + 1];
        hashes = new FlowHash[nodeCount];
        Arrays.fill(hashes, FlowHash.FNV1A);
        seeds = new int[nodeCount];
    }

    public void setHash(int node, FlowHash hash, int seed) {
        hashes[node] = hash;
        seeds[node] = seed;
    }

    /** Makes a port part of a logical switch; returns whether it was part of another. */
    public boolean setLogicalSwitch(int port, int logicalSwitch) {
        boolean moves = switchOfPort[port] != logicalSwitch;
        switchOfPort[port] = logicalSwitch;
        return moves;
    }

    /** Sets the equal-cost set, global port numbers, of a prefix. */
    public void put(int node, int logicalSwitch, int ipv4, int prefixBits, int[] egressPorts) {
        long key = key(logicalSwitch, ipv4, prefixBits);
        tables[node].put(key, egressPorts.clone());
        if (tally != null) {
            tally.onPut(node, key);
        }
    }

    public void remove(int node, int logicalSwitch, int ipv4, int prefixBits) {
        long key = key(logicalSwitch, ipv4, prefixBits);
        tables[node].remove(key);
        if (tally != null) {
            tally.onRemoved(node, key);
        }
    }

    public void clear(int node) {
        tables[node].clear();
        if (tally != null) {
            tally.onCleared(node);
        }
    }

    /** Counts packets by route of a node from zero on, or no more. */
    public void count(int node, boolean wanted) {
        if (wanted) {
            tally = tally == null ? new RouteTally(tables.length) : tally;
            tally.start(node, tables[node].keySet());
        } else if (tally != null) {
            tally.stop(node);
            tally = tally.isWanted() ? tally : null;
        }
    }

    /** A packet takes the egress at a cursor. */
    public void onPacket(int cursor, int frameBytes) {
        if (tally != null) {
            tally.count(cursor, frameBytes);
        }
    }

    /** Tells what the routes of a node have counted; nothing where they do not. */
    public void readCounts(int node, RouteSink sink) {
        if (tally != null) {
            tally.read(node, sink);
        }
    }

    /** Egress port at a cursor, {@link #NO_ROUTE} where the packet must be dropped. */
    public int egressAt(int cursor) {
        return rows[cursor];
    }

    /**
     * Resolves a UDP flow's path from the first device after the sender on.
     *
     * @param fromPort host port the flow leaves by
     * @param dstNode host it goes to; others forward by their own tables
     * @return cursor of the first hop
     */
    public int resolve(
            PortNumbers numbers,
            Ports ports,
            int fromPort,
            int dstNode,
            int srcIpv4,
            int dstIpv4,
            int srcPort) {
        int cursor = used;
        int arrival = ports.peer(fromPort);
        for (int hop = 0; hop < MAX_HOPS; hop++) {
            int node = numbers.nodeOf(arrival);
            if (node == dstNode) {
                break;
            }
            int[] set = lookUp(node, switchOfPort[arrival], dstIpv4);
            int egress = member(node, set, srcIpv4, dstIpv4, srcPort);
            if (egress == NO_ROUTE) {
                break;
            }
            append(egress);
            if (tally != null && tally.counts(node)) {
                tally.onChosen(used - 1, node, match(node, switchOfPort[arrival], dstIpv4));
            }
            arrival = ports.peer(egress);
        }
        append(NO_ROUTE);
        return cursor;
    }

    /** Writes down a path that the sender chose; returns the cursor of its first hop. */
    public int sourceRoute(int[] egressPorts) {
        int cursor = used;
        for (int port : egressPorts) {
            append(port);
        }
        append(NO_ROUTE);
        return cursor;
    }

    /** Equal-cost ports of a host to an address; null if it has no route. */
    public int[] lookUp(int host, int ipv4) {
        return lookUp(host, 0, ipv4);
    }

    private int[] lookUp(int node, int logicalSwitch, int ipv4) {
        for (int bits = 32; bits >= 0; bits--) {
            int[] set = tables[node].get(key(logicalSwitch, prefix(ipv4, bits), bits));
            if (set != null) {
                return set;
            }
        }
        return null;
    }

    /** Key of the longest prefix of an address; there must be one. */
    private long match(int node, int logicalSwitch, int ipv4) {
        int bits = 32;
        while (!tables[node].containsKey(key(logicalSwitch, prefix(ipv4, bits), bits))) {
            bits--;
        }
        return key(logicalSwitch, prefix(ipv4, bits), bits);
    }

    private static int prefix(int ipv4, int bits) {
        return bits == 0 ? 0 : ipv4 & -1 << 32 - bits;
    }

    /** Egress port that a host's table and hash give a UDP flow; {@link #NO_ROUTE} if none. */
    public int member(int host, int srcIpv4, int dstIpv4, int srcPort) {
        return member(host, lookUp(host, dstIpv4), srcIpv4, dstIpv4, srcPort);
    }

    private int member(int node, int[] set, int srcIpv4, int dstIpv4, int srcPort) {
        if (set == null) {
            return NO_ROUTE;
        }
        return set[
                hashes[node].member(
                        seeds[node], srcIpv4, dstIpv4, srcPort, FlowHash.ROCE_PORT, set.length)];
    }

    private void append(int port) {
        if (used == rows.length) {
            rows = Arrays.copyOf(rows, 2 * used);
        }
        rows[used++] = port;
    }

    /** Sixteen bits of switch, the address, eight bits of prefix. */
    private static long key(int logicalSwitch, int ipv4, int prefixBits) {
        return (long) logicalSwitch << 40 | (ipv4 & 0xffff_ffffL) << 8 | prefixBits;
    }

    static int logicalSwitch(long key) {
        return (int) (key >>> 40);
    }

    static int ipv4(long key) {
        return (int) (key >>> 8);
    }

    static int prefixBits(long key) {
        return (int) key & 0xff;
    }
}
