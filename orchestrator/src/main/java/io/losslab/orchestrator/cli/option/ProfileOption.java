package io.losslab.orchestrator.cli.option;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.profile.Profile;
import io.losslab.configs.profile.ProfileReader;
import io.losslab.configs.profile.ProfiledExperiment;
import io.losslab.configs.yaml.Places;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.labs.backend.Rehearsal;
import io.losslab.orchestrator.session.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** What a probe measured, in place of what an experiment says; shared by the verbs that take it. */
public final class ProfileOption {
    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = {
                "Run with the PFC thresholds and the pause reaction",
                "that 'losslab testbed probe' measured. Virtual",
                "backend only."
            })
    private String file;

    /** Whether there is a profile. */
    public boolean isGiven() {
        return file != null;
    }

    /** The experiment with the profile in force, if there is one; empty where it is wrong. */
    public Optional<Experiment> apply(Experiment experiment, Console console) {
        if (file == null) {
            return Optional.of(experiment);
        }
        Problems problems = new Problems();
        Optional<Profile> profile = ProfileReader.read(file, problems);
        Optional<Experiment> profiled =
                profile.map(measured -> ProfiledExperiment.of(experiment, measured))
                        .map(with -> with.from(experiment.inputs().with(Path.of(file))));
        Rehearsal rehearsal = new Rehearsal(new Places(file, Optional.empty()));
        profiled.ifPresent(read -> rehearsal.of(read, problems));
        console.err().print(ProblemPrinter.print(problems));
        return profiled.filter(any -> !problems.hasErrors());
    }

    /**
     * Has the profile, if there is one, read from elsewhere.
     *
     * @param place of a file by its name
     */
    public void locate(UnaryOperator<String> place) {
        file = file == null ? null : place.apply(file);
    }

    /** Reads the profile from the copy that a pack has of it. */
    public void readFrom(Path copy) {
        file = copy.toString();
    }

    /** The option again, as a user would type it; empty without it. */
    public List<String> words() {
        return file == null ? List.of() : List.of("--profile", file);
    }
}
