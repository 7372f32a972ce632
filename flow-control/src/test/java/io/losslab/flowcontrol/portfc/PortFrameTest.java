package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PortFrameTest {
    private static final long MAC = 0x02_00_00_00_01_03L;

    @Property(tries = 100)
    void readsWhatWasWritten(
            @ForAll @IntRange(min = 1, max = 2) int operation,
            @ForAll @IntRange(max = 2) int queueClass,
            @ForAll @IntRange(max = 255) int queue,
            @ForAll @IntRange(max = 254) int port,
            @ForAll int origin,
            @ForAll int sequence,
            @ForAll @IntRange(max = 254) int relayIndex) {
        byte[] frame = new byte[80];
        PortFrame.write(frame, 8, MAC, operation, queueClass, queue, port, origin, sequence);
        assertTrue(PortFrame.matches(frame, 8));
        assertEquals(operation == PortFrame.PAUSE, PortFrame.pauses(frame, 8));
        assertEquals(queueClass, PortFrame.queueClass(frame, 8));
        assertEquals(queue, PortFrame.queue(frame, 8));
        assertEquals(port, PortFrame.portIndex(frame, 8));
        assertEquals(PortFrame.NOT_RELAYED, PortFrame.relayIndex(frame, 8));
        assertEquals(0, PortFrame.hops(frame, 8));

        byte[] relayed = new byte[64];
        PortFrame.relay(frame, 8, relayed, 0, MAC + 1, relayIndex, 2);
        assertEquals(relayIndex, PortFrame.relayIndex(relayed, 0));
        assertEquals(1, PortFrame.hops(relayed, 0));
        assertEquals(port, PortFrame.portIndex(relayed, 0));
        assertEquals(origin, PortFrame.originDevice(relayed, 0));
        assertEquals(sequence, PortFrame.sequence(relayed, 0));
    }

    @Test
    void laysItsFieldsOutAsDocumented() {
        byte[] frame = new byte[64];
        PortFrame.write(frame, 0, MAC, PortFrame.PAUSE, PortFrame.DDQ, 3, 2, 0x0102_0304, 5);
        String fields =
                "0180c2000001"
                        + "020000000103"
                        + "88b5"
                        + "5046"
                        + "01"
                        + "01"
                        + "03"
                        + "02"
                        + "ff"
                        + "00"
                        + "01020304"
                        + "00000005";
        assertArrayEquals(
                HexFormat.of().parseHex(fields + "00".repeat(64 - fields.length() / 2)), frame);
    }

    @Test
    void isNoPfcFrameAndTakesNone() {
        byte[] frame = new byte[64];
        PauseFrame.write(frame, 0, MAC, 1, 10);
        assertFalse(PortFrame.matches(frame, 0));
        PortFrame.write(frame, 0, MAC, PortFrame.PAUSE, PortFrame.DDQ, 3, 2, 1, 5);
        assertFalse(PauseFrame.matches(frame, 0));
    }
}
