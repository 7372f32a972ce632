package io.losslab.orchestrator.cli;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Summary;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.orchestrator.cli.option.ExecutorOption;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.JobsOption;
import io.losslab.orchestrator.cli.option.ResultsPlace;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.NextStep;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab paper}: runs a paper's experiments and prints reported and measured values. */
@Command(
        name = "paper",
        mixinStandardHelpOptions = true,
        description =
                "Run the bundled experiments that reproduce a paper, and compare the paper's"
                        + " results with the measured ones.",
        footer = {
            "",
            "A result agrees if its 95 %% confidence interval over the seeds excludes no",
            "change and is within a factor of two of the reported size (of another",
            "factor where the row states it). Others have the same direction only,",
            "contradict, or are undecided: with one seed or too wide an interval.",
            "A contradiction is not a failure; a failed run or check is.",
            "",
            "Sweeps that only isolate the cause of a difference are left out; they run",
            "with 'losslab run EXPERIMENT', or with '--set sweep=NAME'.",
            "",
            "Examples:",
            "  losslab paper bifrost --figure 11a",
            "  losslab paper bifrost --from results/bifrost-20260302-094107"
        })
final class PaperCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final Library library;
    private final Supplier<ExperimentRunner> runner;
    private final Console console;

    @Parameters(paramLabel = "PAPER", description = "bifrost, portfc, ofc, or pyrrha.")
    private String paper;

    @Option(
            names = "--figure",
            paramLabel = "ID",
            description = {"Only this figure or table: 11a,", "or 11 for all of its parts."})
    private String figure;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = {
                "Change every experiment, as in 'losslab run'.",
                "A scale applies to the experiments that define it."
            })
    private List<String> settings = new ArrayList<>();

    @Mixin private JobsOption jobs;

    @Mixin private ExecutorOption executor;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "Directory for the results directories",
                "(default: results/PAPER-TIME)."
            })
    private Path out;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = {
                "Run nothing; compare the results in this directory,",
                "which this command or 'losslab run' has written."
            })
    private Path from;

    @Mixin private FormatOption format;

    PaperCommand(
            ExperimentLoader loader,
            Library library,
            Supplier<ExperimentRunner> runner,
            Console console) {
        this.loader = loader;
        this.library = library;
        this.runner = runner;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (from != null) {
            return compareAgain();
        }
        jobs.check();
        executor.slurm(jobs);
        Optional<Map<String, Experiment>> experiments = load(names());
        if (experiments.isEmpty()) {
            return ExitCode.USAGE;
        }
        ExperimentRunner one = runner.get();
        try (ExperimentRunner.Series series = one.series()) {
            return run(experiments.get(), one, series);
        }
    }

    private int run(
            Map<String, Experiment> experiments,
            ExperimentRunner one,
            ExperimentRunner.Series series)
            throws IOException {
        PaperRows rows = new PaperRows();
        List<String> left = new ArrayList<>(experiments.keySet());
        Path folder = folder();
        try {
            return run(experiments, one, series, folder, rows, left).exitCode();
        } finally {
            // What is measured is compared, even where a run ends the series.
            ResultsPlace.deleteEmpty(folder);
            if (left.size() < experiments.size()) {
                print(rows);
                if (!left.isEmpty()) {
                    experiments.keySet().retainAll(left);
                    tellLeft(experiments, folder);
                }
            }
        }
    }

    /**
     * Runs them one after the other.
     *
     * @param left takes out of these those that have run
     * @return the worst outcome
     */
    private RunOutcome run(
            Map<String, Experiment> experiments,
            ExperimentRunner one,
            ExperimentRunner.Series series,
            Path folder,
            PaperRows rows,
            List<String> left)
            throws IOException {
        RunOutcome worst = RunOutcome.PASSED;
        for (Map.Entry<String, Experiment> entry : experiments.entrySet()) {
            if (series.isInterrupted()) {
                return RunOutcome.INTERRUPTED;
            }
            Path directory = directory(folder, entry.getKey());
            console.err().println("running " + entry.getKey());
            RunOutcome outcome = one.run(request(entry.getKey(), entry.getValue(), directory));
            left.remove(entry.getKey());
            if (Files.isRegularFile(directory.resolve(Summary.FILE))) {
                rows.add(RunManifest.read(directory), Summary.read(directory), this::isWanted);
            }
            if (outcome == RunOutcome.INTERRUPTED) {
                return outcome;
            }
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
        }
        return worst;
    }

    private static Path directory(Path folder, String name) {
        return folder.resolve(name.replace('/', '-'));
    }

    private void tellLeft(Map<String, Experiment> left, Path folder) {
        console.err().println("not run: " + String.join(", ", left.keySet()));
        left.forEach(
                (name, experiment) -> {
                    List<String> words = words(name, experiment);
                    words.addAll(List.of("--out", directory(folder, name).toString()));
                    console.err().println("  losslab " + CommandWords.quoted(words));
                });
        console.err()
                .println(
                        "and, to compare all, losslab paper %s --from %s"
                                .formatted(paper, CommandWords.quoted(folder)));
    }

    private void print(PaperRows rows) throws IOException {
        console.out().print(format.isJson() ? rows.json() : rows.table());
    }

    /** Compares what earlier runs of the paper's experiments measured. */
    private int compareAgain() throws IOException {
        if (out != null || !settings.isEmpty() || executor.isGiven()) {
            throw CommandFailure.usage(
                    "--from runs nothing: --set, --out, and --executor do not apply", "");
        }
        if (figure != null) {
            names();
        }
        PaperRows rows = new PaperRows();
        PaperResults results = new PaperResults(from, paper);
        for (PaperResults.Found found : results.published()) {
            Path directory = found.directory();
            try {
                rows.add(found.manifest(), RunAnalysis.summary(directory), this::isWanted);
            } catch (IOException e) {
                throw unreadable(directory, e);
            } catch (UncheckedIOException e) {
                throw unreadable(directory, e.getCause());
            }
        }
        print(rows);
        for (Path directory : results.notComplete()) {
            console.err()
                    .println(
                            "losslab: warning: %s: its run is not complete; %s"
                                    .formatted(directory, NextStep.resume(directory)));
        }
        List<String> missing = results.missing(bundled());
        if (!missing.isEmpty()) {
            console.err()
                    .println(
                            "losslab: warning: %s has no results of %s"
                                    .formatted(from, String.join(", ", missing)));
        }
        return ExitCode.OK;
    }

    private CommandFailure unreadable(Path directory, IOException e) {
        return CommandFailure.usage(
                "%s: cannot read the results: %s".formatted(directory, FileFailure.reason(e)),
                "run this experiment again, or move its directory out of " + from,
                e);
    }

    /** Bundled experiments of the paper that repeat the wanted figure. */
    private List<String> names() {
        List<String> names = bundled();
        if (names.isEmpty()) {
            throw noneBundled();
        }
        return names;
    }

    /** The same; empty where there are none. */
    private List<String> bundled() {
        return library.names(Library.Kind.EXPERIMENTS).stream()
                .filter(name -> isWanted(loader.source(name)))
                .toList();
    }

    private boolean isWanted(Experiment.Source source) {
        return source.paper().equals(paper)
                && (figure == null || source.figures().stream().anyMatch(this::isWanted));
    }

    private CommandFailure noneBundled() {
        List<Experiment.Source> all =
                library.names(Library.Kind.EXPERIMENTS).stream().map(loader::source).toList();
        List<String> figures =
                all.stream()
                        .filter(source -> source.paper().equals(paper))
                        .flatMap(source -> source.figures().stream())
                        .toList();
        Stream<String> known =
                figures.isEmpty() ? all.stream().map(Experiment.Source::paper) : figures.stream();
        String list =
                known.filter(id -> !id.isEmpty())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        return CommandFailure.usage(
                figures.isEmpty()
                        ? "no bundled experiment reproduces a paper '%s'".formatted(paper)
                        : "no bundled experiment reproduces figure '%s' of %s"
                                .formatted(figure, paper),
                "there are " + list);
    }

    /** All of them, or none where one has an error, which was printed. */
    private Optional<Map<String, Experiment>> load(List<String> names) {
        Map<String, Experiment> experiments = new LinkedHashMap<>();
        Problems problems = new Problems();
        List<String> scales = names.stream().flatMap(n -> loader.scales(n).stream()).toList();
        for (String name : names) {
            loader.load(name, settingsOf(name, scales), problems)
                    .ifPresent(experiment -> experiments.put(name, experiment));
        }
        console.err().print(ProblemPrinter.print(problems));
        return problems.hasErrors() ? Optional.empty() : Optional.of(experiments);
    }

    /** Those that apply to an experiment, without sweeps that only isolate causes. */
    private List<String> settingsOf(String name, List<String> scales) {
        List<String> own = new ArrayList<>(settings);
        own.removeIf(setting -> isScaleOfOthers(setting, name, scales));
        loader.sweepsWithFigures(name, own).ifPresent(own::add);
        return own;
    }

    /** Whether a setting asks for a scale that other experiments have, but not this one. */
    private boolean isScaleOfOthers(String setting, String name, List<String> scales) {
        String scale = setting.startsWith("scale=") ? setting.substring("scale=".length()) : "";
        return scales.contains(scale) && !loader.scales(name).contains(scale);
    }

    /** The command that runs one alone. */
    private List<String> words(String name, Experiment experiment) {
        List<String> words = new ArrayList<>(List.of("run", name));
        for (String setting : experiment.inputs().settings()) {
            words.addAll(List.of("--set", setting));
        }
        words.addAll(executor.words(jobs));
        return words;
    }

    private RunRequest request(String name, Experiment experiment, Path directory) {
        return new RunRequest(
                experiment,
                Backend.VIRTUAL,
                Optional.empty(),
                Optional.empty(),
                false,
                jobs.cells(),
                OptionalInt.empty(),
                directory,
                false,
                false,
                OutputFormat.TABLE,
                true,
                List.of(),
                CommandWords.line(words(name, experiment)),
                console.withoutResults(),
                executor.slurm(jobs),
                Optional.empty());
    }

    private boolean isWanted(String id) {
        return figure == null
                || id.equals(figure)
                || id.startsWith(figure) && id.substring(figure.length()).matches("[a-z]+|-.+");
    }

    private Path folder() throws IOException {
        ResultsPlace.requireNew(out);
        return out == null ? ResultsPlace.make(paper) : out;
    }
}
