package io.losslab.orchestrator;

import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.ReportBuilder;

/** The program. */
public final class Losslab {
    private Losslab() {}

    public static void main(String[] args) {
        System.exit(
                LosslabCommand.commandLine(
                                Console.ofProcess(), Losslab::runner, Losslab::reportBuilder)
                        .execute(args));
    }

    private static ExperimentRunner runner() {
        throw new CommandFailure("this build has no backend", "", 1, null);
    }

    private static ReportBuilder reportBuilder() {
        throw new CommandFailure("this build has no report", "", 1, null);
    }
}
