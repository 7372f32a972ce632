package io.losslab.flowcontrol.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PauseFrameTest {
    private static final long MAC = 0x02_00_00_00_01_03L;

    @Test
    void hasTheLayoutOfTheStandard() {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        Arrays.fill(frame, (byte) 0x55);
        PauseFrame.write(frame, 0, MAC, 0b1000_1001, 0x1234);
        assertEquals(
                "0180c2000001" // destination
                        + "020000000103" // source
                        + "8808" // EtherType of MAC control
                        + "0101" // opcode of PFC
                        + "0089" // priorities 0, 3 and 7
                        + "1234000000001234000000000000" // times of priorities 0 to 6
                        + "1234" // and 7
                        + "00".repeat(26) // pad
                        + "00000000", // FCS, the MAC's
                HexFormat.of().formatHex(frame));
    }

    @Test
    void aResumeEnablesThePriorityWithTimeZero() {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, MAC, 1 << 3, 0);
        assertEquals("0008" + "0000".repeat(8), HexFormat.of().formatHex(frame, 16, 34));
    }

    @Property
    void readsWhatItWroteAndTouchesNothingElse(
            @ForAll @LongRange(min = 0, max = 0xFFFF_FFFF_FFFFL) long mac,
            @ForAll @IntRange(min = 0, max = 255) int priorities,
            @ForAll @IntRange(min = 0, max = PauseFrame.MAX_QUANTA) int quanta,
            @ForAll @IntRange(min = 0, max = 40) int offset) {
        byte[] buffer = new byte[offset + PauseFrame.LENGTH_BYTES + 8];
        Arrays.fill(buffer, (byte) 0x77);
        PauseFrame.write(buffer, offset, mac, priorities, quanta);
        assertTrue(PauseFrame.matches(buffer, offset));
        assertEquals(priorities, PauseFrame.priorities(buffer, offset));
        for (int priority = 0; priority < 8; priority++) {
            int expected = (priorities >> priority & 1) == 0 ? 0 : quanta;
            assertEquals(expected, PauseFrame.quanta(buffer, offset, priority));
        }
        for (int i = 0; i < buffer.length; i++) {
            if (i < offset || i >= offset + PauseFrame.LENGTH_BYTES) {
                assertEquals(0x77, buffer[i]);
            }
        }
    }

    @Test
    void knowsItsOwnFromOtherFrames() {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, MAC, 1, 1);
        frame[15] = 0x02;
        assertFalse(PauseFrame.matches(frame, 0), "another opcode");
        PauseFrame.write(frame, 0, MAC, 1, 1);
        frame[12] = 0x08;
        frame[13] = 0x00;
        assertFalse(PauseFrame.matches(frame, 0), "IPv4");
    }

    @Test
    void refusesATimeThatDoesNotFit() {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        assertThrows(
                IllegalArgumentException.class, () -> PauseFrame.write(frame, 0, MAC, 1, 65_536));
        assertThrows(IllegalArgumentException.class, () -> PauseFrame.write(frame, 0, MAC, 1, -1));
    }

    @Test
    void aQuantumIs512BitTimesRoundedUp() {
        assertEquals(335_540, PauseFrame.nanosOf(65_535, 100_000_000_000L)); // 335,539.2
        assertEquals(6, PauseFrame.nanosOf(1, 100_000_000_000L)); // 5.12
        assertEquals(512, PauseFrame.nanosOf(1, 1_000_000_000L));
        assertEquals(0, PauseFrame.nanosOf(0, 400_000_000_000L));
    }
}
