package io.losslab.api.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class RoceFrameTest {
    @Test
    void countsHeadersOfFirstMiddleAndAckPackets() {
        assertEquals(4096 + 62 + 16, RoceFrame.dataFrameBytes(4096, true));
        assertEquals(4096 + 62, RoceFrame.dataFrameBytes(4096, false));
        assertEquals(66, RoceFrame.ackFrameBytes());
        assertEquals(4194, RoceFrame.wireBytes(RoceFrame.maxFrameBytes(4096)));
    }

    @Test
    void cutsMessagesIntoPackets() {
        assertEquals(1, RoceFrame.packets(0, 4096));
        assertEquals(2, RoceFrame.packets(8_000, 4096));
        assertEquals(245, RoceFrame.packets(1_000_000, 4096));
    }

    @Test
    void crcAgreesWithTheLibrarys() {
        CRC32 crc = new CRC32();
        crc.update(
                new byte[] {
                    0, 0, 0, 7, 10, 0, 0, 1, 10, 0, 2, 1, 17, (byte) 0xC0, 1, 0x12, (byte) 0xB7
                });
        assertEquals(
                (int) crc.getValue(),
                FlowHash.CRC32.hash(7, 0x0A000001, 0x0A000201, 0xC001, FlowHash.ROCE_PORT));
    }

    @Test
    void spreadsSourcePortsEvenlyAndSeedsDiffer() {
        for (FlowHash hash : FlowHash.values()) {
            int[] hits = new int[3];
            int moved = 0;
            for (int port = 49_152; port < 52_152; port++) {
                int member = hash.member(1, 0x0A000001, 0x0A000201, port, FlowHash.ROCE_PORT, 3);
                hits[member]++;
                if (member != hash.member(2, 0x0A000001, 0x0A000201, port, FlowHash.ROCE_PORT, 3)) {
                    moved++;
                }
            }
            for (int count : hits) {
                assertTrue(
                        count > 850 && count < 1150, hash + " gave a member " + count + " of 3000");
            }
            assertTrue(moved > 1_000 || hash == FlowHash.CRC32, hash + " moved only " + moved);
        }
    }
}
