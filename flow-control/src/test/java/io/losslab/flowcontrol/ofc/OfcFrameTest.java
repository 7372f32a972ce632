package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OfcFrameTest {
    private final byte[] buffer = new byte[OfcFrame.MAX_LENGTH_BYTES];

    @Test
    void theBytesOfAPauseOfOneFlow() {
        OfcFrame.begin(
                buffer, 0x02_00_00_00_01_03L, OfcFrame.PAUSE, 3, false, 0x0000002A_00000005L);
        OfcFrame.add(buffer, PairKeys.of(0x0A000001, 0xC0A80002));
        assertEquals(64, OfcFrame.end(buffer));
        assertEquals(
                "0180c2000001"
                        + "020000000103"
                        + "88b5"
                        + "4f46"
                        + "01"
                        + "03"
                        + "00"
                        + "00"
                        + "0001"
                        + "0000002a"
                        + "00000005"
                        + "0a000001"
                        + "c0a80002"
                        + "00".repeat(26),
                HexFormat.of().formatHex(buffer, 0, 64));
    }

    @Property(tries = 100)
    void whatIsWrittenIsRead(
            @ForAll boolean pause,
            @ForAll boolean all,
            @ForAll @IntRange(max = 7) int priority,
            @ForAll long root,
            @ForAll @Size(max = 160) List<Long> flows) {
        OfcFrame.begin(buffer, 1, pause ? OfcFrame.PAUSE : OfcFrame.RESUME, priority, all, root);
        flows.forEach(flow -> OfcFrame.add(buffer, flow));
        int length = OfcFrame.end(buffer);

        byte[] packet = new byte[7 + length];
        System.arraycopy(buffer, 0, packet, 7, length);
        assertTrue(OfcFrame.matches(packet, 7));
        assertFalse(PauseFrame.matches(packet, 7));
        assertEquals(pause, OfcFrame.isPause(packet, 7));
        assertEquals(all, OfcFrame.all(packet, 7));
        assertEquals(priority, OfcFrame.priority(packet, 7));
        assertEquals(root, OfcFrame.root(packet, 7));
        assertEquals(flows.size(), OfcFrame.count(packet, 7));
        for (int i = 0; i < flows.size(); i++) {
            assertEquals(flows.get(i), OfcFrame.pair(packet, 7, i));
        }
    }

    @Test
    void aFrameThatClaimsMoreFlowsThanItCanHoldListsNone() {
        OfcFrame.begin(buffer, 1, OfcFrame.PAUSE, 3, false, 0);
        for (int claimed : new int[] {161, 0x7FFF, 0x8000, 0xFFFF}) {
            buffer[20] = (byte) (claimed >> 8);
            buffer[21] = (byte) claimed;
            assertEquals(0, OfcFrame.count(buffer, 0), "" + claimed);
        }
        buffer[20] = 0;
        buffer[21] = 10;
        assertEquals(10, OfcFrame.count(buffer, 0));
        assertEquals(0, OfcFrame.count(Arrays.copyOf(buffer, 64), 0));
    }

    @Test
    void aFrameListsAtMost160Flows() {
        OfcFrame.begin(buffer, 1, OfcFrame.PAUSE, 3, false, 0);
        for (int flow = 1; flow <= 160; flow++) {
            assertEquals(flow, OfcFrame.add(buffer, flow));
        }
        assertEquals(1314, OfcFrame.end(buffer));
        assertThrows(IllegalStateException.class, () -> OfcFrame.add(buffer, 161));
    }

    @Test
    void theBytesOfAPauseOfOneFlowWithItsPort() {
        OfcFrame.beginWithPorts(buffer, 0x02_00_00_00_01_03L, OfcFrame.PAUSE, 3, true, 0);
        OfcFrame.add(buffer, PairKeys.of(0x0A000001, 0xC0A80002), 0xC001);
        assertEquals(64, OfcFrame.end(buffer));
        assertEquals(
                "03" + "00" + "0001" + "00".repeat(8) + "0a000001" + "c0a80002" + "c001" + "0000",
                HexFormat.of().formatHex(buffer, 18, 42));
    }

    @Property(tries = 100)
    void flowsWithPortsAreReadAsTheyWereWritten(
            @ForAll @Size(max = 106) List<Long> pairs, @ForAll @IntRange(max = 65_535) int port) {
        OfcFrame.beginWithPorts(buffer, 1, OfcFrame.RESUME, 5, false, 9);
        pairs.forEach(pair -> OfcFrame.add(buffer, pair, port ^ pair.hashCode() & 0xFFFF));
        int length = OfcFrame.end(buffer);

        byte[] packet = new byte[7 + length];
        System.arraycopy(buffer, 0, packet, 7, length);
        assertTrue(OfcFrame.listsPorts(packet, 7));
        assertEquals(pairs.size(), OfcFrame.count(packet, 7));
        for (int i = 0; i < pairs.size(); i++) {
            assertEquals(pairs.get(i), OfcFrame.pair(packet, 7, i));
            assertEquals(
                    port ^ pairs.get(i).hashCode() & 0xFFFF, OfcFrame.udpSourcePort(packet, 7, i));
        }
    }

    @Test
    void aFrameListsAtMost106FlowsWithPorts() {
        OfcFrame.beginWithPorts(buffer, 1, OfcFrame.PAUSE, 3, false, 0);
        for (int flow = 1; flow <= 106; flow++) {
            assertEquals(flow, OfcFrame.add(buffer, flow, flow));
        }
        assertEquals(30 + 106 * 12 + 4, OfcFrame.end(buffer));
        assertThrows(IllegalStateException.class, () -> OfcFrame.add(buffer, 107, 107));
    }

    @Test
    void aPfcFrameIsNotOfcs() {
        PauseFrame.write(buffer, 0, 1, 8, 100);
        assertFalse(OfcFrame.matches(buffer, 0));
    }
}
