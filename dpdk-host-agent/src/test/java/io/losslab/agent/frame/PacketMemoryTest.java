package io.losslab.agent.frame;

import static io.losslab.agent.frame.PacketMemory.FRAMES;
import static io.losslab.agent.frame.PacketMemory.MEMORY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.agent.dpdk.Memory;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.FrameMemory;
import io.losslab.roce.frame.RoceWriter;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Packet memory holds the same frames as an array. */
class PacketMemoryTest {
    private static final FlowHeader TAGGED =
            new FlowHeader(1, 2, 0x0A00_0001, 0x0A00_0102, 50_000, 26, true, 3, 0x1234);

    private final long frame = Memory.allocate(2048);

    @AfterEach
    void free() {
        Memory.free(frame);
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
        write(MEMORY, frame);
        assertEquals(3, new PriorityMap().priority(frame));
        assertEquals(26, FRAMES.dscp(frame));
    }

    private static int write(FrameMemory memory, long at) {
        return new RoceWriter(memory, TAGGED, 1024)
                .writeData(at, 5, 1000, true, true, true, 1000, 7);
    }
}
