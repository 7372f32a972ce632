package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.plan.text.PlanJson;
import io.losslab.configs.plan.text.PlanText;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.VirtualLabs;
import io.losslab.labs.backend.physical.HandMade;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.perftest.PerftestPlan;
import io.losslab.labs.provision.CallList;
import io.losslab.labs.provision.CellSettings;
import io.losslab.orchestrator.cli.option.ExperimentOptions;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.ProfileOption;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cost.CellCost;
import io.losslab.orchestrator.cost.CostEstimate;
import io.losslab.orchestrator.progress.ProgressText;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
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
        description = "Print the configuration of every device without changing anything.",
        footer = {
            "",
            "Without --cell, the table lists all cells and shows the first one in full;",
            "JSON contains all cells.",
            "The listed calls are those that change a device that is not configured yet;",
            "JSON contains their bytes.",
            "A run skips calls for settings that are already in force.",
            "Without --testbed, the table also has the CPU time (h:mm:ss) that each cell",
            "is expected to take in virtual time.",
            "",
            "Example: losslab plan bifrost/case-a --cell 50"
        })
final class PlanCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Console console;

    @Mixin private ExperimentOptions options;

    @Mixin private ProfileOption profile;

    @Option(
            names = "--cell",
            paramLabel = "N",
            description = "Print only this cell; cells are numbered from 0.")
    private Integer cell;

    @Option(
            names = "--testbed",
            paramLabel = "FILE",
            description = {
                "Testbed file or bundled testbed",
                "(default: virtual switches and hosts)."
            })
    private String testbed;

    @Mixin private FormatOption format;

    PlanCommand(ExperimentLoader loader, TestbedLoader testbeds, Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (profile.isGiven() && testbed != null) {
            throw CommandFailure.usage(
                    "--profile and --testbed exclude each other",
                    "real devices have thresholds and reactions of their own");
        }
        Optional<Experiment> experiment =
                options.load(loader, console).flatMap(loaded -> profile.apply(loaded, console));
        Optional<Testbed> devices = TestbedOption.load(testbeds, testbed, console);
        if (experiment.isEmpty() || testbed != null && devices.isEmpty()) {
            return ExitCode.USAGE;
        }
        List<Cell> cells = experiment.get().cells();
        if (cell != null && (cell < 0 || cell >= cells.size())) {
            throw CommandFailure.usage(
                    "there is no cell %d".formatted(cell),
                    "cells are 0 to %d".formatted(cells.size() - 1));
        }
        List<Cell> chosen = cell == null ? cells : List.of(cells.get(cell));
        devices.ifPresent(lab -> HandMade.requireOne(chosen, lab));
        if (format.isJson()) {
            printJson(experiment.get().name(), chosen, devices);
            return ExitCode.OK;
        }
        if (cell == null) {
            printCells(experiment.get(), devices.isEmpty());
        }
        CellPlan plan = new CellPlanner().plan(chosen.get(0));
        Binding binding = binding(plan, devices);
        PerftestPlan perftest = PerftestPlan.of(plan, binding);
        perftest.require();
        console.out().print(new PlanText(node -> binding.device(node).rdma().isPresent()).of(plan));
        console.out().print(CallList.table(new CellSettings(plan, binding).calls()));
        console.out().print(perftest.text());
        return ExitCode.OK;
    }

    /** Writes cell by cell: calls of all cells together may be larger than memory. */
    private void printJson(String experiment, List<Cell> chosen, Optional<Testbed> devices)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        CellPlanner planner = new CellPlanner();
        CostEstimate estimate = new CostEstimate();
        JsonGenerator json =
                mapper.getFactory()
                        .createGenerator(console.out(), JsonEncoding.UTF8)
                        .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                        .useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeStringField("experiment", experiment);
        if (devices.isEmpty()) {
            json.writeNumberField("processCpuSeconds", CostEstimate.PROCESS_SECONDS);
        }
        json.writeArrayFieldStart("cells");
        for (Cell each : chosen) {
            CellPlan plan = planner.plan(each);
            Binding binding = binding(plan, devices);
            ObjectNode object =
                    new PlanJson(node -> binding.device(node).rdma().isPresent()).cell(plan);
            PerftestPlan perftest = PerftestPlan.of(plan, binding);
            perftest.require();
            object.set("calls", CallList.json(new CellSettings(plan, binding).calls()));
            ArrayNode commands = object.putArray("perftest");
            perftest.lines().forEach(commands::add);
            ArrayNode limitations = object.putArray("limitations");
            perftest.limitations().forEach(finding -> limitations.add(finding.message()));
            if (devices.isEmpty()) {
                CellCost cost = estimate.of(each);
                object.put("cpuSeconds", Math.ceil(10 * cost.seconds()) / 10);
                object.put("memoryBytes", cost.memoryBytes());
            }
            mapper.writeTree(json, object);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.flush();
        console.out().println();
    }

    private static Binding binding(CellPlan plan, Optional<Testbed> testbed) {
        return testbed.map(devices -> PhysicalLabs.bind(plan.topology(), devices))
                .orElseGet(() -> VirtualLabs.bindingOf(plan.topology()));
    }

    /**
     * Lists the cells; of virtual devices with the time and memory that each is expected to take.
     */
    private void printCells(Experiment experiment, boolean virtual) {
        console.out().printf("%s: %s%n", experiment.name(), experiment.title());
        CostEstimate estimate = new CostEstimate();
        StringBuilder lines = new StringBuilder();
        double seconds = CostEstimate.PROCESS_SECONDS;
        long memoryBytes = 0;
        for (Cell each : experiment.cells()) {
            lines.append("  %4d  ".formatted(each.index()));
            if (virtual) {
                CellCost cost = estimate.of(each);
                seconds += cost.seconds();
                memoryBytes = Math.max(memoryBytes, cost.memoryBytes());
                lines.append("%8s  ".formatted(ProgressText.minutes(cost.seconds())));
            }
            lines.append(each.sweep());
            each.params().forEach((name, value) -> lines.append("  " + name + "=" + value));
            lines.append(System.lineSeparator());
        }
        console.out().printf("%d cells", experiment.cells().size());
        if (virtual) {
            console.out()
                    .printf(
                            "; in virtual time, expected to take %s of CPU time and up to %s of memory each",
                            ProgressText.minutes(seconds), NumberText.bytes(memoryBytes));
        }
        console.out().printf("%n%s%n", lines);
    }
}
