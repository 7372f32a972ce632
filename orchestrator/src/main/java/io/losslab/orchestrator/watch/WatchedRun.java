package io.losslab.orchestrator.watch;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.progress.ProgressFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run, as its directory shows it.
 *
 * @param destination final name of its directory
 */
record WatchedRun(Path destination) {
    private static final int ATTEMPTS = 3;

    /** When a process began is known to about a second. */
    private static final Duration START_ERROR = Duration.ofSeconds(5);

    /** What a run does. */
    enum Phase {
        /** A process is at work on it. */
        RUNNING,
        /** Its process has ended without a chance to say so. */
        CUT_OFF,
        /** It came to an end, good or bad. */
        ENDED
    }

    /**
     * A run at one moment.
     *
     * @param directory where its files are now
     * @param progress as the process said last; empty of a run that has ended or just begins
     */
    record Sight(
            Phase phase, Path directory, RunManifest manifest, Optional<ProgressFile> progress) {}

    /**
     * The run of a directory.
     *
     * @param directory with or without {@code .partial}
     * @throws CommandFailure where there is no run
     */
    static WatchedRun at(Path directory) {
        WatchedRun run = new WatchedRun(RunDirectory.destinationOf(directory));
        if (run.directory().isEmpty()) {
            throw CommandFailure.usage(
                    "no run in " + directory,
                    "expected the results directory of a run, such as results/NAME-TIME");
        }
        return run;
    }

    /** Where its files are now. */
    private Optional<Path> directory() {
        return Stream.of(RunDirectory.unfinishedName(destination), destination)
                .filter(path -> Files.exists(path.resolve(RunManifest.FILE)))
                .findFirst();
    }

    /**
     * Looks at it.
     *
     * @throws CommandFailure where its files cannot be read, or were removed
     */
    Sight look() {
        for (int attempt = 1; ; attempt++) {
            try {
                Path files = directory().orElseThrow(() -> new IOException("it was removed"));
                RunManifest manifest = RunManifest.read(files);
                Optional<ProgressFile> progress = ProgressFile.read(files);
                return new Sight(phase(manifest, progress), files, manifest, progress);
            } catch (IOException e) {
                // Between two looks at it, the directory may have got its final name.
                if (attempt == ATTEMPTS) {
                    throw CommandFailure.failed(
                            "cannot read the run in %s: %s"
                                    .formatted(destination, FileFailure.reason(e)),
                            "",
                            e);
                }
            }
        }
    }

    private static Phase phase(RunManifest manifest, Optional<ProgressFile> progress) {
        if (progress.isPresent()) {
            return isAlive(progress.get()) ? Phase.RUNNING : Phase.CUT_OFF;
        }
        return manifest.status() == RunStatus.RUNNING ? Phase.CUT_OFF : Phase.ENDED;
    }

    /** Whether its process lives; one that began later only has the same number. */
    private static boolean isAlive(ProgressFile progress) {
        Instant written = Instant.parse(progress.writtenAt()).plus(START_ERROR);
        return ProcessHandle.of(progress.process())
                .filter(ProcessHandle::isAlive)
                .filter(it -> it.info().startInstant().map(written::isAfter).orElse(true))
                .isPresent();
    }
}
