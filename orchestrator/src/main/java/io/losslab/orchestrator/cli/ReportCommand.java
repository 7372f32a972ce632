package io.losslab.orchestrator.cli;

import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.run.ReportRebuild;
import io.losslab.orchestrator.session.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab report}: builds report.html again from collected data. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Rebuild report.html from the data in results directories.")
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Results directories.")
    private List<Path> directories;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (Path directory : directories) {
            console.out().println(ReportRebuild.of(directory));
        }
        return ExitCode.OK;
    }
}
