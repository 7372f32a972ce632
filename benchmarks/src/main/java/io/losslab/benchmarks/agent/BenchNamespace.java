package io.losslab.benchmarks.agent;

import io.losslab.api.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A network namespace of this bench, named after its process, so that what a killed bench left can
 * be told from what a running one uses. Needs root; removed on close.
 */
public final class BenchNamespace implements AutoCloseable {
    private static final String PREFIX = "llbench-";

    /** Process, when it started, role. */
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,9})-(.+)-([^-]+)");

    private static final Path NAMES = Path.of("/run/netns");
    private static final int SECONDS = 20;

    private final String name;

    private BenchNamespace(String name) {
        this.name = name;
    }

    /**
     * Makes one.
     *
     * @param role tells it from others of this bench; letters
     */
    static BenchNamespace create(String role) throws InterruptedException {
        BenchNamespace made = new BenchNamespace(nameOf(ProcessMark.current(), role));
        Command.run(SECONDS, List.of("ip", "netns", "add", made.name));
        return made;
    }

    String name() {
        return name;
    }

    /** Runs {@code ip} for the interfaces in it. */
    void ip(String... words) throws InterruptedException {
        List<String> line = new ArrayList<>(List.of("ip", "-n", name));
        Collections.addAll(line, words);
        Command.run(SECONDS, line);
    }

    /** A program in it. */
    List<String> within(List<String> line) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(line);
        return whole;
    }

    @Override
    public void close() {
        try {
            remove(name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Names of the namespaces whose bench is gone. */
    public static List<String> left() {
        if (!Files.isDirectory(NAMES)) {
            return List.of();
        }
        try (Stream<Path> names = Files.list(NAMES)) {
            return names.map(path -> path.getFileName().toString())
                    .filter(BenchNamespace::isAbandoned)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            // It went away meanwhile.
            return List.of();
        }
    }

    /**
     * Removes those whose bench is gone, and ends the programs that run in them.
     *
     * @return names of those that could not be removed
     */
    public static List<String> removeLeft() throws InterruptedException {
        for (String name : left()) {
            for (String pid : pids(name)) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            }
            remove(name);
        }
        return left();
    }

    static String nameOf(ProcessMark bench, String role) {
        return PREFIX + bench.pid() + "-" + bench.since() + "-" + role;
    }

    static boolean isAbandoned(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                && !new ProcessMark(Long.parseLong(parts.group(1)), parts.group(2)).isRunning();
    }

    private static List<String> pids(String name) throws InterruptedException {
        try (Command command = Command.start(List.of("ip", "netns", "pids", name))) {
            command.await(SECONDS);
            return command.output().lines().filter(line -> line.matches("\\d{1,9}")).toList();
        }
    }

    private static void remove(String name) throws InterruptedException {
        try (Command command = Command.start(List.of("ip", "netns", "del", name))) {
            command.await(SECONDS);
        }
    }
}
