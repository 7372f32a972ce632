package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that the distribution brings, run as they are. */
final class DistributionTools {
    private DistributionTools() {}

    /**
     * Skips the test where a command does not work; fails it on CI.
     *
     * @param packages that bring the command
     */
    static void require(List<String> command, String packages) throws InterruptedException {
        boolean works;
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            works = process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException notThere) {
            works = false;
        }
        String reason = "this test needs the Debian packages " + packages;
        if (!works && "true".equals(System.getenv("CI"))) {
            fail(reason + ", and CI must not skip it");
        }
        if (!works) {
            abort(reason);
        }
    }

    /** Runs a command to its end; the lines it printed. */
    static List<String> run(Path folder, Path pythonPath, List<String> command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("PYTHONPATH", pythonPath.toString());
        Process process = builder.start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        String complaints = Files.readString(err);
        assertTrue(ended, () -> command + " did not end: " + complaints);
        assertEquals(0, process.exitValue(), () -> command + ": " + complaints);
        return Files.readAllLines(out);
    }
}
