package io.losslab.orchestrator.cli;

import io.losslab.analysis.run.RunManifest;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        try {
            List<Path> found = new ArrayList<>();
            for (Path candidate : candidates(directory)) {
                RunManifest.Source source = RunManifest.read(candidate).source();
                if (source != null && source.paper().equals(paper)) {
                    found.add(candidate);
                }
            }
            if (!found.isEmpty()) {
                return found;
            }
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the results: " + FileFailure.reason(e), "", e);
        }
        throw CommandFailure.usage(
                "%s contains no results of the paper '%s'".formatted(directory, paper),
                "expected a directory of 'losslab paper', or of 'losslab run'");
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
        return Files.isRegularFile(directory.resolve(RunManifest.FILE))
                && !RunDirectory.isPartial(directory);
    }
}
