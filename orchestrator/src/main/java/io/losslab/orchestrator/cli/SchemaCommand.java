package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.file.SchemeSections;
import io.losslab.configs.language.JsonSchema;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.profile.ProfileSections;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.orchestrator.session.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab schema}: prints the JSON Schema that editors check files with. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Print the JSON Schema of experiment, topology, testbed, or profile files.",
        footer = {
            "",
            "Example: losslab schema experiment > experiment.schema.json",
            "and in the first line of a file:",
            "  # yaml-language-server: $$schema=experiment.schema.json"
        })
final class SchemaCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "WHAT", description = "experiment, topology, testbed, or profile.")
    private String what;

    SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.out().print(text(what));
        return ExitCode.OK;
    }

    /** The schema of a kind of files. */
    static String text(String what) {
        return switch (what) {
            case "experiment" ->
                    JsonSchema.text(
                            what, new SchemeSections(SchemeCatalog.standard()).experiment(), true);
            case "topology" -> JsonSchema.text(what, TopologySections.TOPOLOGY, true);
            case "profile" -> JsonSchema.text(what, ProfileSections.PROFILE, false);
            case "testbed" -> JsonSchema.text(what, DeviceKinds.catalog().testbed(), false);
            default ->
                    throw CommandFailure.usage(
                            "there is no schema '%s'".formatted(what),
                            "there are experiment, topology, testbed, and profile");
        };
    }
}
