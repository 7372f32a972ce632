package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.profile.ProfileReader;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Places;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.Rehearsal;
import io.losslab.labs.backend.physical.TestbedTrial;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.SetOption;
import io.losslab.orchestrator.run.TrafficForecast;
import io.losslab.orchestrator.session.Console;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab validate}: prints every problem of the files at once. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description =
                "Check experiment, topology, testbed, and profile files; report every error with its"
                        + " position, what was expected, and a suggestion.")
final class ValidateCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = {
                "Experiment, topology, testbed, or profile files,",
                "or names of bundled ones."
            })
    private List<String> files;

    @Option(
            names = "--testbed",
            paramLabel = "FILE",
            description = "Check experiments for running on this testbed, too.")
    private String testbed;

    @Mixin private SetOption settings;

    @Mixin private FormatOption format;

    ValidateCommand(ExperimentLoader loader, TestbedLoader testbeds, Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        Problems problems = new Problems();
        Optional<Testbed> devices =
                Optional.ofNullable(testbed).flatMap(file -> testbeds.load(file, problems));
        if (!problems.hasErrors()) {
            validate(devices, problems);
        }
        if (format.isJson()) {
            console.out()
                    .print(FormatOption.pretty(problems.list().stream().map(Row::of).toList()));
        } else {
            console.err().print(ProblemPrinter.printAll(problems));
        }
        return problems.hasErrors() ? ExitCode.USAGE : ExitCode.OK;
    }

    private void validate(Optional<Testbed> devices, Problems problems) {
        for (String file : files) {
            Problems ofFile = new Problems();
            boolean ofNetwork = false;
            if (testbeds.isTestbed(file)) {
                testbeds.load(file, ofFile);
            } else if (ProfileReader.isProfile(file)) {
                ProfileReader.read(file, ofFile);
            } else {
                loader.validate(file, settings.get(), ofFile);
                ofNetwork = true;
            }
            if (!ofFile.hasErrors() && ofNetwork) {
                Optional<Experiment> experiment = loader.load(file, settings.get(), new Problems());
                Places places = loader.places(file);
                experiment.ifPresent(read -> rehearse(file, places, read, ofFile));
                experiment.ifPresent(
                        read ->
                                devices.ifPresent(
                                        lab -> new TestbedTrial(places, ofFile).of(read, lab)));
            }
            if (!ofFile.hasErrors() && !format.isJson()) {
                console.out().println(file + ": ok");
            }
            problems.addAll(ofFile);
        }
    }

    private void rehearse(String file, Places places, Experiment experiment, Problems problems) {
        Rehearsal rehearsal = new Rehearsal(places);
        rehearsal.of(experiment, problems);
        if (!problems.hasErrors() && settings.get().isEmpty()) {
            loader.scales(file).forEach(scale -> rehearse(file, scale, rehearsal, problems));
        }
        if (!problems.hasErrors()) {
            if (experiment.timeDilation().isPresent()) {
                rehearseLive(file, places, problems);
            }
            TrafficForecast.warnings(experiment)
                    .forEach(text -> problems.add(Problem.warning(places.ofFile(), "", text)));
        }
    }

    /** Adds what is refused at a scale and not in the file as it stands. */
    private void rehearse(String file, String scale, Rehearsal rehearsal, Problems problems) {
        Problems ofScale = new Problems();
        loader.load(file, List.of("scale=" + scale), new Problems())
                .ifPresent(experiment -> rehearsal.settingsOf(experiment, ofScale));
        ofScale.list().forEach(problem -> problems.add(problem.saying("at scale " + scale)));
    }

    /** Warns of what would be refused with the hosts of a live run, which react later to pauses. */
    private void rehearseLive(String file, Places places, Problems problems) {
        LabBackend backend = Backends.of(Backend.LIVE);
        Problems live = new Problems();
        Optional<Experiment> experiment =
                loader.load(file, settings.get(), backend.reaction(), live);
        try {
            experiment.ifPresent(read -> backend.check(read, Optional.empty()));
            experiment.ifPresent(read -> new Rehearsal(places).settingsOf(read, live));
        } catch (CommandFailure e) {
            live.add(Problem.error(places.ofFile(), "live", e.getMessage()).suggesting(e.advice()));
        }
        live.list().stream()
                .filter(Problem::isError)
                .forEach(problem -> problems.add(problem.asWarning().saying("in a live run")));
    }

    /**
     * A problem as JSON has it.
     *
     * @param file as the user named it
     * @param line 1-based; null where the problem is that of the whole file
     * @param column 1-based; null with {@code line}
     * @param severity {@code error} or {@code warning}
     * @param field dotted path of the key; may be empty
     * @param message what is wrong
     * @param expected what should have stood there; may be empty
     * @param suggestion a text that would do; may be empty
     */
    private record Row(
            String file,
            Integer line,
            Integer column,
            String severity,
            String field,
            String message,
            String expected,
            String suggestion) {
        static Row of(Problem problem) {
            boolean placed = problem.at().line() > 0;
            return new Row(
                    problem.at().file(),
                    placed ? problem.at().line() : null,
                    placed ? problem.at().column() : null,
                    problem.severity().name().toLowerCase(Locale.ROOT),
                    problem.field(),
                    problem.message(),
                    problem.expected(),
                    problem.suggestion());
        }
    }
}
