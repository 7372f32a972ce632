package io.losslab.roce.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HoleSenderTest {
    private final HoleSender sender = new HoleSender(new Irn(0, 100_000, 320_000, 3, 0), 100);

    /** Mittal et al., section 3.1: recovery begins with the packet at the cumulative ACK. */
    @Test
    void aPacketThatIsLostOnceMoreIsSentAgainByTheNextRecovery() {
        sender.onAck(10, 500);
        for (long came = 11; came < 70; came++) {
            sender.onNack(came, 60);
        }
        assertEquals(10, sent());
        sender.onNack(71, 80);
        assertEquals(70, sent());
        sender.onAck(70, 1_000);
        assertEquals(-1, sender.hole());
        sender.onNack(75, 90);
        assertEquals(70, sender.hole());
    }

    /** Sends the only hole. */
    private long sent() {
        long hole = sender.hole();
        sender.onHoleSent();
        assertEquals(-1, sender.hole());
        return hole;
    }
}
