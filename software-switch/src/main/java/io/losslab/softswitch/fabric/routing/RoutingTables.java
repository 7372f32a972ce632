package io.losslab.softswitch.fabric.routing;

import com.carrotsearch.hppc.LongObjectHashMap;
import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Longest-prefix-match tables of all switches, and the paths flows take through them.
 *
 * <p>A flow's path is resolved once, hop by hop through the tables as they then are, into a row of
 * egress ports; packets carry a cursor into it. After a table change flows get new rows, and
 * packets on their way finish the old one. Where a switch chooses packet by packet, a row ends with
 * the number of the choice, negative, and each of its alternatives is a row of its own.
 *
 * <p>Tables change while time stands still. Paths are written down by one thread at a time and read
 * by any that learned of their cursors.
 */
public final class RoutingTables {
    /**
     * Ends a row: the last switch had no route, or 64 hops went by (a loop). Packets are dropped
     * there.
     */
    public static final int NO_ROUTE = 0;

    private static final int MAX_HOPS = 64;

    private final LongObjectHashMap<int[]>[] tables;

    /** By node: the equal-cost set that was put last. Hosts of one edge switch share theirs. */
    private final int[][] lastSets;

    /** By node, the lengths of prefixes that its table has or had: bit 32 is the longest. */
    private final long[] lengths;

    /** By port: the logical switch on its node whose routes packets take that arrive there. */
    private final int[] switchOfPort;

    private final FlowHash[] hashes;
    private final int[] seeds;

    private final PacketBalancer balancer;

    /** Choices that any flow may share, because no hash decides on the ways from there. */
    private final Map<Way, Integer> points = new HashMap<>();

    /** Choices being written down: one that leads back to itself is a loop. */
    private final Set<Way> open = new HashSet<>();

    /** Whether a hash decided since this was reset. */
    private boolean hashed;

    private final Walk walk = new Walk();

    /** Null while routes are not counted. */
    private RouteTally tally;

    private int[] rows = new int[1024];
    private int used = 1;

    // Rows in the making, one above the other: egress ports, and where packets come in for them.
    private int[] egresses = new int[2 * MAX_HOPS];
    private int[] arrivals = new int[2 * MAX_HOPS];
    private int inTheMaking;

    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of maps cannot be made any other way.
    public RoutingTables(int nodeCount, int portCount) {
        tables = new LongObjectHashMap[nodeCount];
        Arrays.setAll(tables, i -> new LongObjectHashMap<>());
        lastSets = new int[nodeCount][];
        lengths = new long[nodeCount];
        switchOfPort = new int[portCount + 1];
        hashes = new FlowHash[nodeCount];
        Arrays.fill(hashes, FlowHash.FNV1A);
        seeds = new int[nodeCount];
        balancer = new PacketBalancer(nodeCount);
    }

    public void setHash(int node, FlowHash hash, int seed) {
        hashes[node] = hash;
        seeds[node] = seed;
    }

    /** Sets how a node picks among equal-cost ports, and the seed of its draws. */
    public void setChoice(int node, PortChoice choice, long seed) {
        balancer.set(node, choice, seed);
        points.clear();
    }

    /** Makes a port part of a logical switch; returns whether it was part of another. */
    public boolean setLogicalSwitch(int port, int logicalSwitch) {
        boolean moves = switchOfPort[port] != logicalSwitch;
        points.clear();
        switchOfPort[port] = logicalSwitch;
        return moves;
    }

    /** Sets the equal-cost set, global port numbers, of a prefix. */
    public void put(int node, int logicalSwitch, int ipv4, int prefixBits, int[] egressPorts) {
        long key = key(logicalSwitch, ipv4, prefixBits);
        if (!Arrays.equals(lastSets[node], egressPorts)) {
            lastSets[node] = egressPorts.clone();
        }
        tables[node].put(key, lastSets[node]);
        lengths[node] |= 1L << prefixBits;
        points.clear();
        if (tally != null) {
            tally.onPut(node, key);
        }
    }

    public void remove(int node, int logicalSwitch, int ipv4, int prefixBits) {
        long key = key(logicalSwitch, ipv4, prefixBits);
        tables[node].remove(key);
        points.clear();
        if (tally != null) {
            tally.onRemoved(node, key);
        }
    }

    public void clear(int node) {
        tables[node].clear();
        lengths[node] = 0;
        points.clear();
        if (tally != null) {
            tally.onCleared(node);
        }
    }

    /** Counts packets by route of a node from zero on, or no more. */
    public void count(int node, boolean wanted) {
        if (wanted) {
            tally = tally == null ? new RouteTally(tables.length) : tally;
            tally.start(node, tables[node].keys().toArray());
            points.clear();
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

    /**
     * Egress port at a cursor; {@link #NO_ROUTE} where the packet must be dropped; below zero where
     * {@link #choose} says where it goes on.
     */
    public int egressAt(int cursor) {
        return rows[cursor];
    }

    /**
     * Cursor of the way that a packet takes where there is a choice.
     *
     * @param ports of the node that chooses
     */
    public int choose(int cursor, Ports ports, long nowPicos) {
        int[] all = rows;
        return balancer.choose(-all[cursor], all, ports, nowPicos);
    }

    /** Ways there are at a cursor: one, unless there is a choice. */
    int alternatives(int cursor) {
        return rows[cursor] < 0 ? balancer.memberCount(-rows[cursor]) : 1;
    }

    /** Cursor of one of the ways there are at a cursor. */
    int alternative(int cursor, int which) {
        return rows[cursor] < 0 ? balancer.way(-rows[cursor], which) : cursor;
    }

    /**
     * Resolves a UDP flow's path from the first device after the sender on.
     *
     * @param fromPort host port the flow leaves by
     * @param dstNode host it goes to; others forward by their own tables
     * @return cursor of the first hop
     */
    public synchronized int resolve(
            PortNumbers numbers,
            Ports ports,
            int fromPort,
            int dstNode,
            int srcIpv4,
            int dstIpv4,
            int srcPort) {
        walk.begin(numbers, ports, dstNode, srcIpv4, dstIpv4, srcPort);
        int arrival = ports.peer(fromPort);
        return walk.row(arrival, walk.next(arrival));
    }

    /**
     * Egress of one packet that arrives at a switch, and counts it by its route; {@link #NO_ROUTE}
     * if there is none. It takes the first of equal-cost ports where packets are spread.
     */
    public int forward(
            int node, int arrival, int srcIpv4, int dstIpv4, int srcPort, int frameBytes) {
        int[] set = lookUp(node, switchOfPort[arrival], dstIpv4);
        if (set == null) {
            return NO_ROUTE;
        }
        if (tally != null && tally.counts(node)) {
            tally.count(node, match(node, switchOfPort[arrival], dstIpv4), frameBytes);
        }
        return set.length == 1 || balancer.spreads(node)
                ? set[0]
                : member(node, set, srcIpv4, dstIpv4, srcPort);
    }

    /** Packets to an address that are at a node. */
    private record Way(int node, int logicalSwitch, int ipv4) {}

    /** Finds the paths of a flow, of one after the other. */
    private final class Walk {
        private PortNumbers numbers;
        private Ports ports;
        private int dstNode;
        private int srcIpv4;
        private int dstIpv4;
        private int srcPort;

        void begin(
                PortNumbers numbers,
                Ports ports,
                int dstNode,
                int srcIpv4,
                int dstIpv4,
                int srcPort) {
            this.numbers = numbers;
            this.ports = ports;
            this.dstNode = dstNode;
            this.srcIpv4 = srcIpv4;
            this.dstIpv4 = dstIpv4;
            this.srcPort = srcPort;
        }

        /**
         * Writes a row.
         *
         * @param firstArrival where packets come in that take it
         * @param first egress of the row, which the tables say how to go on from
         */
        int row(int firstArrival, int first) {
            int begin = inTheMaking;
            int arrival = firstArrival;
            int egress = first;
            while (egress != NO_ROUTE && inTheMaking < begin + MAX_HOPS) {
                push(arrival, egress);
                if (egress < 0) {
                    break;
                }
                arrival = ports.peer(egress);
                egress = next(arrival);
            }
            int cursor = used;
            for (int i = begin; i < inTheMaking; i++) {
                count(used, arrivals[i]);
                append(egresses[i]);
            }
            append(NO_ROUTE);
            inTheMaking = begin;
            return cursor;
        }

        private void push(int arrival, int egress) {
            if (inTheMaking == egresses.length) {
                egresses = Arrays.copyOf(egresses, 2 * inTheMaking);
                arrivals = Arrays.copyOf(arrivals, 2 * inTheMaking);
            }
            arrivals[inTheMaking] = arrival;
            egresses[inTheMaking++] = egress;
        }

        /** Egress port of packets that arrive at a port, or a choice, below zero. */
        int next(int arrival) {
            int node = numbers.nodeOf(arrival);
            int logicalSwitch = switchOfPort[arrival];
            int[] set = node == dstNode ? null : lookUp(node, logicalSwitch, dstIpv4);
            if (set == null || set.length == 1) {
                return set == null ? NO_ROUTE : set[0];
            }
            if (!balancer.spreads(node)) {
                hashed = true;
                return member(node, set, srcIpv4, dstIpv4, srcPort);
            }
            Way way = new Way(node, logicalSwitch, dstIpv4);
            Integer known = points.get(way);
            if (known != null) {
                return -known;
            }
            return open.add(way) ? -point(way, arrival, set) : NO_ROUTE;
        }

        private int point(Way way, int arrival, int[] set) {
            boolean hashedBefore = hashed;
            hashed = false;
            int[] ways = new int[set.length];
            for (int i = 0; i < set.length; i++) {
                ways[i] = row(arrival, set[i]);
            }
            int point = balancer.addPoint(way.node(), set, ways);
            open.remove(way);
            if (!hashed) {
                points.put(way, point);
            }
            hashed |= hashedBefore;
            return point;
        }

        /** Has the packets at a cursor counted by the route that led there. */
        private void count(int cursor, int arrival) {
            int node = numbers.nodeOf(arrival);
            if (tally != null && tally.counts(node)) {
                tally.onChosen(cursor, node, match(node, switchOfPort[arrival], dstIpv4));
            }
        }
    }

    /** Writes down a path that the sender chose; returns the cursor of its first hop. */
    public synchronized int sourceRoute(int[] egressPorts) {
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
        long key = match(node, logicalSwitch, ipv4);
        return key < 0 ? null : tables[node].get(key);
    }

    /** Key of the longest prefix of an address; -1 if there is none. */
    private long match(int node, int logicalSwitch, int ipv4) {
        for (long left = lengths[node]; left != 0; ) {
            int bits = 63 - Long.numberOfLeadingZeros(left);
            long key = key(logicalSwitch, prefix(ipv4, bits), bits);
            if (tables[node].containsKey(key)) {
                return key;
            }
            left ^= 1L << bits;
        }
        return -1;
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
        int[] all = used == rows.length ? Arrays.copyOf(rows, 2 * used) : rows;
        all[used++] = port;
        // A thread that reads the new array must find in it what was in the old one.
        VarHandle.releaseFence();
        rows = all;
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
