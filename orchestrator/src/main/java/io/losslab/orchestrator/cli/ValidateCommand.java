package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.plan.DeadlockRisk;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExitCode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab validate}: prints every problem of the files at once. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description =
                "Check experiment, topology, and testbed files; report every error with its"
                        + " position, what was expected, and a suggestion.")
final class ValidateCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final TestbedLoader testbeds;
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Experiment, topology, or testbed files, or names of bundled ones.")
    private List<String> files;

    ValidateCommand(ExperimentLoader loader, TestbedLoader testbeds, Console console) {
        this.loader = loader;
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        for (String file : files) {
            Problems ofFile = new Problems();
            boolean testbed = testbeds.isTestbed(file);
            if (testbed) {
                testbeds.load(file, ofFile);
            } else {
                loader.validate(file, ofFile);
            }
            if (!ofFile.hasErrors()) {
                console.out().println(file + ": ok");
            }
            if (!ofFile.hasErrors() && !testbed) {
                warnOfDeadlocks(file, ofFile);
            }
            problems.addAll(ofFile);
        }
        console.err().print(ProblemPrinter.print(problems));
        return problems.hasErrors() ? ExitCode.USAGE : ExitCode.OK;
    }

    /** Where flows of a scheme's first cell can deadlock and the experiment does not expect it. */
    private void warnOfDeadlocks(String file, Problems problems) {
        Set<String> seen = new HashSet<>();
        Optional<Experiment> experiment = loader.load(file, List.of(), new Problems());
        List<Cell> cells =
                experiment.stream()
                        .flatMap(read -> read.cells().stream())
                        .filter(cell -> !cell.setup().mayDeadlock() && seen.add(cell.scheme()))
                        .toList();
        for (Cell cell : cells) {
            DeadlockRisk.of(new CellPlanner().plan(cell))
                    .ifPresent(
                            risk ->
                                    problems.add(
                                            Problem.warning(
                                                    Position.ofFile(file),
                                                    "",
                                                    "scheme %s: %s"
                                                            .formatted(cell.scheme(), risk))));
        }
    }
}
