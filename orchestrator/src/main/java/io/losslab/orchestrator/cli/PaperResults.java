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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the results of a paper's experiments. */
final class PaperResults {
    private PaperResults() {}

    /**
     * The results directories of a paper: the directory itself, or those directly in it, by name.
     *
     * @throws CommandFailure where there is none
     */
    static List<Path> of(Path directory, String paper) {
        List<Path> found = new ArrayList<>(ofPaper(directory, paper));
        found.removeIf(RunDirectory::isPartial);
        if (found.isEmpty()) {
            throw CommandFailure.usage(
                    "%s contains no results of the paper '%s'".formatted(directory, paper),
                    "expected a directory of 'losslab paper', or of 'losslab run'");
        }
        return found;
    }

    /** Those of them whose runs were interrupted or killed, or are at work. */
    static List<Path> notComplete(Path directory, String paper) throws IOException {
        List<Path> open = new ArrayList<>();
        for (Path results : ofPaper(directory, paper)) {
            if (RunDirectory.isPartial(results)
                    || RunManifest.read(results).status() != RunStatus.COMPLETE) {
                open.add(results);
            }
        }
        return open;
    }

    /** Names of the experiments of a paper that have results there, complete or not. */
    static Set<String> experiments(Path directory, String paper) throws IOException {
        Set<String> names = new HashSet<>();
        for (Path results : ofPaper(directory, paper)) {
            names.add(RunManifest.read(results).experiment());
        }
        return names;
    }

    private static List<Path> ofPaper(Path directory, String paper) {
        try {
            List<Path> found = new ArrayList<>();
            for (Path candidate : candidates(directory)) {
                RunManifest.Source source = RunManifest.read(candidate).source();
                if (source != null && source.paper().equals(paper)) {
                    found.add(candidate);
                }
            }
            return found;
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the results: " + FileFailure.reason(e), "", e);
        }
    }

    private static List<Path> candidates(Path directory) throws IOException {
        if (isResults(directory) || !Files.isDirectory(directory)) {
            return isResults(directory) ? List.of(directory) : List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(PaperResults::isResults).sorted().toList();
        }
    }

    /** Whether a directory is that of a run itself, and not one that holds some. */
    static boolean isResults(Path directory) {
        return Files.isRegularFile(directory.resolve(RunManifest.FILE));
    }
}
