package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes between two runs of {@code losslab paper}: Ctrl-C, or a run that cannot be done. */
class PaperInterruptionTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private int runs;
    private String printedWhenOver = "";

    @TempDir private Path folder;

    @Test
    void noFurtherRunBeginsAndTheTableIsPrintedBeforeTheProcessGoes() {
        int code = paper(new Interrupted());

        assertEquals(RunOutcome.INTERRUPTED.exitCode(), code);
        assertEquals(1, runs);
        assertTrue(printedWhenOver.contains("figure"), printedWhenOver);
    }

    @Test
    void whatWasMeasuredIsComparedWhereALaterRunCannotBegin() {
        int code =
                paper(
                        request -> {
                            if (runs++ > 0) {
                                throw CommandFailure.ofDevice("Slurm does not answer", "");
                            }
                            return RunOutcome.FAILED;
                        });

        assertEquals(ExitCode.DEVICE, code);
        assertEquals(2, runs);
        assertTrue(printed(out).contains("figure"), printed(out));
        assertTrue(printed(err).contains("losslab: Slurm does not answer"), printed(err));
        assertTrue(printed(err).contains("not run: ofc/o4, "), printed(err));
    }

    @Test
    void whatIsLeftIsRunWithTheSameSettings() {
        paper(new Interrupted(), "--set", "duration=1ms", "--set", "seeds=[1, 2]");
        Path left = folder.resolve("out/ofc-o4");
        String command =
                "\n  losslab run ofc/o4 --set duration=1ms --set 'seeds=[1, 2]' --out " + left;
        assertTrue(printed(err).contains(command + "\n"), printed(err));
    }

    @Test
    void theExitCodeIsThatOfTheWorstRun() {
        RunOutcome[] outcomes = {RunOutcome.UNREACHABLE, RunOutcome.FAILED};
        assertEquals(
                ExitCode.DEVICE,
                paper(request -> runs < outcomes.length ? outcomes[runs++] : RunOutcome.PASSED));
    }

    private int paper(ExperimentRunner runner, String... more) {
        Console console = new Console(stream(out), stream(err), false);
        return LosslabCommand.commandLine(
                        console, () -> runner, new Library(), DeviceKinds.catalog())
                .execute(
                        Stream.concat(
                                        Stream.of("paper", "ofc", "--out", folder + "/out"),
                                        Stream.of(more))
                                .toArray(String[]::new));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String printed(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
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
                    printedWhenOver = printed(out);
                }
            };
        }
    }
}
