package io.losslab.benchmarks.agent;

import io.losslab.agent.dpdk.DpdkException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program started by the bench, its output in a file that goes away with it. */
final class Command implements AutoCloseable {
    private final List<String> line;
    private final Path output;
    private final Process process;

    private Command(List<String> line, Path output, Process process) {
        this.line = line;
        this.output = output;
        this.process = process;
    }

    /**
     * Starts a program.
     *
     * @throws DpdkException where it is not there
     */
    static Command start(List<String> line) {
        try {
            Path output = Files.createTempFile("losslab-bench", ".txt");
            Process process =
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .start();
            return new Command(line, output, process);
        } catch (IOException e) {
            throw new DpdkException(
                    "'%s' cannot be started: %s; install it (Debian: apt-get install dpdk dpdk-dev"
                                    .formatted(line.get(0), e.getMessage())
                            + " iproute2)",
                    e);
        }
    }

    /**
     * Runs a program to its end and hands its output over.
     *
     * @throws DpdkException where it fails or does not end in time
     */
    static String run(int seconds, List<String> line) throws InterruptedException {
        try (Command command = start(line)) {
            return command.finish(seconds);
        }
    }

    /** Waits for the end; its output. */
    String finish(int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new DpdkException(
                    name() + " did not end in " + seconds + " s; it said: " + output().strip());
        }
        if (process.exitValue() != 0) {
            throw new DpdkException(name() + " failed: " + output().strip());
        }
        return output();
    }

    /** Asks it to end. */
    void askToStop() {
        process.destroy();
    }

    /** Asks it to end; its output. */
    String stop(int seconds) throws InterruptedException {
        process.destroy();
        process.waitFor(seconds, TimeUnit.SECONDS);
        return output();
    }

    /** Waits for the end, whatever comes of it. */
    void await(int seconds) throws InterruptedException {
        process.waitFor(seconds, TimeUnit.SECONDS);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** What it has said until now. */
    String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new DpdkException("cannot read " + output + ": " + e.getMessage(), e);
        }
    }

    private String name() {
        return "'" + Path.of(line.get(0)).getFileName() + " ... " + line.get(line.size() - 1) + "'";
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new DpdkException("cannot delete " + output + ": " + e.getMessage(), e);
        }
    }
}
