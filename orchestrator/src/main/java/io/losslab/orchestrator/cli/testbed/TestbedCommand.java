package io.losslab.orchestrator.cli.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.check.CableCheck;
import io.losslab.labs.check.CheckText;
import io.losslab.labs.check.ExperimentCheck;
import io.losslab.labs.check.TestbedCheck;
import io.losslab.labs.lease.LeaseDesk;
import io.losslab.labs.lease.LeaseView;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.ResultsPlace;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cli.option.WaitOption;
import io.losslab.orchestrator.run.marked.ClassCheck;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code losslab testbed}: what concerns devices without an experiment. */
@Command(
        name = "testbed",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        description = "Inspect and measure the devices of a testbed file.")
public final class TestbedCommand implements Runnable {
    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Console console;

    @Spec private CommandSpec spec;

    public TestbedCommand(ExperimentLoader loader, TestbedLoader testbeds, Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing; expected: testbed check, lease, or probe, and a FILE");
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Reach every device and compare it with the file.",
                "Logs in to hosts that have 'ssh'; checks versions, pipelines, ports, and cables.",
                "With an experiment, it also tries everything that its cells need of the devices:",
                "paths, tables, commands, permissions.",
                "Changes nothing without --cables or --classes."
            },
            footer = {
                "",
                "Exit codes: 0 everything matches the file; 1 something does not;",
                "3 a device could not be reached."
            })
    int check(
            @Parameters(paramLabel = "FILE", description = "A testbed file or a bundled testbed.")
                    String file,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "EXPERIMENT",
                            description = {
                                "An experiment file or a bundled experiment",
                                "that is to run on the testbed."
                            })
                    String experimentFile,
            @Option(
                            names = "--set",
                            paramLabel = "KEY=VALUE",
                            description = "Change the experiment, as in 'losslab run'.")
                    List<String> settings,
            @Mixin FormatOption format,
            @Option(
                            names = "--cables",
                            description = {
                                "Send LLDP frames from all switch ports and check",
                                "where they arrive. Installs the forwarding program",
                                "on software switches without a pipeline, and",
                                "advances a virtual clock."
                            })
                    boolean cables,
            @Option(
                            names = "--classes",
                            description = {
                                "Configure the devices as EXPERIMENT does, send",
                                "packets of each traffic class from host agents,",
                                "check by which queue they leave the last switch,",
                                "and restore the devices."
                            })
                    boolean classes,
            @Mixin WaitOption wait)
            throws IOException, InterruptedException {
        if (settings != null && experimentFile == null) {
            throw CommandFailure.usage("--set changes an experiment, and none is given", "");
        }
        if (classes && experimentFile == null) {
            throw CommandFailure.usage(
                    "--classes needs an experiment",
                    "losslab testbed check %s bifrost/case-a --classes"
                            .formatted(CommandWords.quoted(file)));
        }
        Optional<Testbed> testbed = TestbedOption.load(testbeds, file, console);
        Optional<Experiment> experiment = experiment(experimentFile, settings);
        if (testbed.isEmpty() || experimentFile != null && experiment.isEmpty()) {
            return ExitCode.USAGE;
        }
        Optional<LeaseView> lease = experiment.flatMap(any -> lease(testbed.get()));
        List<DeviceReport> reports;
        try (Channels channels = new Channels()) {
            reports = new TestbedCheck(testbed.get(), channels).run();
            if (experiment.isPresent()) {
                reports =
                        new ExperimentCheck(experiment.get().cells(), testbed.get(), channels)
                                .complete(reports);
            }
            if (cables) {
                reports = withCables(testbed.get(), channels, reports, wait);
            }
        }
        if (classes && reports.stream().noneMatch(DeviceReport::unreachable)) {
            reports = withClasses(testbed.get(), experiment.get(), reports, wait);
        }
        console.out()
                .print(
                        format.isJson()
                                ? FormatOption.pretty(CheckText.json(testbed.get(), reports))
                                : CheckText.table(testbed.get(), reports));
        lease.filter(LeaseView::isInUse)
                .ifPresent(view -> console.err().println("note: in use by " + view.holder()));
        if (reports.stream().anyMatch(DeviceReport::unreachable)) {
            return ExitCode.DEVICE;
        }
        return reports.stream().allMatch(report -> report.problems().isEmpty())
                ? ExitCode.OK
                : ExitCode.FAILED;
    }

    /** A lease that cannot be read is no reason not to check the devices. */
    private Optional<LeaseView> lease(Testbed testbed) {
        try {
            return Optional.of(LeaseDesk.look(testbed));
        } catch (CommandFailure e) {
            console.err().println("note: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Loads it; problems are printed, and the result is empty where there is an error. */
    private Optional<Experiment> experiment(String nameOrFile, List<String> settings) {
        if (nameOrFile == null) {
            return Optional.empty();
        }
        Problems problems = new Problems();
        Optional<Experiment> loaded =
                loader.load(nameOrFile, settings == null ? List.of() : settings, problems);
        console.err().print(ProblemPrinter.print(problems));
        return loaded;
    }

    /** Probes take switches over, so no other user may have them meanwhile. */
    private List<DeviceReport> withCables(
            Testbed testbed, Channels channels, List<DeviceReport> reports, WaitOption wait)
            throws InterruptedException {
        try (TestbedLease lease =
                new LeaseDesk(console.err())
                        .take(
                                testbed,
                                "testbed check --cables",
                                Optional.empty(),
                                wait.longest())) {
            List<DeviceReport> complete = new CableCheck(testbed, channels).complete(reports);
            lease.requireHeld();
            return complete;
        }
    }

    /** The devices' states are on disk before they are changed, as those of a run are. */
    private List<DeviceReport> withClasses(
            Testbed testbed, Experiment experiment, List<DeviceReport> reports, WaitOption wait)
            throws IOException {
        ClassCheck check = new ClassCheck(experiment, testbed);
        Path directory = ResultsPlace.make("testbed-check");
        try (TestbedLease lease =
                new LeaseDesk(console.err())
                        .take(
                                testbed,
                                "testbed check --classes",
                                Optional.of(directory),
                                wait.longest())) {
            return check.complete(reports, testbed, directory, lease);
        } finally {
            ResultsPlace.deleteEmpty(directory);
        }
    }

    @Command(
            name = "lease",
            mixinStandardHelpOptions = true,
            description = {
                "Show who uses a testbed, since when, and for which run.",
                "Runs, cleanup, and checks of cables and classes lease a testbed while they last;",
                "the lease of one that was killed ends by itself after two minutes."
            })
    int lease(
            @Parameters(paramLabel = "FILE", description = "A testbed file or a bundled testbed.")
                    String file,
            @Mixin FormatOption format,
            @Option(
                            names = "--release",
                            description = {
                                "End the lease, whoever holds it. A run that",
                                "still holds it ends at its next renewal, and",
                                "leaves the devices to 'losslab cleanup'."
                            })
                    boolean release)
            throws JsonProcessingException {
        Optional<Testbed> testbed = TestbedOption.load(testbeds, file, console);
        if (testbed.isEmpty()) {
            return ExitCode.USAGE;
        }
        LeaseView view = release ? LeaseDesk.end(testbed.get()) : LeaseDesk.look(testbed.get());
        if (release && view.isPresent()) {
            console.err().println("ended the lease of " + view.holder());
        }
        LeaseView now = release ? LeaseDesk.look(testbed.get()) : view;
        console.out().print(format.isJson() ? FormatOption.pretty(now.json()) : now.text());
        return ExitCode.OK;
    }
}
