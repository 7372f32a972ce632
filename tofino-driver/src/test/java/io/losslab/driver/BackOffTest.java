package io.losslab.driver;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BackOffTest {
    @Property
    void delaysDoubleUpToTheLongestAndSpreadOverTheirUpperHalf(
            @ForAll @LongRange(min = 1, max = 1_000_000) long first,
            @ForAll @LongRange(min = 0, max = 1_000_000_000) long more,
            @ForAll @IntRange(max = 200) int attempt,
            @ForAll long seed) {
        BackOff backOff = new BackOff(first, first + more, 300);
        long full =
                (long) Math.min((double) first + more, first * Math.pow(2, Math.min(attempt, 60)));
        long delay = backOff.delayMillis(attempt, new SplittableRandom(seed));
        assertTrue(delay >= full / 2 && delay <= full, delay + " of " + full);
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BackOff(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new BackOff(2, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new BackOff(1, 1, 0));
    }
}
