package io.losslab.devices.sonic.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.fuzz.Fuzz;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a switch prints is read, or refused with what it printed. */
class CounterReplyFuzzTest {
    private static final int TRIES = 60_000;
    private static final long MOST_ALLOCATED_BYTES = 1 << 20;
    private static final String REPLY = "1700000000 12\n1 2 -\n18446744073709551615 0 77\n";

    @Test
    void isReadByPortAndColumn() {
        CounterReply reply = CounterReply.read(REPLY, 2, 3);
        assertEquals(1_700_000_000_000_012L, reply.switchMicros());
        assertArrayEquals(new long[] {1, 2, CounterReply.NOT_THERE}, reply.values(0));
        assertArrayEquals(new long[] {-1, 0, 77}, reply.values(1));
    }

    @Test
    void anyReplyIsReadOrRefused() {
        new Fuzz()
                .valid(REPLY)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, CounterReplyFuzzTest::read);
    }

    private static void read(byte[] reply) {
        try {
            CounterReply read = CounterReply.read(new String(reply, StandardCharsets.UTF_8), 2, 3);
            assertEquals(3, read.values(1).length);
        } catch (IllegalArgumentException refusal) {
            // A subclass would come from a library, with a message that does not name the reply.
            assertEquals(IllegalArgumentException.class, refusal.getClass());
        }
    }
}
