package io.losslab.softswitch.fabric.routing;

import com.carrotsearch.hppc.LongIntHashMap;
import com.carrotsearch.hppc.procedures.LongIntProcedure;
import java.util.Arrays;

/**
 * Packets and bytes by route, of the switches where it is requested.
 *
 * <p>A counted route has a number. Every place of a path's row that a counted route chose has that
 * number next to it, so a packet is counted at its cursor.
 */
final class RouteTally {
    /** By node: the numbers of its routes; null where they are not counted. */
    private final LongIntHashMap[] numbers;

    private int nodesCounted;
    private int last;

    // By number, from 1; 0 is every route that is not counted.
    private long[] packets = new long[64];
    private long[] bytes = new long[64];

    /** By place in the rows: number of the route that chose it. */
    private int[] numberAt = new int[1024];

    RouteTally(int nodeCount) {
        numbers = new LongIntHashMap[nodeCount];
    }

    boolean counts(int node) {
        return numbers[node] != null;
    }

    /** Whether any node's routes are counted. */
    boolean isWanted() {
        return nodesCounted > 0;
    }

    /** Counts the routes of a node from zero on, and those to come. */
    void start(int node, long[] keys) {
        if (numbers[node] == null) {
            nodesCounted++;
        }
        numbers[node] = new LongIntHashMap();
        for (long key : keys) {
            onPut(node, key);
        }
    }

    void stop(int node) {
        if (numbers[node] != null) {
            nodesCounted--;
        }
        numbers[node] = null;
    }

    /** A route is new, and counts from zero, or has other ports, and counts on. */
    void onPut(int node, long key) {
        if (numbers[node] != null && !numbers[node].containsKey(key)) {
            if (++last == packets.length) {
                packets = Arrays.copyOf(packets, 2 * last);
                bytes = Arrays.copyOf(bytes, 2 * last);
            }
            numbers[node].put(key, last);
        }
    }

    void onRemoved(int node, long key) {
        if (numbers[node] != null) {
            numbers[node].remove(key);
        }
    }

    void onCleared(int node) {
        if (numbers[node] != null) {
            numbers[node].clear();
        }
    }

    /** A route of a node chose the egress at a place of the rows. */
    void onChosen(int cursor, int node, long key) {
        if (cursor >= numberAt.length) {
            numberAt = Arrays.copyOf(numberAt, Math.max(2 * numberAt.length, cursor + 1));
        }
        numberAt[cursor] = numbers[node].getOrDefault(key, 0);
    }

    /** A packet takes the egress at a place of the rows. */
    void count(int cursor, int frameBytes) {
        int number = cursor < numberAt.length ? numberAt[cursor] : 0;
        packets[number]++;
        bytes[number] += frameBytes;
    }

    /** A packet takes a route of a node that is counted. */
    void count(int node, long key, int frameBytes) {
        int number = numbers[node].getOrDefault(key, 0);
        packets[number]++;
        bytes[number] += frameBytes;
    }

    void read(int node, RouteSink sink) {
        if (numbers[node] != null) {
            numbers[node].forEach(
                    (LongIntProcedure)
                            (key, number) ->
                                    sink.accept(
                                            RoutingTables.logicalSwitch(key),
                                            RoutingTables.ipv4(key),
                                            RoutingTables.prefixBits(key),
                                            packets[number],
                                            bytes[number]));
        }
    }
}
