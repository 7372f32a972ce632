package io.losslab.analysis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** One complete {@link SyntheticRun} with its summary, for tests that only read it. */
final class SharedRun {
    private static Path directory;

    private SharedRun() {}

    /** The results directory; it goes with the tests. */
    static synchronized Path directory() throws Exception {
        if (directory == null) {
            Path parent = Files.createTempDirectory("shared-run");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(parent)));
            Path made = new SyntheticRun(parent.resolve("case-a")).make();
            RunAnalysis.summarise(made);
            directory = made;
        }
        return directory;
    }

    private static void delete(Path parent) {
        try (Stream<Path> files = Files.walk(parent)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            System.err.println(parent + " is left: " + e);
        }
    }
}
