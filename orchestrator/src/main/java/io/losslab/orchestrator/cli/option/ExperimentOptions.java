package io.losslab.orchestrator.cli.option;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.session.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which experiment, and how it is changed; shared by the verbs that take one. */
public final class ExperimentOptions {
    @Parameters(
            index = "0",
            paramLabel = "EXPERIMENT",
            description = {"A file or a bundled experiment", "(see 'losslab list experiments')."})
    private String experiment;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = {
                "Change the experiment; may be repeated. KEY is",
                "a parameter (flows=16; a list sweeps it),",
                "'scheme', 'scale' (a named set of changes in the",
                "file), 'timeDilation' (of live runs), or a dotted",
                "path into the file, with list elements by",
                "position or name:",
                "  duration=50ms",
                "  schemes.pfc.1.pfc.xoff=8MB",
                "  sweeps.size.matrix.size=[64KB]"
            })
    private List<String> settings = new ArrayList<>();

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
        List<String> all = new ArrayList<>(settings);
        if (!seeds.isEmpty()) {
            all.add("seeds=" + seeds);
        }
        Problems problems = new Problems();
        Optional<Experiment> loaded = loader.load(experiment, all, reaction, problems);
        console.err().print(ProblemPrinter.print(problems));
        return loaded;
    }

    /** The options again, as a user would type them. */
    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(experiment));
        settings.forEach(setting -> words.addAll(List.of("--set", setting)));
        seeds.forEach(seed -> words.addAll(List.of("--seed", seed.toString())));
        return words;
    }
}
