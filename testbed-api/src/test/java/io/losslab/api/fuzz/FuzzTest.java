package io.losslab.api.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FuzzTest {
    private static final byte[] VALID = {4, 1, 2, 3, 4};

    /** The first octet says how many follow; it is believed. */
    private static int decodedByAFool(byte[] input) {
        int sum = 0;
        for (int i = 1; i <= input[0]; i++) {
            sum += input[i];
        }
        return sum;
    }

    /** The first octet says for how much, in thousands; it is believed, too. */
    private static byte[] roomFor(byte[] input) {
        return new byte[input.length == 0 ? 0 : 1_000 * (input[0] & 0xFF)];
    }

    @Test
    void findsADecoderThatBelievesALength() {
        Fuzz fuzz = new Fuzz().valid(VALID);
        AssertionError found =
                assertThrows(AssertionError.class, () -> fuzz.run(1_000, FuzzTest::decodedByAFool));
        assertTrue(found.getMessage().matches("input \\d+ of \\d+ B, .*OutOfBounds.*"));
    }

    @Test
    void findsADecoderThatAllocatesWhatIsAskedOfIt() {
        Fuzz fuzz = new Fuzz().valid(VALID).allocatingAtMost(10_000);
        AssertionError found =
                assertThrows(
                        AssertionError.class,
                        () -> fuzz.run(1_000, input -> assertNotNull(roomFor(input))));
        assertTrue(found.getMessage().endsWith("B allocated, at most 10,000 B expected"));
    }

    @Test
    void anInputFollowsFromItsNumber() {
        Fuzz fuzz = new Fuzz().valid(VALID, new byte[] {1, 9});
        for (int number = 0; number < 100; number++) {
            assertArrayEquals(fuzz.input(number), fuzz.input(number));
        }
    }

    @Test
    void validInputsAreTriedAsTheyAre() {
        List<byte[]> seen = new ArrayList<>();
        new Fuzz().valid(VALID).run(0, seen::add);
        assertArrayEquals(VALID, seen.get(0));
    }
}
