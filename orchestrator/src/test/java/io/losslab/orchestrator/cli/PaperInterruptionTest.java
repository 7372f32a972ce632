package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C between two runs of {@code losslab paper}. */
class PaperInterruptionTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int runs;
    private String printedWhenOver = "";

    @TempDir private Path folder;

    @Test
    void noFurtherRunBeginsAndTheTableIsPrintedBeforeTheProcessGoes() {
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        false);
        int code =
                LosslabCommand.commandLine(
                                console, Interrupted::new, new Library(), DeviceKinds.catalog())
                        .execute("paper", "ofc", "--out", folder.resolve("out").toString());

        assertEquals(RunOutcome.INTERRUPTED.exitCode(), code);
        assertEquals(1, runs);
        assertTrue(printedWhenOver.contains("figure"), printedWhenOver);
    }

    /** Is interrupted just after its first run. */
    private final class Interrupted implements ExperimentRunner {
        @Override
        public RunOutcome run(RunRequest request) {
            runs++;
            return RunOutcome.PASSED;
        }

        @Override
        public Series series() {
            return new Series() {
                @Override
                public boolean isInterrupted() {
                    return runs > 0;
                }

                @Override
                public void close() {
                    printedWhenOver = out.toString(StandardCharsets.UTF_8);
                }
            };
        }
    }
}
