package io.losslab.benchmarks.agent;

import io.losslab.api.process.ProcessMark;
import io.losslab.api.process.ProgramException;
import io.losslab.softswitch.netns.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final String name;

    private BenchNamespace(String name) {
        this.name = name;
    }

    /**
     * Makes one.
     *
     * @param role tells it from others of this bench; letters
     */
    static BenchNamespace create(String role) {
        BenchNamespace made = new BenchNamespace(nameOf(ProcessMark.current(), role));
        Namespaces.add(made.name);
        return made;
    }

    String name() {
        return name;
    }

    /** Runs {@code ip} commands for the interfaces in it. */
    void ip(String... lines) {
        Namespaces.ip(name, List.of(lines));
    }

    /** The words that run a program in it. */
    List<String> within(List<String> program) {
        return Namespaces.within(name, program);
    }

    @Override
    public void close() {
        Namespaces.remove(name);
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
    public static List<String> removeLeft() {
        for (String name : left()) {
            try {
                Namespaces.remove(name);
            } catch (ProgramException e) {
                // It is still among those that are left.
            }
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
}
