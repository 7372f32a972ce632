package io.losslab.flowcontrol.bfc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class BfcFrameTest {
    private final BfcFrame frame = new BfcFrame();

    @Test
    void hasTheDocumentedBytesAndReadsThem() {
        frame.write(0x020000000103L, BfcFrame.PAUSE, 127, DataPlane.root(9, 4));
        byte[] expected =
                HexFormat.of()
                        .parseHex(
                                "0180C2000001"
                                        + "020000000103"
                                        + "88B5"
                                        + "4201"
                                        + "007F"
                                        + "0000000900000004");
        assertArrayEquals(Arrays.copyOf(expected, BfcFrame.LENGTH_BYTES), frame.bytes());
        assertTrue(BfcFrame.matches(frame.bytes(), 0));
        assertEquals(BfcFrame.PAUSE, BfcFrame.opcode(frame.bytes(), 0));
        assertEquals(127, BfcFrame.queue(frame.bytes(), 0));
        assertEquals(DataPlane.root(9, 4), BfcFrame.root(frame.bytes(), 0));
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> frame.write(1, 3, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> frame.write(1, 1, 65_536, 1));
    }
}
