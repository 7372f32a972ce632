package io.losslab.roce.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import org.junit.jupiter.api.Test;

class MessageSpaceTest {
    @Test
    void placesScheduledMessagesOneBehindTheOther() {
        MessageSchedule schedule =
                MessageSchedule.of(new long[] {0, 0, 9}, new long[] {1, 2048, 2049});
        MessageSpace space =
                new MessageSpace(FlowSpec.scheduled(1, 1, 2, 49152, 3, schedule), 1024);

        assertEquals(3, space.count());
        assertEquals(1, space.end(0));
        assertEquals(3, space.end(1));
        assertEquals(6, space.end(2));
        assertEquals(3, space.packets(2));
        assertEquals(2049, space.bytes(2));
        long[] messages = {0, 1, 1, 2, 2, 2};
        for (int sequence = 0; sequence < messages.length; sequence++) {
            assertEquals(messages[sequence], space.messageAt(sequence));
        }
    }

    @Test
    void repeatsMessagesOfOneSize() {
        MessageSpace space =
                new MessageSpace(
                        FlowSpec.bandwidth(1, 1, 2, 49152, 3, 3000, 4).times(1_000_000_000_000L),
                        1024);

        assertEquals(1_000_000_000_000L, space.count());
        assertEquals(3, space.packets(7));
        assertEquals(24, space.end(7));
        assertEquals(7, space.messageAt(23));
        assertEquals(8, space.messageAt(24));
    }
}
