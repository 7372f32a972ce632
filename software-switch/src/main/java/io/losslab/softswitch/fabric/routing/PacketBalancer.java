package io.losslab.softswitch.fabric.routing;

import io.losslab.api.frame.PortChoice;
import io.losslab.softswitch.fabric.port.Ports;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Switches that choose among equal-cost ports packet by packet: by draws, or as DRILL(d, m) does,
 * which sends each packet to the least loaded of d ports drawn at random and the m least loaded
 * ones of the choice before (Ghorbani et al., SIGCOMM 2017, section 3.2).
 *
 * <p>A port's load is the time until a packet that joins it now would be sent: DRILL's queue
 * length, with the frame being sent.
 *
 * <p>Choices are written down by one thread at a time. Nodes may choose on several threads, each on
 * one: what a node remembers is its own.
 */
final class PacketBalancer {
    // By node; of the choice being made, places in the set, and their loads.
    private final PortChoice[] choices;
    private final SplittableRandom[] draws;
    private final int[][] comparedBy;
    private final long[][] loadsBy;

    /*
     * Points where a choice is to be made, from 1: node, set, number of members, then the cursor of
     * each member's way.
     */
    private int[] points = new int[256];
    private int pointsEnd = 1;

    /*
     * Sets of equal-cost ports of a node: members, drawn from the front of a shuffled order, then
     * the places of those remembered from the choice before, each -1 at first.
     */
    private final Map<List<Integer>, Integer> setsByPorts = new HashMap<>();
    private int[][] sets = new int[16][];
    private int setsEnd;

    PacketBalancer(int nodeCount) {
        choices = new PortChoice[nodeCount];
        Arrays.fill(choices, PortChoice.BY_FLOW);
        draws = new SplittableRandom[nodeCount];
        comparedBy = new int[nodeCount][];
        loadsBy = new long[nodeCount][];
    }

    void set(int node, PortChoice choice, long seed) {
        choices[node] = choice;
        draws[node] = new SplittableRandom(seed);
        comparedBy[node] = new int[2 * PortChoice.MOST_COMPARED];
        loadsBy[node] = new long[2 * PortChoice.MOST_COMPARED];
    }

    /** Whether a node chooses packet by packet. */
    boolean spreads(int node) {
        return choices[node].isByPacket();
    }

    /**
     * Writes down a choice.
     *
     * @param members equal-cost ports of the node
     * @param ways cursor of each member's way, which begins with the member
     */
    int addPoint(int node, int[] members, int[] ways) {
        int point = pointsEnd;
        pointsEnd += 3 + ways.length;
        int[] all = points;
        if (pointsEnd > all.length) {
            all = Arrays.copyOf(all, 2 * pointsEnd);
        }
        all[point] = node;
        all[point + 1] = setOf(node, members);
        all[point + 2] = ways.length;
        System.arraycopy(ways, 0, all, point + 3, ways.length);
        VarHandle.releaseFence();
        points = all;
        return point;
    }

    int memberCount(int point) {
        return points[point + 2];
    }

    /** Cursor of a member's way. */
    int way(int point, int member) {
        return points[point + 3 + member];
    }

    /**
     * Chooses for a packet.
     *
     * @param rows of the paths, to see which port a way begins with
     * @param ports of the node
     * @return cursor of the way it takes
     */
    int choose(int point, int[] rows, Ports ports, long nowPicos) {
        int node = points[point];
        int count = points[point + 2];
        int member =
                choices[node].kind() == PortChoice.Kind.SPRAY
                        ? draws[node].nextInt(count)
                        : leastLoaded(point, rows, ports, nowPicos);
        return points[point + 3 + member];
    }

    private int leastLoaded(int point, int[] rows, Ports ports, long nowPicos) {
        int[] all = points;
        int node = all[point];
        int[] set = sets[all[point + 1]];
        int count = all[point + 2];
        int[] compared = comparedBy[node];
        long[] loads = loadsBy[node];
        int remembered = Math.min(choices[node].memory(), count);
        int comparing = draw(draws[node], set, count, choices[node].samples(), compared);
        for (int i = 0; i < remembered && set[count + i] >= 0; i++) {
            comparing = addOnce(set[count + i], comparing, compared);
        }
        for (int i = 0; i < comparing; i++) {
            loads[i] = ports.backlogPicos(rows[all[point + 3 + compared[i]]], nowPicos);
        }
        for (int i = 0; i < Math.min(Math.max(1, remembered), comparing); i++) {
            bringLeast(i, comparing, compared, loads);
            if (i < remembered) {
                set[count + i] = compared[i];
            }
        }
        return compared[0];
    }

    /** Draws places of a set, none twice. */
    private static int draw(
            SplittableRandom random, int[] set, int count, int samples, int[] compared) {
        int drawn = Math.min(samples, count);
        for (int i = 0; i < drawn; i++) {
            int other = i + random.nextInt(count - i);
            int place = set[other];
            set[other] = set[i];
            set[i] = place;
            compared[i] = place;
        }
        return drawn;
    }

    private static int addOnce(int place, int comparing, int[] compared) {
        for (int i = 0; i < comparing; i++) {
            if (compared[i] == place) {
                return comparing;
            }
        }
        compared[comparing] = place;
        return comparing + 1;
    }

    /** Puts the first of the least loads from {@code from} on there. */
    private static void bringLeast(int from, int comparing, int[] compared, long[] loads) {
        int least = from;
        for (int i = from + 1; i < comparing; i++) {
            least = loads[i] < loads[least] ? i : least;
        }
        int place = compared[least];
        long load = loads[least];
        compared[least] = compared[from];
        loads[least] = loads[from];
        compared[from] = place;
        loads[from] = load;
    }

    /** Choices of a node among the same ports share what they remember. */
    private int setOf(int node, int[] members) {
        List<Integer> key =
                IntStream.concat(IntStream.of(node), IntStream.of(members)).boxed().toList();
        return setsByPorts.computeIfAbsent(key, any -> addSet(members.length));
    }

    private int addSet(int count) {
        int[] set = new int[2 * count];
        for (int place = 0; place < count; place++) {
            set[place] = place;
            set[count + place] = -1;
        }
        int[][] all = setsEnd == sets.length ? Arrays.copyOf(sets, 2 * setsEnd) : sets;
        all[setsEnd] = set;
        VarHandle.releaseFence();
        sets = all;
        return setsEnd++;
    }
}
