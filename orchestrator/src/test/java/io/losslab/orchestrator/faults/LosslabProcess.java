package io.losslab.orchestrator.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.orchestrator.run.RunProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command of losslab in a process of its own, with its own directory for temporary files. */
final class LosslabProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 240;

    private final Path folder;
    private final Process process;

    private LosslabProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param folder for its output; made here
     */
    static LosslabProcess start(Path folder, List<String> words) throws IOException {
        Files.createDirectories(folder.resolve("tmp"));
        List<String> command =
                RunProcess.losslab(
                        "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                        "-Dlosslab.agent=" + System.getProperty("losslab.agent"));
        // A shell may have told its background jobs to ignore Ctrl-C.
        command.addAll(0, List.of("env", "--default-signal=INT"));
        command.addAll(words);
        return new LosslabProcess(
                folder,
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start());
    }

    /** Sends a signal, unless it has ended. */
    void signal(String name) throws Exception {
        if (process.isAlive()) {
            signal(name, process.pid());
        }
    }

    static void signal(String name, long process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() throws Exception {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "hangs: " + said());
        return process.exitValue();
    }

    /** How it ended. */
    String ended() {
        return "ended with exit code " + process.exitValue() + ": " + said();
    }

    /** All that it wrote. */
    String said() {
        try {
            return Files.readString(folder.resolve("err"))
                    + Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Its directory for temporary files. */
    Path temporary() {
        return folder.resolve("tmp");
    }

    /** Makes sure that nothing of it is left among the temporary files. */
    void requireNothingLeft() throws IOException {
        try (Stream<Path> files = Files.list(temporary())) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
