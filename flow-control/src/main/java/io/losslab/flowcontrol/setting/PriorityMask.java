package io.losslab.flowcontrol.setting;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Priorities of a link as bits, bit i = priority i, and as users write them: {@code [3, 4]}. */
public final class PriorityMask {
    /** Priorities of a link (IEEE 802.1Q). */
    public static final int COUNT = 8;

    private static final int MOST = (1 << COUNT) - 1;

    private PriorityMask() {}

    /** Reads a list such as {@code [3, 4]}. */
    static long parse(String list) {
        long mask = 0;
        for (String priority : list.replaceAll("[\\[\\]\\s]", "").split(",", -1)) {
            mask |= 1L << Integer.parseInt(priority);
        }
        return require(mask);
    }

    /** The list of a mask. */
    public static String print(long mask) {
        return list(mask).stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Priorities of a mask, ascending. */
    public static List<Integer> list(long mask) {
        return IntStream.range(0, COUNT).filter(bit -> (mask >> bit & 1) != 0).boxed().toList();
    }

    /**
     * A mask of at least one priority.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static int require(long mask) {
        if (mask < 1 || mask > MOST) {
            throw new IllegalArgumentException("priorities must be 1..255: " + mask);
        }
        return (int) mask;
    }
}
