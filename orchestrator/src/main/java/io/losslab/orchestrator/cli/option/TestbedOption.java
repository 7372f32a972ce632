package io.losslab.orchestrator.cli.option;

import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.session.Console;
import java.util.Optional;

/** The testbed that a verb is given. */
public final class TestbedOption {
    private TestbedOption() {}

    /**
     * Loads it; problems are printed, and the result is empty where there is an error.
     *
     * @param nameOrFile null where none was given
     */
    public static Optional<Testbed> load(TestbedLoader loader, String nameOrFile, Console console) {
        if (nameOrFile == null) {
            return Optional.empty();
        }
        Problems problems = new Problems();
        Optional<Testbed> testbed = loader.load(nameOrFile, problems);
        console.err().print(ProblemPrinter.print(problems));
        return testbed;
    }
}
