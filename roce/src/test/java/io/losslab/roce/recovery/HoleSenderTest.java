package io.losslab.roce.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** As many NACKs as packets may overtake one tell of reordering, and one more of a loss. */
    @Test
    void withReorderingAllowedOneNackMoreThanThatTellsOfALoss() {
        HoleSender patient = new HoleSender(new Irn(0, 100_000, 320_000, 3, 2), 100);
        patient.onNack(1, 10);
        patient.onNack(2, 10);
        assertEquals(-1, patient.hole());
        patient.onAck(3, 500);
        patient.onNack(4, 10);
        assertEquals(-1, patient.hole(), "the ACK showed that nothing was lost");
        patient.onNack(5, 10);
        patient.onNack(6, 10);
        assertEquals(3, patient.hole());
    }

    /** Mittal et al., section 3.1: RTO_low while at most N packets are in flight, else RTO_high. */
    @Test
    void theLowTimeoutIsForFewPacketsInFlight() {
        sender.onFirstSent(0);
        assertFalse(sender.isTimedOut(3, 99_999_999));
        assertTrue(sender.isTimedOut(3, 100_000_000));
        assertFalse(sender.isTimedOut(4, 319_999_999));
        assertTrue(sender.isTimedOut(4, 320_000_000));
    }

    @Test
    void theTimeoutCountsAnewFromProgressAndFromATimeout() {
        sender.onFirstSent(0);
        sender.onAck(1, 50_000_000);
        assertFalse(sender.isTimedOut(4, 149_999_999));
        assertTrue(sender.isTimedOut(4, 150_000_000));
        sender.onTimeout(4, 150_000_000);
        assertFalse(sender.isTimedOut(4, 249_999_999));
        assertTrue(sender.isTimedOut(4, 250_000_000));
    }

    /** What a recovery has sent again is lost too: a timeout sends all that is missing. */
    @Test
    void aTimeoutSendsTheHolesAgainThatHadBeenSent() {
        sender.onNack(2, 4);
        assertEquals(0, sender.hole());
        sender.onHoleSent();
        assertEquals(1, sent());
        sender.onTimeout(4, 500);
        assertEquals(0, sender.hole());
        sender.onHoleSent();
        assertEquals(1, sender.hole());
        sender.onHoleSent();
        assertEquals(3, sent(), "2 has arrived");
    }

    /** The recovery ends with the ACK of all that was sent when it began. */
    @Test
    void theNextLossIsOfANewRecoveryOnceTheLastOneIsAcknowledged() {
        sender.onNack(1, 10);
        assertEquals(0, sent());
        sender.onAck(10, 500);
        sender.onNack(11, 20);
        assertEquals(10, sent());
        sender.onNack(14, 20);
        assertEquals(12, sender.hole());
        sender.onHoleSent();
        assertEquals(13, sent());
        sender.onAck(12, 900);
        sender.onNack(15, 20);
        assertEquals(-1, sender.hole(), "they are on their way: the recovery goes on until 20");
    }

    @Test
    void aHoleThatDidNotSetOutIsNextAgain() {
        sender.onNack(2, 4);
        sender.onHoleSent();
        sender.onHoleSent();
        assertEquals(-1, sender.hole());
        sender.unsend(1);
        assertEquals(1, sender.hole());
    }

    /** Sends the only hole. */
    private long sent() {
        long hole = sender.hole();
        sender.onHoleSent();
        assertEquals(-1, sender.hole());
        return hole;
    }
}
