package io.losslab.api.process;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of the system that was started; {@link #close} ends it if it still runs. What it prints
 * goes to a file without a name, of which nothing is left however this process ends. For one
 * thread.
 */
public final class SystemProgram implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Debian's packages of programs that are not named so. */
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "ip", "iproute2",
                    "ssh-keygen", "openssh-client",
                    "/usr/sbin/sshd", "openssh-server",
                    "dpdk-testpmd", "dpdk-dev",
                    "setpriv", "util-linux");

    private final List<String> words;
    private final RandomAccessFile output;
    private final Process process;

    private SystemProgram(List<String> words, RandomAccessFile output, Process process) {
        this.words = words;
        this.output = output;
        this.process = process;
    }

    /**
     * Runs a program to its end; returns what it printed.
     *
     * @throws ProgramException where it is not installed, fails, or does not end in two minutes
     */
    public static String run(String... words) {
        return run(List.of(words));
    }

    /** As {@link #run(String...)}. */
    public static String run(List<String> words) {
        return run("", PATIENCE, words);
    }

    /**
     * Runs a program that reads {@code input} to its end; returns what it printed.
     *
     * @throws ProgramException where it is not installed, fails, or does not end in time
     */
    public static String run(String input, Duration patience, List<String> words) {
        try (SystemProgram program = start(words)) {
            program.feed(input);
            return program.finish(patience);
        }
    }

    /**
     * As {@link #run(String...)}, shielded as by {@link #shielded}; failures name its own words.
     */
    public static String runShielded(String... words) {
        List<String> own = List.of(words);
        requireInstalled(own.get(0));
        try (SystemProgram program = start(shielded(own), own)) {
            program.feed("");
            return program.finish(PATIENCE);
        }
    }

    /**
     * Starts a program; its input stays open and empty.
     *
     * @throws ProgramException where it is not installed
     */
    public static SystemProgram start(List<String> words) {
        return start(words, words);
    }

    /**
     * Starts a program.
     *
     * @param told its words in messages
     */
    private static SystemProgram start(List<String> words, List<String> told) {
        try {
            Path file = Files.createTempFile("losslab-program", ".txt");
            RandomAccessFile output = new RandomAccessFile(file.toFile(), "r");
            try {
                Process process =
                        new ProcessBuilder(words)
                                .redirectErrorStream(true)
                                .redirectOutput(file.toFile())
                                .start();
                return new SystemProgram(List.copyOf(told), output, process);
            } catch (IOException e) {
                output.close();
                requireInstalled(words.get(0));
                throw new ProgramException(
                        "'%s' did not start: %s".formatted(line(told), e.getMessage()), e);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new ProgramException("no temporary file: " + e.getMessage(), e);
        }
    }

    /**
     * The words that run a program which the kernel kills once the thread that starts it has ended,
     * however it ended (prctl(2), {@code PR_SET_PDEATHSIG}).
     *
     * @throws ProgramException where it is not installed
     */
    public static List<String> untilWeEnd(List<String> words) {
        requireInstalled(words.get(0));
        List<String> all = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        all.addAll(words);
        return all;
    }

    /**
     * The words that run a program which ends on its own when the user presses Ctrl-C or closes the
     * terminal; its exit status is 127 where it is not installed.
     */
    public static List<String> shielded(List<String> words) {
        List<String> all =
                new ArrayList<>(List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$0\" \"$@\""));
        all.addAll(words);
        return all;
    }

    private static void requireInstalled(String program) {
        boolean installed =
                program.contains("/")
                        ? Files.isExecutable(Path.of(program))
                        : isOnPath(program, System.getenv());
        if (!installed) {
            throw missing(program);
        }
    }

    /** Whether a folder of an environment's PATH has a program. */
    public static boolean isOnPath(String program, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** That a program is not there, and which package has it. */
    public static ProgramException missing(String program) {
        String debian = PACKAGES.getOrDefault(program, program);
        return new ProgramException(
                "the program %s is not installed: install the package %s (apt-get install %s)"
                        .formatted(program, debian, debian),
                null);
    }

    private void feed(String input) {
        try (var stream = process.getOutputStream()) {
            stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It ended before it read all: its exit status and its output tell why.
        }
    }

    /**
     * Waits for its end; returns what it printed.
     *
     * @throws ProgramException where it fails or does not end in time
     */
    public String finish(Duration patience) {
        if (!hasEndedWithin(patience)) {
            throw new ProgramException(
                    "'%s' did not end within %d s: %s"
                            .formatted(line(), patience.toSeconds(), output().strip()),
                    null);
        }
        if (process.exitValue() != 0) {
            throw new ProgramException(
                    "'%s' failed (%d): %s".formatted(line(), process.exitValue(), output().strip()),
                    null);
        }
        return output();
    }

    /** Asks it to end. */
    public void stop() {
        process.destroy();
    }

    /** Waits for its end, whatever its exit status. */
    public boolean hasEndedWithin(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException("interrupted during '%s'".formatted(line()), e);
        }
    }

    /** Its exit status; only after its end. */
    public int exitStatus() {
        return process.exitValue();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** What it has printed until now. */
    public String output() {
        try {
            byte[] printed = new byte[(int) output.length()];
            output.seek(0);
            output.readFully(printed);
            return new String(printed, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ProgramException(
                    "cannot read what '%s' printed: %s".formatted(line(), e.getMessage()), e);
        }
    }

    private String line() {
        return line(words);
    }

    private static String line(List<String> words) {
        return String.join(" ", words);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            output.close();
        } catch (IOException e) {
            throw new ProgramException(
                    "cannot close what '%s' printed: %s".formatted(line(), e.getMessage()), e);
        }
    }
}
