package io.losslab.traffic.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadReaderTest {
    @Test
    void readsHeaderPointsAndComments() throws WorkloadFormatException {
        SizeDistribution sizes =
                WorkloadReader.read(
                        "mine",
                        "mine.cdf",
                        "# of mine\nsampling step, source Somebody et al., 2020\n\n10 0.5 # half\n20 1\n");
        assertEquals("Somebody et al., 2020", sizes.source());
        assertEquals(Sampling.STEP, sizes.sampling());
        assertEquals(15, sizes.meanBytes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|1|there is no header",
                "10 0.5;20 1|1|'10 0.5' cannot be read",
                "sampling cubic, source X;10 1|1|'sampling cubic, source X' cannot be read",
                "sampling linear, source X;10 0.5;5 1|3|the point '5 1' does not follow the one before it",
                "sampling linear, source X;10 0.5;20 0.4|3|the point '20 0.4' does not follow the one before it",
                "sampling linear, source X;10 50|2|probability 50 is above 1",
                "sampling linear, source X;10 0.5;2147483649 1|3|size 2147483649 is above the longest message",
                "sampling linear, source X;10 0.5|2|the last probability must be 1",
                "sampling linear, source X;1.5 1|2|'1.5 1' cannot be read",
                "sampling linear, source X;10 -1|2|'10 -1' cannot be read",
                "sampling logLinear, source X;0 0;10 1|3|a message cannot have 0 bytes",
            })
    void errorsNameFileAndLine(String lines, int line, String problem) {
        String text = lines == null ? "" : lines.replace(';', '\n');
        WorkloadFormatException e =
                assertThrows(
                        WorkloadFormatException.class,
                        () -> WorkloadReader.read("mine", "mine.cdf", text));
        assertEquals("mine.cdf", e.file());
        assertEquals(line, e.line());
        assertEquals(problem, e.problem());
    }
}
