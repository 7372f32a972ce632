package io.losslab.flowcontrol.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes of IEEE 802.3, Annex 31B. */
class LinkPauseFrameTest {
    private final byte[] frame = new byte[LinkPauseFrame.LENGTH_BYTES];

    @Test
    void writesTheBytesOfTheStandard() {
        LinkPauseFrame.write(frame, 0, 0x0200_0000_0103L, 0x1234);

        assertEquals(
                "0180c2000001" + "020000000103" + "8808" + "0001" + "1234" + "00".repeat(46),
                HexFormat.of().formatHex(frame));
    }

    @Test
    void isToldFromAPriorityPause() {
        LinkPauseFrame.write(frame, 0, 1, 5);
        assertTrue(LinkPauseFrame.matches(frame, 0));
        assertFalse(PauseFrame.matches(frame, 0));
        assertEquals(5, LinkPauseFrame.quanta(frame, 0));

        PauseFrame.write(frame, 0, 1, 1, 5);
        assertFalse(LinkPauseFrame.matches(frame, 0));
    }

    @Test
    void refusesATimeThatDoesNotFit() {
        assertThrows(
                IllegalArgumentException.class, () -> LinkPauseFrame.write(frame, 0, 1, 65_536));
    }
}
