package io.losslab.api.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How traffic classes are marked on a testbed, and which resources they use: one map for its
 * switches, its NICs and its agents. Immutable.
 *
 * @param entries of the classes, by their number
 */
public record ClassMap(List<Entry> entries) {
    /** Number of traffic classes. */
    public static final int CLASSES = 8;

    /** Highest value of a DSCP (RFC 2474, 3). */
    public static final int HIGHEST_DSCP = 63;

    /**
     * Class c has class selector c (RFC 2474, 4.2.2.2), and its own number as PCP, queue, and
     * priority group.
     */
    public static final ClassMap STANDARD =
            new ClassMap(IntStream.range(0, CLASSES).mapToObj(Entry::standard).toList());

    /**
     * Makes a map.
     *
     * @throws IllegalArgumentException where there are not {@value #CLASSES} entries, or two
     *     classes have the same DSCP, PCP or queue
     */
    public ClassMap {
        entries = List.copyOf(entries);
        if (entries.size() != CLASSES) {
            throw new IllegalArgumentException(
                    "a class map has %d entries, got %d".formatted(CLASSES, entries.size()));
        }
        List<String> conflicts = conflicts(entries);
        if (!conflicts.isEmpty()) {
            throw new IllegalArgumentException(conflicts.get(0));
        }
    }

    /** The entry of a class, 0 to 7. */
    public Entry of(int trafficClass) {
        return entries.get(trafficClass);
    }

    /**
     * The first class whose PCP, queue or priority group is not its own number, if there is one.
     */
    public Optional<Integer> renumbered() {
        for (int trafficClass = 0; trafficClass < CLASSES; trafficClass++) {
            Entry entry = of(trafficClass);
            if (entry.pcp != trafficClass
                    || entry.queue != trafficClass
                    || entry.priorityGroup != trafficClass) {
                return Optional.of(trafficClass);
            }
        }
        return Optional.empty();
    }

    /** What no two of some entries may share and do, a sentence each. */
    public static List<String> conflicts(List<Entry> entries) {
        List<String> conflicts = new ArrayList<>();
        for (int one = 0; one < entries.size(); one++) {
            for (int other = one + 1; other < entries.size(); other++) {
                Entry a = entries.get(one);
                Entry b = entries.get(other);
                if (a.dscp == b.dscp) {
                    conflicts.add(conflict(one, other, "DSCP", a.dscp));
                }
                if (a.pcp == b.pcp) {
                    conflicts.add(conflict(one, other, "PCP", a.pcp));
                }
                if (a.queue == b.queue) {
                    conflicts.add(conflict(one, other, "queue", a.queue));
                }
            }
        }
        return conflicts;
    }

    private static String conflict(int one, int other, String what, int value) {
        return "classes %d and %d both have %s %d".formatted(one, other, what, value);
    }

    /**
     * A class on the wire and in devices.
     *
     * @param dscp of its packets, 0 to 63
     * @param pcp of its tagged frames and in PFC frames, 0 to 7
     * @param queue of egress ports, 0 to 7
     * @param priorityGroup of ingress ports, 0 to 7; lossy classes may share one
     */
    public record Entry(int dscp, int pcp, int queue, int priorityGroup) {
        /** The entry of a class in {@link ClassMap#STANDARD}. */
        public static Entry standard(int trafficClass) {
            return new Entry(trafficClass << 3, trafficClass, trafficClass, trafficClass);
        }
    }
}
