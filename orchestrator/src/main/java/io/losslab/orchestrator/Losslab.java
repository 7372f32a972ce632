package io.losslab.orchestrator;

import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.backend.PhysicalLabs;
import io.losslab.orchestrator.backend.VirtualLabs;
import io.losslab.orchestrator.backend.live.AgentArchiveFile;
import io.losslab.orchestrator.backend.live.LiveLabs;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ComparedRun;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.run.ReportRebuild;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.Backend;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.ReportBuilder;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Path;

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
        return new ComparedRun(new ParallelRun(Losslab::labs));
    }

    private static Labs labs(RunRequest request, Path directory) {
        if (request.backend() == Backend.LIVE) {
            return new LiveLabs(
                    request.live().scale(),
                    request.experiment().longestMtuBytes(),
                    AgentArchiveFile.find());
        }
        return request.testbed()
                .<Labs>map(testbed -> PhysicalLabs.journaled(testbed, directory))
                .orElseGet(VirtualLabs::new);
    }

    private static ReportBuilder reportBuilder() {
        return new ReportRebuild();
    }
}
