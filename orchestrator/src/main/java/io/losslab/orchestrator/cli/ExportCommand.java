package io.losslab.orchestrator.cli;

import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.print.FigureFiles;
import io.losslab.analysis.run.KeptEvents;
import io.losslab.analysis.run.RowFiles;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.timeline.Timeline;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cli.option.OutputFile;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.WholeRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code losslab export}: results in the formats of other programs. */
@Command(
        name = ExportCommand.NAME,
        mixinStandardHelpOptions = true,
        description = "Export results: a timeline for Perfetto, figures for a paper, rows as CSV.",
        footer = {
            "",
            "The timeline has a track for every port and queue, with its pauses and",
            "counters, and for every flow. Open it at ui.perfetto.dev, or query it with",
            "trace_processor. Pauses require 'record: {events: true}' in the experiment.",
            "",
            "Figures are SVG, PDF with its fonts, and CSV with all values that are shown.",
            "",
            "Examples:",
            "  losslab export results/storm --perfetto --cell 0,3",
            "  losslab export results/case-a --figures paper/figures --width double",
            "  losslab export results/case-a --csv tables"
        })
final class ExportCommand implements Callable<Integer> {
    static final String NAME = "export";
    private static final String DEFAULT_PLACE = "";
    private static final String WHAT = "cannot export";

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Results directory.")
    private Path directory;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = DEFAULT_PLACE,
            description = {
                "Write a timeline for Perfetto, over an earlier one",
                "(default: DIR/" + Timeline.FILE + ")."
            })
    private String perfetto;

    @Option(
            names = "--cell",
            paramLabel = "N",
            split = ",",
            description = "Only these cells of the timeline (default: all).")
    private List<Integer> cells;

    @Option(
            names = "--figures",
            paramLabel = "FOLDER",
            arity = "0..1",
            fallbackValue = DEFAULT_PLACE,
            description = {
                "Write all figures, and their captions, over earlier",
                "ones",
                "(default: DIR/" + FigureFiles.FOLDER + ")."
            })
    private String figures;

    @Option(
            names = "--csv",
            paramLabel = "FOLDER",
            arity = "0..1",
            fallbackValue = DEFAULT_PLACE,
            description = {
                "Write the rows of the Parquet files as CSV, over",
                "earlier ones",
                "(default: DIR/" + RowFiles.CSV_FOLDER + ")."
            })
    private String csv;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            description = {
                "Width of figures: 'single' column, 3.33 in,",
                "or 'double', 7 in (default: single)."
            })
    private Width width;

    /** Of figures, in columns of a paper. */
    private enum Width {
        SINGLE(Sheet.SINGLE, "3.33 in"),
        DOUBLE(Sheet.DOUBLE, "7 in");

        private final Sheet sheet;
        private final String inches;

        Width(Sheet sheet, String inches) {
            this.sheet = sheet;
            this.inches = inches;
        }
    }

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (perfetto == null && figures == null && csv == null) {
            throw misused("nothing to export; add --perfetto, --figures, or --csv");
        }
        if (perfetto == null && cells != null) {
            throw misused("--cell requires --perfetto");
        }
        if (figures == null && width != null) {
            throw misused("--width requires --figures");
        }
        try {
            WholeRows.require(directory, WHAT);
            if (perfetto != null) {
                exportTimeline();
            }
            if (figures != null) {
                exportFigures();
            }
            if (csv != null) {
                exportRows();
            }
        } catch (IOException e) {
            throw WholeRows.failure(directory, WHAT, e);
        }
        return ExitCode.OK;
    }

    private ParameterException misused(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    private void exportTimeline() throws IOException {
        Path file = place(perfetto, Timeline.FILE);
        OutputFile.requireOwn(file, NAME, Timeline::isOne);
        Set<Integer> chosen = chosenCells();
        long events = Timeline.write(directory, chosen, file);
        console.out()
                .println(
                        "%s: %,d events of %d %s"
                                .formatted(
                                        file,
                                        events,
                                        chosen.size(),
                                        chosen.size() == 1 ? "cell" : "cells"));
        Set<Integer> full = KeptEvents.full(directory, RunManifest.read(directory));
        full.retainAll(chosen);
        if (!full.isEmpty()) {
            console.err()
                    .println(
                            "%d of them with as many events as a run keeps: later ones are missing"
                                    .formatted(full.size()));
        }
    }

    private void exportFigures() throws IOException {
        Path folder = place(figures, FigureFiles.FOLDER);
        for (Path file : FigureFiles.files(directory, folder)) {
            OutputFile.requireOwn(
                    file, sameExport(), any -> FigureFiles.isWritten(directory, folder));
        }
        Width columns = width == null ? Width.SINGLE : width;
        FigureFiles.Written written = FigureFiles.write(directory, folder, columns.sheet);
        int drawn = written.drawn().size();
        console.out()
                .println(
                        "%s: %d %s as SVG, PDF, and CSV, %s wide; %s"
                                .formatted(
                                        folder,
                                        drawn,
                                        drawn == 1 ? "figure" : "figures",
                                        columns.inches,
                                        FigureFiles.CAPTIONS));
        written.missing().forEach(console.err()::println);
    }

    private void exportRows() throws IOException {
        Path folder = place(csv, RowFiles.CSV_FOLDER);
        for (Path file : RowFiles.csvFiles(directory, folder)) {
            OutputFile.requireOwn(file, sameExport(), any -> RowFiles.isCsv(directory, any));
        }
        List<String> written = RowFiles.writeCsv(directory, folder);
        console.out().println("%s: %s".formatted(folder, String.join(", ", written)));
    }

    /** Exports of other results have files of the same names. */
    private String sameExport() {
        return NAME + " " + directory;
    }

    private Set<Integer> chosenCells() throws IOException {
        Set<Integer> finished =
                CellOutcome.readAll(directory).stream()
                        .map(CellOutcome::cell)
                        .collect(Collectors.toCollection(TreeSet::new));
        if (cells == null) {
            return finished;
        }
        Optional<Integer> unknown = cells.stream().filter(n -> !finished.contains(n)).findFirst();
        if (unknown.isPresent()) {
            throw CommandFailure.usage(
                    "%s has no finished cell %d".formatted(directory, unknown.get()),
                    finished.isEmpty()
                            ? "no cell is finished"
                            : "finished cells: "
                                    + finished.stream()
                                            .map(Object::toString)
                                            .collect(Collectors.joining(", ")));
        }
        return new TreeSet<>(cells);
    }

    private Path place(String given, String name) {
        return given.equals(DEFAULT_PLACE) ? directory.resolve(name) : Path.of(given);
    }
}
