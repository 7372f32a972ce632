package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@code losslab run} in a process of its own. */
public final class RunProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 300;

    private final Path partial;
    private final Path errors;
    private final Path temporary;
    private final Process process;

    private RunProcess(Path partial, Path errors, Path temporary, Process process) {
        this.partial = partial;
        this.errors = errors;
        this.temporary = temporary;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param folder for the program's output, and for the results, in {@code results}
     * @param args of {@code run}, without {@code --out}
     */
    public static RunProcess start(Path folder, String... args) throws IOException {
        return start(folder, Map.of(), args);
    }

    /** Starts one with more variables in its environment. */
    static RunProcess start(Path folder, Map<String, String> environment, String... args)
            throws IOException {
        Path errors = folder.resolve("err");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        // A shell may have told its background jobs to ignore Ctrl-C; this one must not.
        List<String> command = losslab("-Djava.io.tmpdir=" + temporary);
        command.addAll(0, List.of("env", "--default-signal=INT"));
        command.addAll(List.of("run", "--out", folder.resolve("results").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        return new RunProcess(folder.resolve("results.partial"), errors, temporary, process);
    }

    /**
     * The command line of losslab, before its own words. It runs for seconds: the better compiler
     * and the parallel collector would take as much CPU time again.
     *
     * @param options of Java
     */
    public static List<String> losslab(String... options) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC"));
        words.addAll(List.of(options));
        words.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.losslab.orchestrator.Losslab"));
        return words;
    }

    void awaitFinishedCells(int count) throws Exception {
        Path outcomes = partial.resolve("cells.json");
        awaitFile(outcomes);
        while (JSON.readTree(outcomes.toFile()).findValues("params").size() < count) {
            requireAlive();
            Thread.sleep(20);
        }
    }

    void awaitFile(Path file) throws Exception {
        while (!Files.exists(file)) {
            requireAlive();
            Thread.sleep(5);
        }
    }

    /** Sends a signal and returns the exit code of the process. */
    public int endBy(String signal) throws Exception {
        Process kill =
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertEquals(0, kill.waitFor());
        return exitCode();
    }

    int exitCode() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        return process.exitValue();
    }

    /** The process's directory for temporary files. */
    public Path temporary() {
        return temporary;
    }

    public String err() throws IOException {
        return Files.readString(errors);
    }

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }

    public void requireAlive() throws IOException {
        assertTrue(process.isAlive(), err());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
