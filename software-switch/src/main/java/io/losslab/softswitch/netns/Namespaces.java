package io.losslab.softswitch.netns;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Network namespaces by their names. */
final class Namespaces {
    private static final Path MOUNTS = Path.of("/run/netns");
    private static final Duration PATIENCE = Duration.ofSeconds(3);

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
        List<ProcessHandle> processes = processes(name);
        processes.forEach(ProcessHandle::destroy);
        processes.forEach(Namespaces::awaitEnd);
        SystemCommand.run("ip", "netns", "delete", name);
    }

    /** Processes in a namespace. */
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

    private static void awaitEnd(ProcessHandle process) {
        if (!endsWithin(process, PATIENCE)) {
            process.destroyForcibly();
            endsWithin(process, PATIENCE);
        }
    }

    private static boolean endsWithin(ProcessHandle process, Duration patience) {
        CompletableFuture<ProcessHandle> end = process.onExit();
        try {
            end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
