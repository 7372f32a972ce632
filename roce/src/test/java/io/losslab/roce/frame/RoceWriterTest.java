package io.losslab.roce.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.api.frame.RoceFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what is read, by us and by tshark. */
class RoceWriterTest {
    private static final int FRAME_BYTES = 4096 + 256;

    static final FlowHeader FLOW =
            new FlowHeader(
                    0x0200_0000_0101L,
                    0x0200_0000_0202L,
                    0x0A00_0001,
                    0x0A00_0102,
                    50_000,
                    26,
                    true,
                    0x1234);

    private static final FrameMemory MEMORY =
            new BufferMemory(ByteBuffer.allocate(3 * FRAME_BYTES));
    private static final FrameReader READER = new FrameReader(MEMORY);
    private static final FrameRewriter REWRITER = new FrameRewriter(MEMORY);

    private final long frame = FRAME_BYTES;

    @Test
    void aDataFrameIsReadBack() {
        int length =
                new RoceWriter(MEMORY, FLOW, 1024)
                        .writeData(frame, 0x1_000_005L, 1000, true, false, false, 5000, 0);

        assertEquals(RoceFrame.dataFrameBytes(1000, true) - RoceFrame.FCS_BYTES, length);
        assertEquals(FrameReader.DATA, READER.kind(frame, length));
        assertEquals(0x0A00_0001, READER.sourceIpv4(frame));
        assertEquals(0x0A00_0102, READER.destinationIpv4(frame));
        assertEquals(50_000, READER.udpSourcePort(frame));
        assertEquals(26 << 2 | 2, MEMORY.getByte(frame + 15));
        assertEquals(5, READER.sequence(frame));
        assertEquals(0x1234, READER.destinationQueuePair(frame));
        assertFalse(READER.asksForAck(frame));
    }

    @Test
    void aDataFrameTellsItsPayloadWithoutItsPad() {
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        for (int payload = 0; payload <= 1024; payload++) {
            for (boolean first : new boolean[] {true, false}) {
                writer.writeData(frame, 5, payload, first, false, false, 5000, 0);
                assertEquals(payload, READER.payloadBytes(frame));
            }
        }
    }

    @Test
    void aTagIsNotCounted() {
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        for (int payload : new int[] {0, 1, 2, 3, 4, 1024}) {
            int length = writer.writeData(frame, 5, payload, false, false, false, 5000, 0);
            int counted = READER.countedBytes(frame, length);
            assertEquals(RoceFrame.dataFrameBytes(payload + 3 & -4, false), counted);
            REWRITER.insertTag(frame - 4, 3, 77);
            assertEquals(counted, READER.countedBytes(frame - 4, length + 4));
        }
    }

    @Test
    void anAckAndANoticeAreResponses() {
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        assertEquals(FrameReader.RESPONSE, READER.kind(frame, writer.writeAck(frame, 9, 1)));
        assertEquals(9, READER.sequence(frame));
        assertFalse(READER.isSequenceError(frame));
        assertEquals(FrameReader.RESPONSE, READER.kind(frame, writer.writeNak(frame, 9, 12)));
        assertEquals(9, READER.sequence(frame));
        assertEquals(12, READER.answeredSequence(frame));
        assertTrue(READER.isSequenceError(frame));
        assertEquals(FrameReader.RESPONSE, READER.kind(frame, writer.writeCongestionNotice(frame)));
    }

    /** As long as those of the virtual hosts, which count sizes only. */
    @Test
    void anAckHasTheSizeOfTheStandardsAndTellsATime() {
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        for (long delivered :
                new long[] {0, 1, 77_000_000_123L, (1L << 40) - 1, 1L << 40, 1L << 52}) {
            int length = writer.writeAck(frame, 9, delivered);

            assertEquals(RoceFrame.ackFrameBytes() - RoceFrame.FCS_BYTES, length);
            assertEquals(delivered, READER.deliveredNanos(frame, delivered + 500_000_000_000L));
            assertEquals(delivered, READER.deliveredNanos(frame, delivered - 500_000_000_000L));
            assertEquals(0xFFFF, ipSum(frame + 14));
            assertEquals(invariantCrc(bytes(length)), trailer(length));
        }
        assertEquals(
                RoceFrame.ackFrameBytes() - RoceFrame.FCS_BYTES, writer.writeNak(frame, 9, 12));
    }

    @Test
    void aChangedClassKeepsBothChecksums() {
        int length =
                new RoceWriter(MEMORY, FLOW, 1024).writeData(frame, 5, 64, true, true, true, 64, 0);
        REWRITER.setPriority(frame, 5);

        assertEquals(5, READER.priority(frame, DscpMap.STANDARD));
        assertEquals(5 << 5 | 2, MEMORY.getByte(frame + 15) & 0xFF);
        assertEquals(0xFFFF, ipSum(frame + 14));
        assertEquals(invariantCrc(bytes(length)), trailer(length));
    }

    @Test
    void aTagIsPutInFrontOfTheRest() {
        int length =
                new RoceWriter(MEMORY, FLOW, 1024)
                        .writeData(frame + 4, 5, 64, true, true, true, 64, 0);
        REWRITER.insertTag(frame, 3, 0);
        REWRITER.setVlan(frame, 77);

        assertEquals(FrameReader.DATA, READER.kind(frame, length + 4));
        assertEquals(3, READER.priorityCodePoint(frame));
        assertEquals(77, READER.vlan(frame));
        assertEquals(0x0A00_0001, READER.sourceIpv4(frame));
        assertEquals(0x0A00_0102, READER.destinationIpv4(frame));
        assertEquals(0x0200_0000_0202L, MEMORY.getLong(frame) >>> 16);
    }

    /** The agent reads kind and priority of the first frame of each look only. */
    @Property
    void framesOfTheSameLookAreOfTheSameKindAndPriority(
            @ForAll long oneChange,
            @ForAll long otherChange,
            @ForAll @IntRange(min = 40, max = 80) int lengthBytes) {
        writeChanged(oneChange);
        long look = READER.look(frame, lengthBytes);
        int kind = READER.kind(frame, lengthBytes);
        int priority = READER.priority(frame, DscpMap.STANDARD);
        writeChanged(otherChange);

        if (look != 0 && look == READER.look(frame, lengthBytes)) {
            assertEquals(kind, READER.kind(frame, lengthBytes));
            assertEquals(priority, READER.priority(frame, DscpMap.STANDARD));
        }
    }

    /** A data frame with other bytes at half of the places that tell kinds and priorities. */
    private void writeChanged(long bytes) {
        new RoceWriter(MEMORY, FLOW, 1024).writeData(frame, 1, 64, true, true, false, 1, 0);
        long left = bytes;
        for (int place : new int[] {12, 14, 15, 23, 36, 42}) {
            if ((left & 0x80) != 0) {
                MEMORY.putByte(frame + place, (int) left & 0x1F);
            }
            left >>>= 8;
        }
    }

    @Property(tries = 200)
    void checksumsHoldForAnyPayload(
            @ForAll @IntRange(min = 0, max = 4096) int payload,
            @ForAll boolean first,
            @ForAll boolean last,
            @ForAll @IntRange(min = 0, max = 0xFFFFFF) int packet) {
        long at = 2 * FRAME_BYTES;
        int length =
                new RoceWriter(MEMORY, FLOW, 4096)
                        .writeData(at, packet, payload, first, last, last, payload, 0);
        byte[] written = new byte[length];
        MEMORY.read(at, written, 0, length);

        assertEquals(0xFFFF, ipSum(at + 14));
        int end = 14 + ByteBuffer.wrap(written).getShort(16);
        byte[] used = Arrays.copyOf(written, end);
        assertEquals(
                invariantCrc(used),
                ByteBuffer.wrap(used).order(ByteOrder.LITTLE_ENDIAN).getInt(end - 4));
    }

    @Test
    void tsharkReadsAllFramesWithoutAMalformedOne(@TempDir Path folder)
            throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/tshark"))
                        || "true".equals(System.getenv("CI")),
                "tshark is not installed (Debian: apt-get install tshark)");
        List<byte[]> frames = new ArrayList<>();
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        frames.add(bytes(writer.writeData(frame, 0, 1024, true, false, false, 3000, 0)));
        frames.add(bytes(writer.writeData(frame, 1, 1024, false, false, false, 3000, 0)));
        frames.add(bytes(writer.writeData(frame, 2, 951, false, true, true, 3000, 0)));
        frames.add(bytes(writer.writeData(frame, 3, 17, true, true, true, 17, 0)));
        frames.add(bytes(writer.writeAck(frame, 3, 2)));
        frames.add(bytes(writer.writeCongestionNotice(frame)));
        int untagged = writer.writeData(frame + 4, 0, 64, true, true, true, 64, 0);
        REWRITER.insertTag(frame, 3, 0);
        frames.add(bytes(untagged + 4));
        Path capture = folder.resolve("frames.pcap");
        Files.write(capture, pcap(frames));

        List<String> lines = tshark(capture);

        assertEquals(
                List.of(
                        "6|0|0x001234|3000|",
                        "7|1|0x001234||",
                        "8|2|0x001234||",
                        "10|3|0x001234|17|",
                        "17|3|0x001234||",
                        "129|0|0x001234||",
                        "10|0|0x001234|64|"),
                lines);
    }

    private static List<String> tshark(Path capture) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                "tshark",
                                "-r",
                                capture.toString(),
                                "-o",
                                "ip.check_checksum:TRUE",
                                "-T",
                                "fields",
                                "-E",
                                "separator=|",
                                "-e",
                                "infiniband.bth.opcode",
                                "-e",
                                "infiniband.bth.psn",
                                "-e",
                                "infiniband.bth.destqp",
                                "-e",
                                "infiniband.reth.dmalen",
                                "-e",
                                "_ws.expert.message")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertTrue(text.length() > 0);
        return text.lines().map(String::strip).toList();
    }

    private byte[] bytes(int length) {
        byte[] copy = new byte[length];
        MEMORY.read(frame, copy, 0, length);
        return copy;
    }

    private int trailer(int length) {
        return Integer.reverseBytes(MEMORY.getInt(frame + length - 4));
    }

    /** One's complement sum of an IPv4 header: all ones where its checksum holds. */
    private static int ipSum(long ip) {
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += MEMORY.getShort(ip + i);
        }
        return (sum & 0xFFFF) + (sum >>> 16);
    }

    /** Bit by bit, from the text of Annex A17.3.3: an independent way to the invariant CRC. */
    private static int invariantCrc(byte[] ethernet) {
        byte[] masked = ethernet.clone();
        for (int field : new int[] {15, 22, 24, 25, 40, 41, 46}) {
            masked[field] = (byte) 0xFF;
        }
        int crc = -1;
        for (int i = 0; i < 8; i++) {
            crc = shift(crc, 0xFF);
        }
        for (int i = 14; i < masked.length - 4; i++) {
            crc = shift(crc, masked[i] & 0xFF);
        }
        return ~crc;
    }

    private static int shift(int crc, int octet) {
        int result = crc ^ octet;
        for (int bit = 0; bit < 8; bit++) {
            result = result >>> 1 ^ ((result & 1) != 0 ? 0xEDB88320 : 0);
        }
        return result;
    }

    /** A capture file of Ethernet frames. */
    private static byte[] pcap(List<byte[]> frames) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(
                ByteBuffer.allocate(24)
                        .putInt(0xA1B2C3D4)
                        .putShort((short) 2)
                        .putShort((short) 4)
                        .putLong(0)
                        .putInt(65_535)
                        .putInt(1)
                        .array());
        for (byte[] bytes : frames) {
            file.write(
                    ByteBuffer.allocate(16)
                            .putLong(0)
                            .putInt(bytes.length)
                            .putInt(bytes.length)
                            .array());
            file.write(bytes);
        }
        return file.toByteArray();
    }
}
