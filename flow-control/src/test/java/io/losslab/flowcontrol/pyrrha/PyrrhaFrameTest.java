package io.losslab.flowcontrol.pyrrha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PyrrhaFrameTest {
    @Test
    void hasTheDocumentedBytes() {
        PyrrhaFrame frame = new PyrrhaFrame();
        frame.write(
                0x020000000103L,
                PyrrhaFrame.MERGE,
                DataPlane.root(0x0A0B0C0D, 7),
                DataPlane.root(5, 2),
                0x0102);
        byte[] expected =
                HexFormat.of()
                        .parseHex(
                                "0180C2000001"
                                        + "020000000103"
                                        + "88B5"
                                        + "5903"
                                        + "0A0B0C0D00000007"
                                        + "0000000500000002"
                                        + "0102");
        assertArrayEquals(Arrays.copyOf(expected, PyrrhaFrame.LENGTH_BYTES), frame.bytes());
    }

    @Property(tries = 100)
    void readsWhatItWrote(
            @ForAll @IntRange(min = 1, max = 4) int opcode,
            @ForAll @IntRange(min = 1) int device,
            @ForAll @IntRange(min = 1, max = 512) int port,
            @ForAll @IntRange(min = 0, max = 65_535) int hops,
            @ForAll @IntRange(min = 0, max = 20) int offset) {
        PyrrhaFrame frame = new PyrrhaFrame();
        frame.write(1, opcode, DataPlane.root(device, port), DataPlane.root(port, 3), hops);
        byte[] shifted = new byte[offset + PyrrhaFrame.LENGTH_BYTES];
        System.arraycopy(frame.bytes(), 0, shifted, offset, PyrrhaFrame.LENGTH_BYTES);
        assertTrue(PyrrhaFrame.matches(shifted, offset));
        assertEquals(opcode, PyrrhaFrame.opcode(shifted, offset));
        assertEquals(DataPlane.root(device, port), PyrrhaFrame.root(shifted, offset));
        assertEquals(DataPlane.root(port, 3), PyrrhaFrame.oldRoot(shifted, offset));
        assertEquals(hops, PyrrhaFrame.hops(shifted, offset));
    }

    @Test
    void refusesWhatDoesNotFit() {
        PyrrhaFrame frame = new PyrrhaFrame();
        assertThrows(IllegalArgumentException.class, () -> frame.write(1, 5, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> frame.write(1, 1, 1, 0, 65_536));
    }
}
