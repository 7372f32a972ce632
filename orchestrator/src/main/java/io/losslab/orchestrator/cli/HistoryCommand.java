package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.losslab.analysis.history.HistoryDatabase;
import io.losslab.analysis.history.HistoryFilter;
import io.losslab.analysis.history.HistoryTable;
import io.losslab.analysis.history.HistoryTables;
import io.losslab.analysis.history.MetricTrend;
import io.losslab.analysis.history.PastRun;
import io.losslab.analysis.history.RunHistory;
import io.losslab.analysis.history.RunVerdict;
import io.losslab.analysis.report.HistoryText;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.OutputFile;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab history}: all results of a folder. */
@Command(
        name = HistoryCommand.NAME,
        mixinStandardHelpOptions = true,
        description =
                "List the runs whose results are in a folder, or show the trend of a metric"
                        + " over the commits of losslab.",
        footer = {
            "",
            "Runs are ordered by the date of their commit, then by their start. A trend pools",
            "seeds, and shows the change from the run before, paired by seed.",
            "",
            "Examples:",
            "  losslab history --experiment 'bifrost/*' --verdict checks-failed",
            "  losslab history --metric fct.p99 --since 2026-01-31",
            "  losslab history --format csv > history.csv",
            "  losslab history --database history.duckdb"
        })
final class HistoryCommand implements Callable<Integer> {
    static final String NAME = "history";

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description = "Folder of results directories (default: results).")
    private Path folder;

    @Option(
            names = "--experiment",
            paramLabel = "NAME",
            description = "Only this experiment; * stands for any text.")
    private String experiment;

    @Option(
            names = "--commit",
            paramLabel = "PREFIX",
            description = "Only runs of commits that begin so.")
    private String commit;

    @Option(
            names = "--on",
            paramLabel = "NAME",
            description = "Only runs on this testbed or backend.")
    private String place;

    @Option(
            names = "--verdict",
            paramLabel = "VERDICT",
            split = ",",
            hideParamSyntax = true,
            description = {
                "Only runs that ended so: passed, checks-failed,",
                "cells-failed, interrupted; several with commas."
            })
    private List<String> verdicts = new ArrayList<>();

    @Option(
            names = "--since",
            paramLabel = "DATE",
            description = "Only runs that were started on this day or later.")
    private String since;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description = {"Show the trend of a metric, such as fct.p99,", "instead of the list."})
    private String metric;

    @Option(
            names = "--format",
            paramLabel = "table|json|csv",
            defaultValue = "table",
            description = "Format of standard output (default: table).")
    private Format format;

    @Option(
            names = "--database",
            paramLabel = "FILE",
            description = {
                "Write a DuckDB database instead, with tables runs,",
                "metrics, and parameters; replaces an earlier one."
            })
    private Path database;

    private enum Format {
        TABLE,
        JSON,
        CSV
    }

    HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        if (database != null) {
            OutputFile.requireOwn(database, NAME, HistoryDatabase::isOne);
        }
        Optional<Metric> followed = Optional.ofNullable(metric).map(HistoryCommand::parsed);
        RunHistory history = read().where(filter());
        history.skipped().forEach(line -> console.err().println("skipped " + line));
        if (database != null) {
            write(history);
        } else if (followed.isPresent()) {
            MetricTrend trend = trend(followed.get(), history);
            print(HistoryText.trend(trend), trend.table());
        } else {
            print(HistoryText.runs(history), HistoryTables.runs(history));
        }
        return ExitCode.OK;
    }

    private static MetricTrend trend(Metric metric, RunHistory history) {
        MetricTrend trend = MetricTrend.of(metric, history);
        List<Summary> runs = history.runs().stream().map(PastRun::summary).toList();
        if (trend.rows().isEmpty() && runs.stream().anyMatch(run -> !run.cells().isEmpty())) {
            throw MissingMetric.failure(metric, runs);
        }
        return trend;
    }

    private static Metric parsed(String name) {
        try {
            return Metric.parse(name);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage(), "", e);
        }
    }

    private RunHistory read() {
        try {
            return RunHistory.of(folder);
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage(
                    "there is no folder " + folder,
                    "losslab run writes to 'results', or to the directory of --out",
                    e);
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the results: " + FileFailure.reason(e), "", e);
        }
    }

    private HistoryFilter filter() {
        return new HistoryFilter(
                Optional.ofNullable(experiment),
                Optional.ofNullable(commit),
                Optional.ofNullable(place),
                wanted(),
                Optional.ofNullable(since).map(HistoryCommand::start));
    }

    private Set<RunVerdict> wanted() {
        Set<RunVerdict> wanted = EnumSet.noneOf(RunVerdict.class);
        for (String word : verdicts) {
            wanted.add(
                    Arrays.stream(RunVerdict.values())
                            .filter(verdict -> verdict.toString().equals(word))
                            .findFirst()
                            .orElseThrow(() -> unknown(word)));
        }
        return wanted;
    }

    private static CommandFailure unknown(String word) {
        String all =
                Arrays.stream(RunVerdict.values())
                        .map(RunVerdict::toString)
                        .collect(Collectors.joining(", "));
        return CommandFailure.usage(
                "unknown verdict '%s'; expected one of %s".formatted(word, all), "");
    }

    private static Instant start(String day) {
        try {
            return LocalDate.parse(day).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            throw CommandFailure.usage(
                    "--since: '%s' is not a date; expected such as 2026-01-31".formatted(day),
                    "",
                    e);
        }
    }

    private void write(RunHistory history) {
        try {
            HistoryDatabase.write(history, database);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot write the database: " + FileFailure.reason(e), "", e);
        }
        console.out().println("%s: %d runs".formatted(database, history.runs().size()));
    }

    private void print(String text, HistoryTable table) throws JsonProcessingException {
        console.out()
                .print(
                        switch (format) {
                            case TABLE -> text;
                            case JSON -> FormatOption.pretty(table.objects());
                            case CSV -> table.csv();
                        });
    }
}
