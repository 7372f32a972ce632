package io.losslab.orchestrator.cli;

import io.losslab.orchestrator.experiment.ExperimentLoader;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.yaml.ProblemPrinter;
import io.losslab.orchestrator.yaml.Problems;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab validate}: prints every problem of the files at once. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description =
                "Check experiment and topology files; every problem is printed with its place, what was"
                        + " expected and a suggestion.")
final class ValidateCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Experiment or topology files, or names of bundled ones.")
    private List<String> files;

    ValidateCommand(ExperimentLoader loader, Console console) {
        this.loader = loader;
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        for (String file : files) {
            Problems ofFile = new Problems();
            loader.validate(file, ofFile);
            if (!ofFile.hasErrors()) {
                console.out().println(file + ": ok");
            }
            problems.addAll(ofFile);
        }
        console.err().print(ProblemPrinter.print(problems));
        return problems.hasErrors() ? ExitCode.USAGE : ExitCode.OK;
    }
}
