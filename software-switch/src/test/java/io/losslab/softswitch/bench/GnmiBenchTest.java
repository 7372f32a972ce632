package io.losslab.softswitch.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GnmiBenchTest {
    @Test
    void samplesAreCountedAtTheClient() throws IOException {
        double rate = GnmiBench.samplesPerSecond(0.2);
        assertTrue(rate > 0, "values a second: " + rate);
    }

    @Test
    void aTimeOfNothingIsRefused() {
        assertEquals(
                "seconds must be above zero: 0.0",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> GnmiBench.samplesPerSecond(0))
                        .getMessage());
    }
}
