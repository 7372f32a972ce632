package io.losslab.softswitch.netns;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Network namespaces by their names. */
final class Namespaces {
    private static final Path MOUNTS = Path.of("/run/netns");

    /** An agent gives its ports back first. */
    private static final Duration TO_END = Duration.ofSeconds(20);

    private static final Duration TO_DIE = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private Namespaces() {}

    static boolean exists(String name) {
        return Files.exists(path(name));
    }

    /** The file that stands for a namespace. */
    static Path path(String name) {
        return MOUNTS.resolve(name);
    }

    /** Ends all processes in a namespace and removes it; nothing happens where there is none. */
    static void remove(String name) {
        if (!exists(name)) {
            return;
        }
        if (!emptyWithin(name, TO_END, ProcessHandle::destroy)) {
            emptyWithin(name, TO_DIE, ProcessHandle::destroyForcibly);
        }
        SystemCommand.run("ip", "netns", "delete", name);
    }

    /** Processes that run in a namespace. */
    static List<ProcessHandle> processes(String name) {
        return SystemCommand.run("ip", "netns", "pids", name)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(Long::parseLong)
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Those that start meanwhile are also stopped. */
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
