package io.losslab.labs.probe;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** Finds where something begins by doubling the step from a guess, then by bisection. */
final class Search {
    private Search() {}

    /**
     * The smallest number for which a test holds, where it holds for all above.
     *
     * @param guess where to begin, at least 1
     * @param most largest number that is tried
     * @return empty where it does not hold for {@code most}
     */
    static OptionalInt smallest(int guess, int most, IntPredicate test) {
        int low = 0;
        int high = Math.min(guess, most);
        int step = 1;
        if (test.test(high)) {
            int tried = high - step;
            while (tried > low && test.test(tried)) {
                high = tried;
                step *= 2;
                tried = high - step;
            }
            low = Math.max(low, tried);
        } else {
            while (true) {
                low = high;
                if (low == most) {
                    return OptionalInt.empty();
                }
                high = (int) Math.min(most, (long) low + step);
                if (test.test(high)) {
                    break;
                }
                step *= 2;
            }
        }
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (test.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return OptionalInt.of(high);
    }
}
