package io.losslab.p4.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BitsTest {
    @Property
    void readsWhatWasWrittenAndLeavesTheRest(
            @ForAll long seed,
            @ForAll @IntRange(max = 70) int at,
            @ForAll @IntRange(min = 1, max = 150) int width) {
        Random random = new Random(seed);
        byte[] bytes = new byte[40];
        random.nextBytes(bytes);
        BigInteger before = new BigInteger(1, bytes);
        BigInteger value = new BigInteger(width, random);
        long[] words = Bits.wordsOf(value, width);

        Bits.write(bytes, at, width, words, 0);

        int below = 8 * bytes.length - at - width;
        BigInteger ones = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        BigInteger expected = before.andNot(ones.shiftLeft(below)).or(value.shiftLeft(below));
        assertEquals(expected, new BigInteger(1, bytes));
        long[] read = new long[words.length];
        Bits.read(bytes, at, width, read, 0);
        assertArrayEquals(words, read);
        assertEquals(value, Bits.load(read, 0, width));
    }
}
