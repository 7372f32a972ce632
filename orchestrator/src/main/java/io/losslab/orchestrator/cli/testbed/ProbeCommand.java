package io.losslab.orchestrator.cli.testbed;

import io.losslab.analysis.run.FileReplacement;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.UnitFormatException;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.profile.ProfileYaml;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.LabRequest;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.labs.lease.LeaseDesk;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.labs.probe.Probe;
import io.losslab.labs.probe.ProbeOptions;
import io.losslab.labs.probe.StandingSite;
import io.losslab.orchestrator.cli.option.OutputFile;
import io.losslab.orchestrator.cli.option.ResultsPlace;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cli.option.WaitOption;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab testbed probe}: measures a switch port and a NIC from outside. */
@Command(
        name = "probe",
        mixinStandardHelpOptions = true,
        description = {
            "Measure a switch port and a NIC from outside: pause thresholds, headroom,"
                    + " reactions, and timers.",
            "Prints a profile, which 'losslab run --profile' takes.",
            "Hosts at the switch send bursts and pauses; the switch is not configured,",
            "unless --with names an experiment. Nothing stays set afterwards."
        },
        footer = {
            "",
            "Examples:",
            "  losslab testbed probe lab.yaml --switch tor1 --from server1 --to server2",
            "  losslab testbed probe lab.yaml --with bifrost/case-a --out tor1.profile.yaml",
            "  losslab testbed probe --with live/incast --backend virtual"
        })
public final class ProbeCommand implements Callable<Integer> {
    private static final int HIGHEST_CLASS = 7;
    private static final String PURPOSE = "testbed probe";

    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "A testbed file; none with --backend virtual or live.")
    private String file;

    @Option(
            names = "--switch",
            paramLabel = "NAME",
            description = {"Switch to probe", "(default: the first with two hosts)."})
    private String device;

    @Option(
            names = "--from",
            paramLabel = "HOST",
            description = {"Host that sends; its port is measured", "(default: the first)."})
    private String from;

    @Option(
            names = "--to",
            paramLabel = "HOST",
            description = {"Host that receives, and stops its port", "(default: the second)."})
    private String to;

    @Option(
            names = "--also",
            paramLabel = "HOST",
            description = {
                "Another host that sends: tells static thresholds",
                "from dynamic ones."
            })
    private String also;

    @Option(
            names = "--class",
            paramLabel = "N",
            defaultValue = "3",
            description = "Class to probe, 0 to 7 (default: 3).")
    private int trafficClass;

    @Option(
            names = "--fill-class",
            paramLabel = "N",
            defaultValue = "0",
            description = {"Class that fills the switch unless --also is given", "(default: 0)."})
    private int fillClass;

    @Option(
            names = "--size",
            paramLabel = "BYTES,...",
            split = ",",
            hideParamSyntax = true,
            description = {
                "Frame sizes, MAC header to FCS",
                "(default: the longest, 1024, and 128)."
            })
    private List<Integer> sizes = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "3",
            description = "Samples of each measurement (default: 3).")
    private int repeats;

    @Option(
            names = "--most",
            paramLabel = "SIZE",
            defaultValue = "32MB",
            description = "Most data in a burst (default: 32MB).")
    private String most;

    @Option(
            names = "--with",
            paramLabel = "EXPERIMENT",
            description = {
                "Configure all devices as this experiment does,",
                "and restore them afterwards."
            })
    private String experiment;

    @Option(
            names = "--cell",
            paramLabel = "N",
            description = "Cell of the experiment (default: 0).")
    private Integer cell;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the experiment; may be repeated.")
    private List<String> settings;

    @Option(
            names = "--backend",
            paramLabel = "virtual|live|physical",
            description = {
                "Where the experiment's devices are",
                "(default: physical with a testbed file, else virtual)."
            })
    private Backend backend;

    @Mixin private WaitOption wait;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = {
                "Write the profile to this file, over an earlier one",
                "(default: standard output)."
            })
    private Path out;

    public ProbeCommand(ExperimentLoader loader, TestbedLoader testbeds, Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Probe probe = probe();
        Backend where = where();
        requirePlace();
        Optional<Testbed> testbed = TestbedOption.load(testbeds, file, console);
        Optional<Experiment> with = experiment();
        if (file != null && testbed.isEmpty() || experiment != null && with.isEmpty()) {
            return ExitCode.USAGE;
        }
        // Like a run's results, so that 'losslab cleanup' finds what a probe leaves that is killed.
        Path directory = ResultsPlace.make("probe");
        try {
            ProbeRun run =
                    new ProbeRun(
                            probe,
                            directory,
                            line -> console.err().println("probe: " + line),
                            profile -> write(OutputFile.mark(PURPOSE) + ProfileYaml.text(profile)));
            Optional<LabRequest> request =
                    with.map(experiment -> request(experiment, testbed, directory));
            if (request.isPresent()) {
                configured(run, where, request.get());
            } else {
                standing(run, testbed.orElseThrow(), directory);
            }
        } finally {
            ResultsPlace.deleteEmpty(directory);
        }
        return ExitCode.OK;
    }

    /** What a run of the experiment would ask of its labs. */
    private LabRequest request(Experiment with, Optional<Testbed> testbed, Path directory) {
        return new LabRequest(
                with,
                testbed,
                directory,
                wait.longest(),
                1,
                OptionalInt.empty(),
                false,
                console.err());
    }

    private void configured(ProbeRun run, Backend where, LabRequest request) {
        List<Cell> cells = request.experiment().cells();
        int number = cell == null ? 0 : cell;
        if (number < 0 || number >= cells.size()) {
            throw CommandFailure.usage(
                    "there is no cell %d".formatted(number),
                    "cells are 0 to %d".formatted(cells.size() - 1));
        }
        CellPlan plan = new CellPlanner().plan(cells.get(number));
        LabBackend backend = Backends.of(where);
        try (TestbedLease lease = backend.lease(request)) {
            run.on(backend.labs(request, request.directory(), lease), lease, plan);
        }
    }

    private void standing(ProbeRun run, Testbed testbed, Path directory) {
        StandingSite site = StandingSite.of(testbed, run.probe());
        try (TestbedLease lease =
                new LeaseDesk(console.err())
                        .take(testbed, PURPOSE, Optional.of(directory), wait.longest())) {
            Labs labs = PhysicalLabs.journaled(site.testbed(), directory, lease).asTheyAre();
            run.on(labs, lease, site.topology());
        }
    }

    private Optional<Experiment> experiment() {
        if (experiment == null) {
            return Optional.empty();
        }
        Problems problems = new Problems();
        Optional<Experiment> loaded =
                loader.load(
                        experiment,
                        settings == null ? List.of() : settings,
                        Backends.of(where()).reaction(),
                        problems);
        console.err().print(ProblemPrinter.print(problems));
        return loaded;
    }

    private Backend where() {
        Backend chosen =
                backend != null ? backend : file != null ? Backend.PHYSICAL : Backend.VIRTUAL;
        if ((file != null) != (chosen == Backend.PHYSICAL)) {
            throw CommandFailure.usage(
                    "the physical backend needs a testbed file, and the others take none", "");
        }
        if (experiment == null && (cell != null || settings != null)) {
            throw CommandFailure.usage(
                    "--cell and --set are for an experiment, and none is given",
                    "name it with --with");
        }
        if (file == null && experiment == null) {
            throw CommandFailure.usage(
                    "there is nothing to probe: neither a testbed file nor --with EXPERIMENT",
                    "such as losslab testbed probe lab.yaml");
        }
        return chosen;
    }

    private Probe probe() {
        requireClass("--class", trafficClass);
        requireClass("--fill-class", fillClass);
        if (fillClass == trafficClass) {
            throw CommandFailure.usage("--fill-class must be another class than --class", "");
        }
        if (repeats < 1) {
            throw CommandFailure.usage("--repeat must be at least 1, got " + repeats, "");
        }
        return new Probe(
                Optional.ofNullable(device),
                Optional.ofNullable(from),
                Optional.ofNullable(to),
                Optional.ofNullable(also),
                new ProbeOptions(trafficClass, fillClass, sizes, repeats, mostBytes()));
    }

    private static void requireClass(String option, int value) {
        if (value < 0 || value > HIGHEST_CLASS) {
            throw CommandFailure.usage("%s must be 0 to 7, got %d".formatted(option, value), "");
        }
    }

    private long mostBytes() {
        try {
            return DataSize.parse(most).bytes();
        } catch (UnitFormatException e) {
            throw CommandFailure.usage("--most %s: %s".formatted(most, e.getMessage()), "");
        }
    }

    private void write(String profile) {
        if (out == null) {
            console.out().print(profile);
            return;
        }
        try {
            FileReplacement.write(out, file -> Files.writeString(file, profile));
        } catch (IOException e) {
            // It may have taken minutes of a testbed.
            console.out().print(profile);
            throw cannotWrite();
        }
    }

    /** Before anything is measured. */
    private void requirePlace() {
        if (out == null) {
            return;
        }
        if (Files.isDirectory(out) || !Files.isWritable(out.toAbsolutePath().getParent())) {
            throw cannotWrite();
        }
        OutputFile.requireMarked(out, PURPOSE);
    }

    private CommandFailure cannotWrite() {
        return CommandFailure.usage(
                "--out %s: cannot write the file".formatted(out),
                "choose a file in an existing, writable directory");
    }
}
