package io.losslab.orchestrator.cli;

import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ReportBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab report}: builds report.html again from collected data. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Rebuild report.html from the data in results directories.")
final class ReportCommand implements Callable<Integer> {
    private final Supplier<ReportBuilder> reports;
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Results directories.")
    private List<Path> directories;

    ReportCommand(Supplier<ReportBuilder> reports, Console console) {
        this.reports = reports;
        this.console = console;
    }

    @Override
    public Integer call() {
        ReportBuilder builder = reports.get();
        for (Path directory : directories) {
            console.out().println(builder.build(directory));
        }
        return ExitCode.OK;
    }
}
