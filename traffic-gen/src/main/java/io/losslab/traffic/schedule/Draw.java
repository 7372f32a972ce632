package io.losslab.traffic.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Draws without putting back (Fisher and Yates). */
final class Draw {
    private Draw() {}

    /** So many different ones, in random order. */
    static <T> List<T> some(List<T> all, int count, SplittableRandom random) {
        List<T> left = new ArrayList<>(all);
        for (int i = 0; i < count; i++) {
            Collections.swap(left, i, i + random.nextInt(left.size() - i));
        }
        return List.copyOf(left.subList(0, count));
    }

    /** All of them in random order. */
    static <T> List<T> shuffled(List<T> all, SplittableRandom random) {
        return some(all, all.size(), random);
    }
}
