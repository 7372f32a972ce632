package io.losslab.orchestrator;

import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ComparedRun;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;

/** The program. */
public final class Losslab {
    private Losslab() {}

    public static void main(String[] args) {
        System.exit(
                LosslabCommand.commandLine(
                                Console.ofProcess(), () -> new ComparedRun(new ParallelRun()))
                        .execute(args));
    }
}
