package io.losslab.orchestrator.cli;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.run.RunManifest;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.orchestrator.cli.option.ExecutorOption;
import io.losslab.orchestrator.cli.option.ExperimentOptions;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.JobsOption;
import io.losslab.orchestrator.cli.option.MetricsOption;
import io.losslab.orchestrator.cli.option.ProfileOption;
import io.losslab.orchestrator.cli.option.ResultsPlace;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cli.option.ThreadsOption;
import io.losslab.orchestrator.cli.option.WaitOption;
import io.losslab.orchestrator.pack.Pack;
import io.losslab.orchestrator.run.RepeatedRun;
import io.losslab.orchestrator.run.TaskRun;
import io.losslab.orchestrator.run.UnfinishedRun;
import io.losslab.orchestrator.run.slurm.SlurmTask;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code losslab run}: runs an experiment to a results directory and a report. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run an experiment; write its results and report.html to a new directory.",
            "Or repeat a run from a pack of 'losslab pack', and compare the results."
        },
        footer = {
            "",
            "Examples:",
            "  losslab run bifrost/case-a",
            "  losslab run bifrost/case-a --set flows=128 --seed 7 --out /tmp/one",
            "  sudo losslab run live/incast --backend live --set timeDilation=1000 --pcap S:1",
            "  losslab run my-experiment.yaml --format json > summary.json",
            "  losslab run pyrrha/y10 --executor slurm --partition batch",
            "  losslab run --resume results/bifrost-case-a-20260101-120000",
            "  losslab run case-a.zip"
        })
final class RunCommand implements Callable<Integer> {
    private static final Set<String> WITH_RESUME =
            Stream.concat(
                            Stream.of(
                                    "--resume",
                                    "--jobs",
                                    ThreadsOption.NAME,
                                    "--wait",
                                    "--format",
                                    "--no-report",
                                    "--fail-fast",
                                    MetricsOption.NAME),
                            ExecutorOption.NAMES.stream())
                    .collect(Collectors.toSet());
    private static final Set<String> WITH_PACK =
            Stream.concat(
                            Stream.of(
                                    "EXPERIMENT",
                                    "--testbed",
                                    "--jobs",
                                    ThreadsOption.NAME,
                                    "--wait",
                                    "--out",
                                    "--format",
                                    "--pcap",
                                    "--no-report",
                                    "--fail-fast",
                                    MetricsOption.NAME),
                            ExecutorOption.NAMES.stream())
                    .collect(Collectors.toSet());

    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Supplier<ExperimentRunner> runner;
    private final Console console;

    @Spec private CommandSpec spec;

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

    @Mixin private ThreadsOption threads;

    @Mixin private ExecutorOption executor;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {"Results directory; must not exist", "(default: results/NAME-TIME)."})
    private Path out;

    @Mixin private FormatOption format;

    @Mixin private MetricsOption metrics;

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

    @Option(
            names = "--fail-fast",
            description = {
                "End the run at the first cell that fails",
                "(default: the others go on)."
            })
    private boolean failFast;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            help = true,
            description = {
                "Instead of EXPERIMENT: complete the results of a",
                "run that was interrupted or killed, or has failed",
                "cells, in their directory."
            })
    private Path resume;

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
        return resume == null ? started() : resumed();
    }

    private int started() {
        if (!isPack()) {
            checkOptions();
        }
        ResultsPlace.requireNew(out);
        return with(Optional.empty(), this::runInItsOwnDirectory).exitCode();
    }

    /** Takes the next free name where another run has taken the one that is due to the time. */
    private RunOutcome runInItsOwnDirectory(RunRequest request, ExperimentRunner itsRunner) {
        try {
            return itsRunner.run(request);
        } catch (CommandFailure e) {
            if (out != null || !ResultsPlace.wasTaken(e, request.directory())) {
                throw e;
            }
        }
        return runInItsOwnDirectory(request.in(directory(request.experiment())), itsRunner);
    }

    /** Goes on with the run as the command that began it says. */
    private int resumed() {
        requireOnly(
                WITH_RESUME,
                "--resume DIR",
                "experiment, settings, backend, and testbed are those of the run in DIR");
        jobs.check();
        threads.check();
        UnfinishedRun left = UnfinishedRun.meantBy(resume);
        RunCommand earlier = earlier(left);
        earlier.threads = threads;
        earlier.wait = wait;
        earlier.format = format;
        earlier.metrics = metrics;
        earlier.noReport = noReport;
        earlier.failFast = failFast;
        earlier.executor.override(executor);
        if (jobs.given().isPresent() || !earlier.executor.isSlurm()) {
            earlier.jobs = jobs;
        }
        if (!earlier.isPack()) {
            earlier.checkOptions();
        }
        return earlier.goOn(RunDirectory.destinationOf(left.directory()));
    }

    /** The command that began an unfinished run. */
    private RunCommand earlier(UnfinishedRun left) {
        RunCommand earlier = new RunCommand(loader, testbeds, runner, console);
        CommandLine words = new CommandLine(new LosslabCommand()).addSubcommand(earlier);
        words.setCaseInsensitiveEnumValuesAllowed(true);
        try {
            words.parseArgs(left.words().toArray(String[]::new));
        } catch (ParameterException e) {
            throw CommandFailure.usage(
                    "cannot resume %s: its command is '%s': %s"
                            .formatted(left.directory(), left.manifest().command(), e.getMessage()),
                    "run the experiment again with --out and another directory",
                    e);
        }
        earlier.options.locate(left::file);
        earlier.profile.locate(left::file);
        if (earlier.testbed != null) {
            earlier.testbed = left.file(earlier.testbed);
        }
        return earlier;
    }

    /** Runs cells of an unfinished run, as a task of the cluster that the run is on. */
    RunOutcome runTask(SlurmTask task) {
        UnfinishedRun left = UnfinishedRun.at(task.results());
        return earlier(left)
                .with(
                        Optional.of(left.directory()),
                        (request, itsRunner) -> TaskRun.run(request, task));
    }

    private void requireOnly(Set<String> allowed, String with, String advice) {
        ParseResult given = spec.commandLine().getParseResult();
        Stream.concat(
                        given.matchedOptions().stream().map(OptionSpec::longestName),
                        given.matchedPositionals().stream().map(PositionalParamSpec::paramLabel))
                .filter(name -> !allowed.contains(name))
                .findFirst()
                .ifPresent(
                        name -> {
                            throw CommandFailure.usage(with + " does not go with " + name, advice);
                        });
    }

    /** Goes on with what is in a directory. */
    private int goOn(Path unfinished) {
        return with(Optional.of(unfinished), (request, itsRunner) -> itsRunner.run(request))
                .exitCode();
    }

    /** Makes the request, and the runner for it, and lets them be used. */
    private RunOutcome with(
            Optional<Path> unfinished, BiFunction<RunRequest, ExperimentRunner, RunOutcome> use) {
        if (!isPack()) {
            return request(unfinished)
                    .map(request -> use.apply(request, runner.get()))
                    .orElse(RunOutcome.REFUSED);
        }
        requireOnly(
                WITH_PACK,
                "a pack",
                "experiment, settings, and backend are those of the run that was packed");
        try (Pack pack = Pack.open(Path.of(options.name()))) {
            repeat(pack);
            return request(unfinished)
                    .map(request -> use.apply(request, new RepeatedRun(runner.get(), pack)))
                    .orElse(RunOutcome.REFUSED);
        }
    }

    private boolean isPack() {
        return options.name().endsWith(Pack.SUFFIX);
    }

    /** Runs what a pack holds instead of what the options say. */
    private void repeat(Pack pack) {
        RunManifest packed = pack.manifest();
        options.readFrom(pack.experiment(), packed.inputs().settings());
        pack.profile().ifPresent(profile::readFrom);
        backend = Backend.valueOf(packed.backend().toUpperCase(Locale.ROOT));
        compareVirtual = Files.exists(pack.results().resolve(BackendComparison.FOLDER));
        if (backend == Backend.PHYSICAL && testbed == null) {
            throw CommandFailure.usage(
                    "%s was run on testbed %s; --testbed FILE says which one is to repeat it"
                            .formatted(pack.file(), packed.testbed()),
                    "see docs/testbed-files.md");
        }
        checkOptions();
    }

    /** What to run; empty where files have errors, which were printed. */
    private Optional<RunRequest> request(Optional<Path> unfinished) {
        Optional<Experiment> experiment =
                options.load(loader, console, Backends.of(backend).reaction())
                        .flatMap(loaded -> profile.apply(loaded, console));
        Optional<Testbed> devices = TestbedOption.load(testbeds, testbed, console);
        if (experiment.isEmpty() || testbed != null && devices.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new RunRequest(
                        experiment.get(),
                        backend,
                        devices,
                        wait.longest(),
                        compareVirtual && Backends.of(backend).isComparable(),
                        jobs.cells(),
                        threads.given(),
                        unfinished.orElseGet(() -> directory(experiment.get())),
                        unfinished.isPresent(),
                        failFast,
                        format.get(),
                        !noReport,
                        captures,
                        CommandWords.line(words()),
                        console,
                        executor.slurm(jobs),
                        metrics.address()));
    }

    /** The command that repeats the run, as a user would type it. */
    private List<String> words() {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(options.words());
        if (!isPack()) {
            words.addAll(profile.words());
            words.addAll(backendWords());
        }
        if (testbed != null) {
            words.addAll(List.of("--testbed", testbed));
        }
        if (!captures.isEmpty()) {
            words.addAll(List.of("--pcap", String.join(",", captures)));
        }
        words.addAll(executor.words(jobs));
        return words;
    }

    private List<String> backendWords() {
        List<String> words = new ArrayList<>();
        if (backend != Backend.VIRTUAL) {
            words.addAll(List.of("--backend", backend.name().toLowerCase(Locale.ROOT)));
        }
        if (!compareVirtual) {
            words.add("--no-compare-virtual");
        }
        return words;
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
        threads.check();
        if (threads.given().isPresent() && backend != Backend.VIRTUAL) {
            throw CommandFailure.usage(
                    "--threads requires --backend virtual", "the other backends run in real time");
        }
        if (threads.given().isPresent() && executor.slurm(jobs).isPresent()) {
            throw CommandFailure.usage(
                    "--threads requires --executor local",
                    "a cell of a cluster's task has the cores that --jobs leaves it");
        }
        if (executor.slurm(jobs).isPresent() && backend != Backend.VIRTUAL) {
            throw CommandFailure.usage(
                    "--executor slurm requires --backend virtual",
                    "the other backends have their devices at this machine");
        }
    }

    private Path directory(Experiment experiment) {
        if (out != null) {
            return out;
        }
        String name = experiment.name().replaceAll("[^A-Za-z0-9._/-]", "_").replace('/', '-');
        return ResultsPlace.byTime(name);
    }
}
