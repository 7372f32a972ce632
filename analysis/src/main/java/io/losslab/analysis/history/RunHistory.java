package io.losslab.analysis.history;

import io.losslab.analysis.run.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * All runs that have results in a folder.
 *
 * @param runs by commit, see {@link PastRun}
 * @param skipped why directories were left out, a line for each
 */
public record RunHistory(List<PastRun> runs, List<String> skipped) {
    /** {@code losslab paper} puts its runs into a folder of their own. */
    private static final int DEEPEST = 2;

    public RunHistory {
        runs = runs.stream().sorted(PastRun.BY_COMMIT).toList();
        skipped = List.copyOf(skipped);
    }

    /**
     * Reads the results of a folder: results directories in it, or in folders of it.
     *
     * @throws NoSuchFileException where there is no such folder
     */
    public static RunHistory of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        List<PastRun> runs = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        read(folder, 0, runs, skipped);
        return new RunHistory(runs, skipped);
    }

    /** The same with those runs alone that a filter lets through. */
    public RunHistory where(HistoryFilter filter) {
        return new RunHistory(runs.stream().filter(filter::takes).toList(), skipped);
    }

    private static void read(Path folder, int depth, List<PastRun> runs, List<String> skipped)
            throws IOException {
        if (Files.exists(folder.resolve(RunManifest.FILE))) {
            try {
                runs.add(PastRun.read(folder));
            } catch (IOException e) {
                skipped.add("%s: %s".formatted(folder, reason(e)));
            }
            return;
        }
        List<Path> within;
        try {
            within = folders(folder);
        } catch (IOException e) {
            if (depth == 0) {
                throw e;
            }
            skipped.add("%s: %s".formatted(folder, reason(e)));
            return;
        }
        if (depth > 0 && (depth == DEEPEST || within.isEmpty())) {
            skipped.add("%s: it has no %s".formatted(folder, RunManifest.FILE));
            return;
        }
        for (Path each : within) {
            read(each, depth + 1, runs, skipped);
        }
    }

    private static String reason(IOException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }

    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }
}
