package io.losslab.flowcontrol.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenFrameTest {
    @Test
    void hasTheLayoutThatIsWritten() {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        TokenFrame.write(
                frame, 0, 0x02_00_00_00_01_03L, 7, 125_000, new long[] {125_000, 0, 1_000});
        assertEquals(
                "0180c2000001"
                        + "020000000103"
                        + "88b5"
                        + "4258"
                        + "00000007"
                        + "03"
                        + "00"
                        + "0001e848"
                        + "0001e848"
                        + "00000000"
                        + "000003e8"
                        + "00".repeat(26),
                HexFormat.of().formatHex(frame));
        assertFalse(PauseFrame.matches(frame, 0), "a PFC sender must not take it for a pause");
    }

    @Property(tries = 100)
    void isReadAsWritten(
            @ForAll @Size(min = 1, max = 8) int @IntRange(min = 0) [] tokens,
            @ForAll @IntRange(min = 0) int total,
            @ForAll int slot) {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES + 5];
        long[] tokenBytes = Arrays.stream(tokens).asLongStream().toArray();
        TokenFrame.write(frame, 5, 1, slot, total, tokenBytes);
        assertTrue(TokenFrame.matches(frame, 5));
        assertEquals(slot, TokenFrame.slot(frame, 5));
        assertEquals(tokens.length, TokenFrame.count(frame, 5));
        assertEquals(total, TokenFrame.totalBytes(frame, 5));
        for (int rank = 0; rank < tokens.length; rank++) {
            assertEquals(tokens[rank], TokenFrame.tokenBytes(frame, 5, rank));
        }
    }
}
