package io.losslab.orchestrator.cli;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.timeline.Timeline;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.session.Console;
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
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Export results: a timeline for Perfetto.",
        footer = {
            "",
            "The timeline has a track for every port and queue, with its pauses and",
            "counters, and for every flow. Open it at ui.perfetto.dev, or query it with",
            "trace_processor. Pauses require 'record: {events: true}' in the experiment.",
            "",
            "Examples:",
            "  losslab export results/storm --perfetto --cell 0,3"
        })
final class ExportCommand implements Callable<Integer> {
    private static final String DEFAULT_PLACE = "";

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
                "Write a timeline for Perfetto",
                "(default: DIR/" + Timeline.FILE + ")."
            })
    private String perfetto;

    @Option(
            names = "--cell",
            paramLabel = "N",
            split = ",",
            description = "Only these cells of the timeline (default: all).")
    private List<Integer> cells;

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (perfetto == null) {
            throw new ParameterException(spec.commandLine(), "nothing to export; add --perfetto");
        }
        try {
            exportTimeline();
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot export: " + e.getMessage(),
                    "expected a results directory of 'losslab run'",
                    e);
        }
        return ExitCode.OK;
    }

    private void exportTimeline() throws IOException {
        Set<Integer> chosen = chosenCells();
        Path file = place(perfetto, Timeline.FILE);
        long events = Timeline.write(directory, chosen, file);
        console.out()
                .println(
                        "%s: %,d events of %d %s"
                                .formatted(
                                        file,
                                        events,
                                        chosen.size(),
                                        chosen.size() == 1 ? "cell" : "cells"));
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
