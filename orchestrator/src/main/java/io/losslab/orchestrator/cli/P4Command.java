package io.losslab.orchestrator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code losslab p4}: what concerns P4 programs. */
@Command(
        name = "p4",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        description = "Compile P4 programs.")
final class P4Command implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "a command is missing; expected: p4 build PROGRAM");
    }
}
