package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.Library;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.session.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab schema}: prints the JSON Schema that editors check files with. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description =
                "Print the JSON Schema of experiment, topology or testbed files, for editors.",
        footer = {
            "",
            "Example: losslab schema experiment > experiment.schema.json, then begin a file with",
            "  # yaml-language-server: $$schema=experiment.schema.json"
        })
final class SchemaCommand implements Callable<Integer> {
    private final Library library;
    private final Console console;

    @Parameters(paramLabel = "WHAT", description = "experiment, topology or testbed.")
    private String what;

    SchemaCommand(Library library, Console console) {
        this.library = library;
        this.console = console;
    }

    @Override
    public Integer call() {
        String schema =
                library.schema(what)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "there is no schema '%s'".formatted(what),
                                                "there are experiment, topology and testbed"));
        console.out().print(schema);
        return ExitCode.OK;
    }
}
