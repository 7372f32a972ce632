package io.losslab.softswitch.fabric.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Against Java's own stable sort. */
class EntrySortTest {
    private static final int LOWEST_BIT = 28;

    @Property(tries = 500)
    void sortsByTheUpperBitsAndKeepsTheOrderOfEqualOnes(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 700) int count,
            @ForAll @IntRange(min = 0, max = 36) int differentBits) {
        SplittableRandom random = new SplittableRandom(seed);
        EntrySort sort = new EntrySort(LOWEST_BIT);
        long common = random.nextLong() << LOWEST_BIT;
        long[] entries = new long[1024];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < count; i++) {
                long key = random.nextLong() & (1L << differentBits) - 1;
                entries[i] = (common ^ key << LOWEST_BIT) | i;
            }
            long[] expected =
                    Arrays.stream(entries, 0, count)
                            .boxed()
                            .sorted(Comparator.comparingLong(entry -> entry >>> LOWEST_BIT))
                            .mapToLong(Long::longValue)
                            .toArray();
            entries = sort.sorted(entries, count);
            assertArrayEquals(expected, Arrays.copyOf(entries, count));
        }
    }
}
