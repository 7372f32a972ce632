package io.losslab.roce.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SequenceTest {
    private static final long WRAP = 1L << 24;

    @Test
    void findsTheNumberNearestToTheExpectedOne() {
        for (long near : new long[] {0, 5, WRAP - 2, WRAP, WRAP + 3, 7 * WRAP - 1}) {
            for (long distance : new long[] {0, 1, 1000, (1 << 23) - 1, -1, -1000}) {
                long number = near + distance;
                assertEquals(number, Sequence.near(near, (int) (number & (WRAP - 1))));
            }
        }
    }
}
