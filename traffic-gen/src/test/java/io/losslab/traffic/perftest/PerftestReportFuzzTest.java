package io.losslab.traffic.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.losslab.api.fuzz.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever a tool prints is read, or refused with a text that says why. */
class PerftestReportFuzzTest {
    private static final int TRIES = 20_000;
    private static final long MOST_ALLOCATED_BYTES = 4 << 20;
    private static final String RULE = "-".repeat(87) + "\n";

    private static final String TABLES =
            RULE
                    + BandwidthResult.HEADING
                    + "\n"
                    + new BandwidthResult(65_536, 1_000, 97.1, 96.5, 0.18).line()
                    + "\n"
                    + RULE
                    + LatencyResult.HEADING
                    + "\n"
                    + new LatencyResult(2, 1_000, 1.1, 9.5, 1.3, 1.4, 0.2, 2.2, 7.5).line()
                    + "\n"
                    + RULE;

    private static final String SAMPLES =
            RULE + "#, usec\n1, 1.25\n2, 1.5\n3, 0.75\n" + RULE + TABLES;

    @Test
    void tables() {
        fuzz(PerftestReport::rows);
    }

    @Test
    void samples() {
        fuzz(PerftestReport::sampleNanos);
    }

    @Test
    void reportFiles() {
        fuzz(text -> PerftestReport.file(text, true));
    }

    private static void fuzz(Consumer<String> decoder) {
        new Fuzz()
                .valid(TABLES, SAMPLES, ReportFiles.WRITE_BANDWIDTH, ReportFiles.WRITE_LATENCY)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, input -> decode(decoder, input));
    }

    private static void decode(Consumer<String> decoder, byte[] input) {
        try {
            decoder.accept(new String(input, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException refusal) {
            // A subclass would come from a library, with a message that does not name the report.
            assertEquals(IllegalArgumentException.class, refusal.getClass());
            assertFalse(refusal.getMessage().isBlank());
        }
    }
}
