package io.losslab.orchestrator.cli.option;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.session.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which experiment, and how it is changed; shared by the verbs that take one. */
public final class ExperimentOptions {
    @Parameters(
            index = "0",
            paramLabel = "EXPERIMENT",
            completionCandidates = BundledExperiments.class,
            description = {"A file or a bundled experiment", "(see 'losslab list experiments')."})
    private String experiment;

    /** The copy that a pack has of it; null: it is read where it is. */
    private Path kept;

    private List<String> keptSettings = List.of();

    @Mixin private SetOption settings;

    @Option(
            names = "--seed",
            paramLabel = "N,...",
            split = ",",
            hideParamSyntax = true,
            description = "Run with these seeds instead of those in the file.")
    private List<Long> seeds = new ArrayList<>();

    /** Loads it; problems are printed, and the result is empty where there is an error. */
    public Optional<Experiment> load(ExperimentLoader loader, Console console) {
        return load(loader, console, PauseReaction.NONE);
    }

    /**
     * Loads it for a backend.
     *
     * @param reaction of the backend's hosts, where the experiment does not say it
     */
    public Optional<Experiment> load(
            ExperimentLoader loader, Console console, PauseReaction reaction) {
        List<String> all = new ArrayList<>(keptSettings);
        all.addAll(settings.get());
        if (!seeds.isEmpty()) {
            all.add("seeds=" + seeds);
        }
        Problems problems = new Problems();
        Optional<Experiment> loaded =
                kept == null
                        ? loader.load(experiment, all, reaction, problems)
                        : loader.loadKept(kept, all, reaction, problems);
        console.err().print(ProblemPrinter.print(problems));
        return loaded;
    }

    /** What the user named. */
    public String name() {
        return experiment;
    }

    /**
     * Has the experiment read from elsewhere.
     *
     * @param place of a file by its name; a bundled name is kept
     */
    public void locate(UnaryOperator<String> place) {
        experiment = place.apply(experiment);
    }

    /**
     * Reads the experiment from the copy that a pack has of it.
     *
     * @param changes {@code key=value} of each change to it, in order
     */
    public void readFrom(Path copy, List<String> changes) {
        kept = copy;
        keptSettings = changes;
    }

    /** The options again, as a user would type them. */
    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(experiment));
        words.addAll(settings.words());
        seeds.forEach(seed -> words.addAll(List.of("--seed", seed.toString())));
        return words;
    }
}
