package io.losslab.roce.frame;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static io.losslab.roce.frame.NativeMemory.REWRITER;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Packet memory holds the same frames as an array. */
class NativeMemoryTest {
    private static final FlowHeader FLOW =
            new FlowHeader(1, 2, 0x0A00_0001, 0x0A00_0102, 50_000, 26, true, 0x1234);

    private final long frame = NativeMemory.allocate(2048);

    @AfterEach
    void free() {
        NativeMemory.free(frame);
    }

    @Test
    void framesAreTheSameInEveryMemory() {
        byte[] array = new byte[2048];
        int length = write(BufferMemory.of(array), 0);

        assertEquals(length, write(MEMORY, frame));
        byte[] read = new byte[length];
        MEMORY.read(frame, read, 0, length);
        assertArrayEquals(Arrays.copyOf(array, length), read);
    }

    @Test
    void aTagOrTheDscpTellsThePriority() {
        write(MEMORY, frame + 4);
        assertEquals(26 >> 3, FRAMES.priority(frame + 4, DscpMap.STANDARD));
        REWRITER.insertTag(frame, 5, 0);
        assertEquals(5, FRAMES.priority(frame, DscpMap.STANDARD));
    }

    private static int write(FrameMemory memory, long at) {
        return new RoceWriter(memory, FLOW, 1024).writeData(at, 5, 1000, true, true, true, 1000, 7);
    }
}
