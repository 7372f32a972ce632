package io.losslab.benchmarks.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GnmiBenchTest {
    @Test
    void samplesAreCountedAtTheClient() throws IOException {
        ControlRow row = GnmiBench.measure(0.001);
        assertTrue(row.operations() > 0, "values: " + row.operations());
        assertEquals(row.operations() / row.seconds(), row.operationsPerSecond());
    }

    @Test
    void aTimeOfNothingIsRefused() {
        assertEquals(
                "seconds must be above zero: 0.0",
                assertThrows(IllegalArgumentException.class, () -> GnmiBench.measure(0))
                        .getMessage());
    }
}
