package io.losslab.orchestrator.run;

import io.losslab.analysis.run.RunManifest;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.provision.Journal;
import io.losslab.orchestrator.session.CommandWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run that was interrupted or cut off, or has cells that failed, and can go on.
 *
 * @param directory as the user named it
 * @param manifest of the run
 */
public record UnfinishedRun(Path directory, RunManifest manifest) {
    private static final String ANEW = "run the experiment again with --out and another directory";

    /**
     * Finds one.
     *
     * @param directory with or without {@code .partial}
     * @throws CommandFailure where there is none, or its devices are not as they were before it
     */
    public static UnfinishedRun at(Path directory) {
        Path files =
                RunDirectory.unfinished(directory)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "nothing to resume in " + directory,
                                                "expected the results directory of a run that was"
                                                        + " interrupted or has failed cells"));
        if (Files.exists(files.resolve(Journal.FILE))) {
            throw CommandFailure.usage(
                    "the devices of the run in %s have not been restored".formatted(files),
                    "run 'losslab cleanup %s' first".formatted(files));
        }
        try {
            return new UnfinishedRun(directory, RunManifest.read(files));
        } catch (IOException e) {
            throw CommandFailure.usage("cannot resume: " + e.getMessage(), ANEW, e);
        }
    }

    /** The words of the command that began it, without the program's name. */
    public List<String> words() {
        return CommandWords.of(manifest.command());
    }

    /**
     * Makes sure that the cells to come are cells of the same run.
     *
     * @param now what the command that began it means today
     * @throws CommandFailure where that is another run
     */
    void requireSame(RunManifest now) {
        ManifestChange version =
                new ManifestChange("version of losslab", version(manifest), version(now));
        Optional.of(version)
                .filter(ManifestChange::isOne)
                .or(() -> ManifestChange.of(manifest, now))
                .ifPresent(
                        change -> {
                            throw CommandFailure.usage(
                                    "cannot resume %s: %s".formatted(directory, change), ANEW);
                        });
    }

    private static String version(RunManifest of) {
        return (of.versions().get("losslab") + " " + of.commit()).strip();
    }
}
