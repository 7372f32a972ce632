package io.losslab.orchestrator;

import io.losslab.orchestrator.backend.registry.Backends;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ComparedRun;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.run.ReportRebuild;
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
        return new ComparedRun(new ParallelRun(Backends::labs));
    }

    private static ReportBuilder reportBuilder() {
        return new ReportRebuild();
    }
}
