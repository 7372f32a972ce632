package io.losslab.orchestrator.cli;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of a paper's experiments in a directory: the directory itself, or those directly in
 * it, by name.
 */
final class PaperResults {
    /** A directory of results, and what was run there. */
    record Found(Path directory, RunManifest manifest) {
        private boolean isPartial() {
            return RunDirectory.isPartial(directory);
        }
    }

    private final Path directory;
    private final List<Found> all;

    /**
     * Finds them.
     *
     * @throws CommandFailure where there are none, or they cannot be read
     */
    PaperResults(Path directory, String paper) {
        this.directory = directory;
        try {
            all = find(directory, paper);
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the results: " + FileFailure.reason(e), "", e);
        }
        if (published().isEmpty()) {
            throw CommandFailure.usage(
                    "%s contains no results of the paper '%s'".formatted(directory, paper),
                    "expected a directory of 'losslab paper', or of 'losslab run'");
        }
    }

    private static List<Found> find(Path directory, String paper) throws IOException {
        List<Found> found = new ArrayList<>();
        for (Path candidate : candidates(directory)) {
            RunManifest manifest = RunManifest.read(candidate);
            if (manifest.source() != null && manifest.source().paper().equals(paper)) {
                found.add(new Found(candidate, manifest));
            }
        }
        return found;
    }

    private static List<Path> candidates(Path directory) throws IOException {
        if (isResults(directory) || !Files.isDirectory(directory)) {
            return isResults(directory) ? List.of(directory) : List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(PaperResults::isResults).sorted().toList();
        }
    }

    private static boolean isResults(Path directory) {
        return Files.isRegularFile(directory.resolve(RunManifest.FILE));
    }

    /** Those that have their final name. */
    List<Found> published() {
        return all.stream().filter(found -> !found.isPartial()).toList();
    }

    /** Directories of runs that were interrupted or killed, or are at work. */
    List<Path> notComplete() {
        return all.stream()
                .filter(
                        found ->
                                found.isPartial()
                                        || found.manifest().status() != RunStatus.COMPLETE)
                .map(Found::directory)
                .toList();
    }

    /**
     * Of the paper's experiments, those that have none there; none of them where the directory is
     * that of one run.
     */
    List<String> missing(List<String> experiments) {
        Set<String> there =
                all.stream()
                        .map(found -> found.manifest().experiment())
                        .collect(Collectors.toSet());
        return isResults(directory)
                ? List.of()
                : experiments.stream().filter(name -> !there.contains(name)).toList();
    }
}
