package io.losslab.api.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The threads of this process by the numbers that Linux gives them, whether they are Java's or of
 * the virtual machine; elsewhere none are found. Sources: proc(5), and the names that HotSpot gives
 * its threads.
 */
public final class JvmThreads {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final List<String> STOPPING =
            List.of("VM Thread", "GC Thread", "ParGC Thread", "G1 ");

    private JvmThreads() {}

    /**
     * Those that stop all others, to collect garbage for example: while they wait for a core, a
     * thread that has to be prompt does too.
     */
    public static List<Integer> stopping() {
        return numbers(JvmThreads::isStopping);
    }

    /** All that there are now. */
    public static List<Integer> all() {
        return numbers(thread -> true);
    }

    private static List<Integer> numbers(Predicate<Path> which) {
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.filter(which)
                    .map(thread -> Integer.parseInt(thread.getFileName().toString()))
                    .toList();
        } catch (IOException notLinux) {
            return List.of();
        }
    }

    private static boolean isStopping(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return STOPPING.stream().anyMatch(name::startsWith);
        } catch (IOException ended) {
            return false;
        }
    }
}
