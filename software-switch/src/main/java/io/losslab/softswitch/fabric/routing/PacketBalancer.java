package io.losslab.softswitch.fabric.routing;

import io.losslab.api.frame.PortChoice;
import io.losslab.softswitch.fabric.port.Ports;
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
 */
final class PacketBalancer {
    private final Ports ports;

    // By node.
    private final PortChoice[] choices;
    private final SplittableRandom[] draws;

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
    private int[] sets = new int[256];
    private int setsEnd;

    // Of the choice being made: places in the set, and their loads.
    private final int[] compared = new int[2 * PortChoice.MOST_COMPARED];
    private final long[] loads = new long[2 * PortChoice.MOST_COMPARED];

    PacketBalancer(Ports ports, int nodeCount) {
        this.ports = ports;
        choices = new PortChoice[nodeCount];
        Arrays.fill(choices, PortChoice.BY_FLOW);
        draws = new SplittableRandom[nodeCount];
    }

    void set(int node, PortChoice choice, long seed) {
        choices[node] = choice;
        draws[node] = new SplittableRandom(seed);
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
        if (pointsEnd > points.length) {
            points = Arrays.copyOf(points, 2 * pointsEnd);
        }
        points[point] = node;
        points[point + 1] = setOf(node, members);
        points[point + 2] = ways.length;
        System.arraycopy(ways, 0, points, point + 3, ways.length);
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
     * @return cursor of the way it takes
     */
    int choose(int point, int[] rows, long nowPicos) {
        int node = points[point];
        int count = points[point + 2];
        int member =
                choices[node].kind() == PortChoice.Kind.SPRAY
                        ? draws[node].nextInt(count)
                        : leastLoaded(point, rows, nowPicos);
        return points[point + 3 + member];
    }

    private int leastLoaded(int point, int[] rows, long nowPicos) {
        int node = points[point];
        int order = points[point + 1];
        int count = points[point + 2];
        int memory = order + count;
        int remembered = Math.min(choices[node].memory(), count);
        int comparing = draw(draws[node], order, count, choices[node].samples());
        for (int i = 0; i < remembered && sets[memory + i] >= 0; i++) {
            comparing = addOnce(sets[memory + i], comparing);
        }
        for (int i = 0; i < comparing; i++) {
            loads[i] = ports.backlogPicos(rows[points[point + 3 + compared[i]]], nowPicos);
        }
        for (int i = 0; i < Math.min(Math.max(1, remembered), comparing); i++) {
            bringLeast(i, comparing);
            if (i < remembered) {
                sets[memory + i] = compared[i];
            }
        }
        return compared[0];
    }

    /** Draws places of a set, none twice. */
    private int draw(SplittableRandom random, int order, int count, int samples) {
        int drawn = Math.min(samples, count);
        for (int i = 0; i < drawn; i++) {
            int other = order + i + random.nextInt(count - i);
            int place = sets[other];
            sets[other] = sets[order + i];
            sets[order + i] = place;
            compared[i] = place;
        }
        return drawn;
    }

    private int addOnce(int place, int comparing) {
        for (int i = 0; i < comparing; i++) {
            if (compared[i] == place) {
                return comparing;
            }
        }
        compared[comparing] = place;
        return comparing + 1;
    }

    /** Puts the first of the least loads from {@code from} on there. */
    private void bringLeast(int from, int comparing) {
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
        int set = setsEnd;
        setsEnd += 2 * count;
        if (setsEnd > sets.length) {
            sets = Arrays.copyOf(sets, 2 * setsEnd);
        }
        for (int place = 0; place < count; place++) {
            sets[set + place] = place;
            sets[set + count + place] = -1;
        }
        return set;
    }
}
