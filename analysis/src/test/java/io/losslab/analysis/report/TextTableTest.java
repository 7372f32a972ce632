package io.losslab.analysis.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
    @ParameterizedTest
    @CsvSource({
        "-0.335, -0.384, -0.262, -33.5% (-38 to -26)",
        "-0.0019, -0.0031, -0.0007, -0.2% (-0.3 to -0.1)",
        "-0.0003, -0.0004, -0.0001, 0.0% (-0.0 to -0.0)",
        "-0.008, -0.016, -0.001, -0.8% (-1.6 to -0.1)",
        "0.026, 0.025, 0.0265, +2.6% (+2.5 to +2.7)",
        "0.012, -0.02, 0.044, +1.2% (-2 to +4)",
        "0, 0, 0, 0.0% (+0 to +0)"
    })
    void anIntervalHasTheSignsOfItsBoundsAndItsChangeWithin(
            double change, double low, double high, String text) {
        Interval interval = new Interval(low, high, Interval.Method.STUDENT);
        assertEquals(text, TextTable.text(new PairedChange(change, interval, 3, null, null)));
    }
}
