package io.losslab.orchestrator.run;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.run.RunManifest;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.labs.provision.Journal;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
     * Finds what a user wants to resume: a run, or one whose comparison with virtual time is
     * unfinished.
     *
     * @param directory as {@link #at}; also the folder of these cells
     * @throws CommandFailure where there is none, or its devices are not as they were before it
     */
    public static UnfinishedRun meantBy(Path directory) {
        return compared(RunDirectory.destinationOf(directory)).orElseGet(() -> at(directory));
    }

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
                    "run 'losslab cleanup %s' first".formatted(CommandWords.quoted(files)));
        }
        return new UnfinishedRun(directory, read(files));
    }

    /** A run that is complete but for the same cells in virtual time. */
    private static Optional<UnfinishedRun> compared(Path directory) {
        boolean within = BackendComparison.FOLDERS.contains(directory.getFileName().toString());
        Path results = within ? directory.getParent() : directory;
        if (!Files.exists(results.resolve(RunManifest.FILE))) {
            return Optional.empty();
        }
        UnfinishedRun run = new UnfinishedRun(results, read(results));
        boolean isCutOff =
                BackendComparison.FOLDERS.stream()
                        .anyMatch(it -> RunDirectory.unfinished(results.resolve(it)).isPresent());
        return Optional.of(run).filter(it -> isCutOff || it.lacksComparison());
    }

    /** Whether all its cells are finished, and it was killed between runs in virtual time. */
    private boolean lacksComparison() {
        try {
            return RunDirectory.unfinished(directory).isEmpty()
                    && Backends.of(Backend.valueOf(manifest.backend().toUpperCase(Locale.ROOT)))
                            .isComparable()
                    && !words().contains("--no-compare-virtual")
                    && !ComparedRun.isCompared(directory);
        } catch (IOException e) {
            throw cannotResume(e);
        }
    }

    private static RunManifest read(Path files) {
        try {
            return RunManifest.read(files);
        } catch (IOException e) {
            throw cannotResume(e);
        }
    }

    private static CommandFailure cannotResume(IOException e) {
        return CommandFailure.usage("cannot resume: " + FileFailure.reason(e), ANEW, e);
    }

    /** The words of the command that began it, without the program's name. */
    public List<String> words() {
        return CommandWords.of(manifest.command());
    }

    /** A file that the command names, from where it was given; a bundled name stays. */
    public String file(String named) {
        Path beginning = Path.of(manifest.directory());
        if (beginning.toAbsolutePath().equals(Path.of("").toAbsolutePath())) {
            return named;
        }
        Path there = beginning.resolve(named);
        if (Files.isRegularFile(there)) {
            return there.toString();
        }
        if (Library.isFile(named) && !Files.exists(Path.of(named))) {
            throw CommandFailure.usage(
                    "cannot resume %s: there is no file %s".formatted(directory, there),
                    "the run began in " + beginning);
        }
        return named;
    }

    /**
     * Makes sure that the cells to come are cells of the same run.
     *
     * @param request what the command that began it means today
     * @throws CommandFailure where that is another run
     */
    void requireSame(RunRequest request) {
        RunManifest now = RunManifests.of(request);
        ManifestChange version =
                new ManifestChange("version of losslab", version(manifest), version(now));
        Optional.of(version)
                .filter(ManifestChange::isOne)
                .or(() -> ManifestChange.of(manifest, now))
                .or(() -> ManifestChange.ofTestbed(manifest, now))
                .ifPresent(
                        change -> {
                            throw CommandFailure.usage(
                                    "cannot resume %s: %s".formatted(directory, change), ANEW);
                        });
        changedInput(request.experiment())
                .ifPresent(
                        file -> {
                            throw CommandFailure.usage(
                                    "cannot resume %s: %s has changed since the run began"
                                            .formatted(directory, file),
                                    ANEW);
                        });
    }

    /** Makes sure that what became of its cells can be read. */
    void requireOutcomes() {
        try {
            CellLog.outcomes(RunDirectory.unfinished(directory).orElse(directory));
        } catch (IOException e) {
            throw cannotResume(e);
        }
    }

    private Optional<Path> changedInput(Experiment experiment) {
        try {
            return experiment
                    .inputs()
                    .changedSince(RunDirectory.unfinished(directory).orElse(directory));
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot resume: cannot read " + FileFailure.reason(e), ANEW, e);
        }
    }

    private static String version(RunManifest of) {
        return (of.versions().get("losslab") + " " + of.commit()).strip();
    }
}
