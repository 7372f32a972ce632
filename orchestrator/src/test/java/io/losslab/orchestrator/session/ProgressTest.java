package io.losslab.orchestrator.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final AtomicLong now = new AtomicLong();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void tellsCellsRateSimulatedTimeAndTimeLeft() {
        Progress progress = progress(false);
        now.set(10_000_000_000L);
        progress.advance(1_000_000_000L, 140_000_000);
        progress.cellDone();
        assertEquals(
                "[######..................] 1/4 cells  14.0 M packet-hops/s  1.00 s simulated"
                        + "  0:30 left",
                progress.line());
    }

    @Test
    void saysDoneWhenAllCellsAre() {
        Progress progress = progress(false);
        for (int cell = 0; cell < 4; cell++) {
            progress.cellDone();
        }
        now.set(61_000_000_000L);
        assertTrue(progress.line().endsWith("done in 1:01"), progress.line());
    }

    @Test
    void printsPlainLinesWhereNobodyWatches() {
        try (Progress progress = progress(false).start()) {
            progress.cellDone();
        }
        String printed = err.toString(StandardCharsets.UTF_8);
        assertTrue(printed.endsWith("simulated\n"), printed);
        assertEquals(-1, printed.indexOf('\r'));
    }

    @Test
    void redrawsTheLineOnATerminal() {
        try (Progress progress = progress(true).start()) {
            progress.cellDone();
        }
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("\r\033[K["));
    }

    private Progress progress(boolean interactive) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Progress(new Console(stream, stream, interactive), 4, 4_000_000_000L, now::get);
    }
}
