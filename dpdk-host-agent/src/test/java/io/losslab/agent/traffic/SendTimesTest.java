package io.losslab.agent.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SendTimesTest {
    private final SendTimes times = new SendTimes();

    @Test
    void knowsWhenAPacketWasSentWhateverTheSpan() {
        for (long i = 0; i < 5_000; i++) {
            times.sentNew(i, 0, 7 * i);
        }
        for (long i = 0; i < 5_000; i++) {
            assertEquals(7 * i, times.of(i));
        }
        assertEquals(SendTimes.UNKNOWN, times.of(5_000));
        assertEquals(SendTimes.UNKNOWN, times.of(-1));
    }

    @Test
    void forgetsWhatIsFarBehind() {
        for (long i = 0; i < 70_000; i++) {
            times.sentNew(i, 0, i);
        }
        assertEquals(SendTimes.UNKNOWN, times.of(70_000 - 65_537));
        assertEquals(70_000 - 65_536, times.of(70_000 - 65_536));
    }

    @Test
    void aPacketSentAgainTellsNoRoundTrip() {
        times.sentNew(0, 0, 5);
        times.sentNew(1, 0, 6);
        times.sentAgain(0);

        assertEquals(SendTimes.UNKNOWN, times.of(0));
        assertEquals(6, times.of(1));
    }
}
