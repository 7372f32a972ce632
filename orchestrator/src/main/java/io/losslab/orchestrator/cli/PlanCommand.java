package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.orchestrator.experiment.Cell;
import io.losslab.orchestrator.experiment.Experiment;
import io.losslab.orchestrator.experiment.ExperimentLoader;
import io.losslab.orchestrator.plan.CellPlan;
import io.losslab.orchestrator.plan.CellPlanner;
import io.losslab.orchestrator.plan.PlanJson;
import io.losslab.orchestrator.plan.PlanText;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslab plan}: prints what would go to which device, and touches nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Print what would go to which device; nothing is touched.",
        footer = {
            "",
            "Without --cell, the table lists all cells and shows the first one whole; JSON holds all.",
            "",
            "Example: losslab plan bifrost/case-a --cell 50"
        })
final class PlanCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final Console console;

    @Mixin private ExperimentOptions options;

    @Option(names = "--cell", paramLabel = "N", description = "Plan only this cell, from 0.")
    private Integer cell;

    @Option(
            names = "--format",
            paramLabel = "table|json",
            defaultValue = "table",
            description = "How to print (default: table).")
    private OutputFormat format;

    PlanCommand(ExperimentLoader loader, Console console) {
        this.loader = loader;
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        Optional<Experiment> experiment = options.load(loader, console);
        if (experiment.isEmpty()) {
            return ExitCode.USAGE;
        }
        List<Cell> cells = experiment.get().cells();
        if (cell != null && (cell < 0 || cell >= cells.size())) {
            throw CommandFailure.usage(
                    "there is no cell %d".formatted(cell),
                    "cells are 0 to %d".formatted(cells.size() - 1));
        }
        CellPlanner planner = new CellPlanner();
        if (format == OutputFormat.JSON) {
            List<Cell> chosen = cell == null ? cells : List.of(cells.get(cell));
            List<CellPlan> plans = chosen.stream().map(planner::plan).toList();
            console.out()
                    .println(
                            new ObjectMapper()
                                    .writerWithDefaultPrettyPrinter()
                                    .writeValueAsString(
                                            new PlanJson().of(experiment.get().name(), plans)));
            return ExitCode.OK;
        }
        if (cell == null) {
            printCells(experiment.get());
        }
        console.out().print(new PlanText().of(planner.plan(cells.get(cell == null ? 0 : cell))));
        return ExitCode.OK;
    }

    private void printCells(Experiment experiment) {
        console.out()
                .printf("%s: %s%n", experiment.name(), experiment.title())
                .printf("%d cells%n", experiment.cells().size());
        for (Cell each : experiment.cells()) {
            StringBuilder line =
                    new StringBuilder("  %4d  %s".formatted(each.index(), each.sweep()));
            each.params().forEach((name, value) -> line.append("  " + name + "=" + value));
            console.out().println(line);
        }
        console.out().println();
    }
}
