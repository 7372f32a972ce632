package io.losslab.orchestrator.run;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.comparison.Repetition;
import io.losslab.analysis.report.RepetitionText;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Summary;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.pack.Pack;
import io.losslab.orchestrator.session.BuildFacts;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Repeats a run that was packed, and compares the results with the packed ones. */
public final class RepeatedRun implements ExperimentRunner {
    private final ExperimentRunner runner;
    private final Pack pack;

    /** Repeats with a runner. */
    public RepeatedRun(ExperimentRunner runner, Pack pack) {
        this.runner = runner;
        this.pack = pack;
    }

    /** The run must have finished all its cells for results that are repeated. */
    @Override
    public RunOutcome run(RunRequest request) {
        ManifestChange.of(pack.manifest(), RunManifests.of(request))
                .ifPresent(
                        change -> {
                            throw CommandFailure.usage(
                                    "cannot repeat %s: %s".formatted(pack.file(), change),
                                    "use the version that made it, losslab " + version());
                        });
        RunOutcome outcome = runner.run(request);
        if (outcome != RunOutcome.PASSED && outcome != RunOutcome.FAILED) {
            return outcome;
        }
        try {
            boolean same = compare(request, "");
            if (Files.exists(packed(BackendComparison.FOLDER).resolve(Summary.FILE))) {
                same &= compare(request, BackendComparison.FOLDER);
            }
            return same ? outcome : RunOutcome.FAILED;
        } catch (IOException e) {
            throw CommandFailure.failed(
                    "cannot compare with %s: %s".formatted(pack.file(), FileFailure.reason(e)),
                    "",
                    e);
        }
    }

    @Override
    public Series series() {
        return runner.series();
    }

    /**
     * Compares a results directory.
     *
     * @param folder within the results; empty: these
     */
    private boolean compare(RunRequest request, String folder) throws IOException {
        Path results = request.directory().resolve(folder);
        if (!Files.exists(results.resolve(Summary.FILE))) {
            return false;
        }
        Repetition repetition = Repetition.of(packed(folder), results);
        repetition.write(results);
        // As JSON, the results are one document; the comparison is in a file.
        PrintStream out =
                request.format() == OutputFormat.JSON
                        ? request.console().err()
                        : request.console().out();
        String name = folder.isEmpty() ? "" : ", " + folder;
        out.print(RepetitionText.render(pack.file() + name, repetition));
        if (!repetition.same() && !version().equals(own())) {
            out.println("made by losslab %s; this is losslab %s".formatted(version(), own()));
        }
        return repetition.same();
    }

    private Path packed(String folder) {
        return pack.results().resolve(folder);
    }

    private String version() {
        RunManifest manifest = pack.manifest();
        return (manifest.versions().get("losslab") + " " + manifest.commit()).strip();
    }

    private static String own() {
        return (BuildFacts.VERSION + " " + BuildFacts.commit()).strip();
    }
}
