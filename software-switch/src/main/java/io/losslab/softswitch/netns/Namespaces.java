package io.losslab.softswitch.netns;

import io.losslab.api.process.SystemProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Network namespaces by their names. All methods throw {@link
 * io.losslab.api.process.ProgramException} where {@code ip} fails.
 */
public final class Namespaces {
    private static final Path MOUNTS = Path.of("/run/netns");
    private static final Duration BATCH = Duration.ofMinutes(5);

    /** An agent gives its ports back first. */
    private static final Duration TO_END = Duration.ofSeconds(20);

    private static final Duration TO_DIE = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private Namespaces() {}

    public static void add(String name) {
        SystemProgram.run("ip", "netns", "add", name);
    }

    /** The words that run a program in a namespace. */
    public static List<String> within(String name, List<String> program) {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name));
        words.addAll(program);
        return words;
    }

    /**
     * Runs many {@code ip} commands in one process, all before the first that fails.
     *
     * @param name whose interfaces they are about; empty: the namespace of this process
     */
    public static void ip(String name, List<String> lines) {
        List<String> words = new ArrayList<>(List.of("ip"));
        if (!name.isEmpty()) {
            words.addAll(List.of("-n", name));
        }
        words.addAll(List.of("-batch", "-"));
        SystemProgram.run(String.join("\n", lines) + "\n", BATCH, words);
    }

    /** Ends all processes in a namespace and removes it; nothing happens where there is none. */
    public static void remove(String name) {
        if (!Files.exists(MOUNTS.resolve(name))) {
            return;
        }
        if (!emptyWithin(name, TO_END, ProcessHandle::destroy)) {
            emptyWithin(name, TO_DIE, ProcessHandle::destroyForcibly);
        }
        SystemProgram.runShielded("ip", "netns", "delete", name);
    }

    /** Processes that run in a namespace. */
    public static List<ProcessHandle> processes(String name) {
        return SystemProgram.runShielded("ip", "netns", "pids", name)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(Long::parseLong)
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Those that start meanwhile are ended too. */
    private static boolean emptyWithin(
            String name, Duration patience, Consumer<ProcessHandle> order) {
        long deadline = System.nanoTime() + patience.toNanos();
        for (List<ProcessHandle> left = processes(name); !left.isEmpty(); left = processes(name)) {
            left.forEach(order);
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
