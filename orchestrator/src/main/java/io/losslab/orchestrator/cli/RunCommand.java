package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.backend.registry.Backends;
import io.losslab.orchestrator.cli.option.ExperimentOptions;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.JobsOption;
import io.losslab.orchestrator.cli.option.ProfileOption;
import io.losslab.orchestrator.cli.option.ResultsPlace;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cli.option.WaitOption;
import io.losslab.orchestrator.session.Backend;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslab run}: runs an experiment to a results directory and a report. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run an experiment; write its results and report.html to a new directory.",
        footer = {
            "",
            "Examples:",
            "  losslab run bifrost/case-a",
            "  losslab run bifrost/case-a --set flows=128 --seed 7 --out /tmp/one",
            "  sudo losslab run live/incast --backend live --set scale=1000 --pcap S:1",
            "  losslab run my-experiment.yaml --format json > summary.json"
        })
final class RunCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Supplier<ExperimentRunner> runner;
    private final Console console;

    @Mixin private ExperimentOptions options;

    @Option(
            names = "--backend",
            paramLabel = "virtual|live|physical",
            defaultValue = "virtual",
            description = {
                "Where to run (default: virtual):",
                "virtual: software switches in virtual time;",
                "live: real frames on this machine;",
                "physical: the devices of a testbed."
            })
    private Backend backend;

    @Option(
            names = "--testbed",
            paramLabel = "FILE",
            description = {"Testbed file or bundled testbed,", "for the physical backend."})
    private String testbed;

    @Option(
            names = "--compare-virtual",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = {
                "After a live run, run the same cells in virtual",
                "time, and compare (default: yes)."
            })
    private boolean compareVirtual;

    @Mixin private WaitOption wait;

    @Mixin private ProfileOption profile;

    @Mixin private JobsOption jobs;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {"Results directory; must not exist", "(default: results/NAME-TIME)."})
    private Path out;

    @Mixin private FormatOption format;

    @Option(
            names = "--pcap",
            paramLabel = "PORTS",
            split = ",",
            hideParamSyntax = true,
            description = {
                "Capture both directions of these ports,",
                "NODE:PORT,..., to pcap/cell-N.pcapng in the",
                "results. Virtual and live backends only."
            })
    private List<String> captures = new ArrayList<>();

    @Option(names = "--no-report", description = "Do not write report.html.")
    private boolean noReport;

    RunCommand(
            ExperimentLoader loader,
            TestbedLoader testbeds,
            Supplier<ExperimentRunner> runner,
            Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.runner = runner;
        this.console = console;
    }

    @Override
    public Integer call() {
        checkOptions();
        Optional<Experiment> experiment =
                options.load(loader, console, Backends.of(backend).reaction())
                        .flatMap(loaded -> profile.apply(loaded, console));
        Optional<Testbed> devices = TestbedOption.load(testbeds, testbed, console);
        if (experiment.isEmpty() || testbed != null && devices.isEmpty()) {
            return ExitCode.USAGE;
        }
        RunRequest request =
                new RunRequest(
                        experiment.get(),
                        backend,
                        devices,
                        wait.longest(),
                        compareVirtual && Backends.of(backend).isComparable(),
                        jobs.cells(),
                        directory(experiment.get()),
                        format.get(),
                        !noReport,
                        captures,
                        "./losslab run "
                                + options.commandLine()
                                + profile.commandLine()
                                + devicesLine()
                                + captureLine(),
                        console);
        return runner.get().run(request).exitCode();
    }

    /** The options that say which devices, as a user would type them. */
    private String devicesLine() {
        String name = backend.name().toLowerCase(Locale.ROOT);
        return backend == Backend.VIRTUAL
                ? ""
                : " --backend " + name + (testbed == null ? "" : " --testbed " + testbed);
    }

    private String captureLine() {
        return captures.isEmpty() ? "" : " --pcap " + String.join(",", captures);
    }

    private void checkOptions() {
        if (backend == Backend.PHYSICAL && testbed == null) {
            throw CommandFailure.usage(
                    "--backend physical needs --testbed FILE",
                    "see docs/testbed-files.md; 'losslab serve' creates one for rehearsals");
        }
        if (backend != Backend.PHYSICAL && testbed != null) {
            throw CommandFailure.usage(
                    "--testbed requires --backend physical",
                    "the other backends create the experiment's topology themselves");
        }
        if (profile.isGiven() && backend != Backend.VIRTUAL) {
            throw CommandFailure.usage(
                    "--profile requires --backend virtual",
                    "real devices have thresholds and reactions of their own");
        }
        jobs.check();
        ResultsPlace.requireNew(out);
    }

    private Path directory(Experiment experiment) {
        if (out != null) {
            return out;
        }
        String name = experiment.name().replaceAll("[^A-Za-z0-9._/-]", "_").replace('/', '-');
        Path first = ResultsPlace.byTime(name);
        Path directory = first;
        for (int i = 2; Files.exists(directory); i++) {
            directory = first.resolveSibling(first.getFileName() + "-" + i);
        }
        return directory;
    }
}
