package io.losslab.roce.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.fuzz.Fuzz;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a frame tells is read only where it is, and a damaged one is not taken for sound. */
class FrameCheckTest {
    private static final int TRIES = 60_000;
    private static final int LONGEST_BYTES = 1_200;
    private static final int IP = 14;

    /** What neither checksum covers: the UDP checksum, which RoCEv2 leaves zero, and BTH's FECN. */
    private static final Set<Integer> UNCOVERED = Set.of(40, 41, 46);

    private static final List<byte[]> FRAMES =
            List.of(
                    data(0, true, true),
                    data(1, false, false),
                    data(500, true, false),
                    data(1_024, false, true),
                    written((writer, at) -> writer.writeAck(at, 77, 123_456_789_000L)),
                    written((writer, at) -> writer.writeNak(at, 77, 99)),
                    written(RoceWriter::writeCongestionNotice));

    private interface Writing {
        int write(RoceWriter writer, long frame);
    }

    private static byte[] data(int payload, boolean first, boolean last) {
        return written(
                (writer, at) ->
                        writer.writeData(at, 5, payload, first, last, true, payload, 1L << 62));
    }

    private static byte[] written(Writing writing) {
        byte[] memory = new byte[2_000];
        RoceWriter writer = new RoceWriter(BufferMemory.of(memory), RoceWriterTest.FLOW, 1_024);
        return Arrays.copyOf(memory, writing.write(writer, 0));
    }

    private static boolean isSound(byte[] frame) {
        FrameMemory memory = BufferMemory.of(frame);
        int kind = new FrameReader(memory).kind(0, frame.length);
        return (kind == FrameReader.DATA || kind == FrameReader.RESPONSE)
                && new FrameCheck(memory, LONGEST_BYTES).isSound(0, frame.length);
    }

    @Test
    void whatIsWrittenIsSound() {
        for (byte[] frame : FRAMES) {
            assertTrue(isSound(frame));
        }
    }

    @Test
    void whatSwitchesChangeOnTheWayLeavesItSound() {
        for (byte[] frame : FRAMES) {
            byte[] tagged = new byte[frame.length + 4];
            System.arraycopy(frame, 0, tagged, 4, frame.length);
            FrameRewriter rewriter = new FrameRewriter(BufferMemory.of(tagged));
            rewriter.mark(4);
            rewriter.setPriority(4, 6);
            rewriter.insertTag(0, 6, 99);
            assertTrue(isSound(tagged));
        }
    }

    @Test
    void aPaddedFrameIsSound() {
        for (byte[] frame : FRAMES) {
            assertTrue(isSound(Arrays.copyOf(frame, frame.length + 7)));
        }
    }

    @Test
    void noFlippedBitGoesUnnoticed() {
        for (byte[] frame : FRAMES) {
            int end = IP + ByteBuffer.wrap(frame).getShort(IP + 2);
            for (int octet = IP; octet < end; octet++) {
                for (int bit = 0; bit < 8; bit++) {
                    byte[] damaged = frame.clone();
                    damaged[octet] ^= (byte) (1 << bit);
                    assertEquals(UNCOVERED.contains(octet), isSound(damaged), "octet " + octet);
                }
            }
        }
    }

    @Test
    void aCutFrameIsNotSound() {
        for (byte[] frame : FRAMES) {
            int end = IP + ByteBuffer.wrap(frame).getShort(IP + 2);
            for (int length = 0; length < end; length++) {
                assertFalse(isSound(Arrays.copyOf(frame, length)), "cut to " + length);
            }
        }
    }

    @Test
    void aFrameLongerThanAnyIsNotSound() {
        byte[] memory = new byte[3_000];
        int length =
                new RoceWriter(BufferMemory.of(memory), RoceWriterTest.FLOW, 2_048)
                        .writeData(0, 5, 2_048, true, true, true, 2_048, 0);
        assertFalse(isSound(Arrays.copyOf(memory, length)));
    }

    /** The array ends where the frame does: what is read behind it is an error. */
    @Test
    void nothingIsReadBehindAnyFrame() {
        new Fuzz()
                .valid(FRAMES.toArray(byte[][]::new))
                .upTo(1_500)
                .run(TRIES, FrameCheckTest::readAll);
    }

    /** All that the agent and the switches ask of a frame, in their order. */
    private static void readAll(byte[] frame) {
        FrameMemory memory = BufferMemory.of(frame);
        FrameReader reader = new FrameReader(memory);
        int kind = reader.kind(0, frame.length);
        if (frame.length >= FrameReader.LEAST_BYTES) {
            int priority = reader.priority(0, DscpMap.STANDARD);
            assertTrue(priority >= 0 && priority < 8);
        }
        if (reader.isPlainIpv4(0, frame.length)) {
            reader.sourceIpv4(0);
            reader.destinationIpv4(0);
            reader.udpSourcePort(0);
        }
        boolean roce = kind == FrameReader.DATA || kind == FrameReader.RESPONSE;
        if (!roce || !new FrameCheck(memory, LONGEST_BYTES).isSound(0, frame.length)) {
            return;
        }
        // Whoever wrote it wrote what it says: all headers that its operation has are there.
        reader.sequence(0);
        if (kind == FrameReader.RESPONSE) {
            reader.isSequenceError(0);
            reader.answeredSequence(0);
            reader.deliveredNanos(0, 0);
        } else if (reader.isFirst(0)) {
            reader.remoteAddress(0);
            reader.messageBytes(0);
        }
    }
}
