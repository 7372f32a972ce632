package io.losslab.orchestrator.cli;

import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.watch.Watch;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab watch}: shows a run that another process is at work on. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Show a run of this machine until it ends: cells, time left, rates, and on live"
                    + " and physical devices the fullest queues, pauses, and drops.",
            "Without a terminal, print a line for every change of its cells."
        },
        footer = {
            "",
            "Exit code: 0 if the run is complete, 1 if it failed or was interrupted.",
            "",
            "Example:",
            "  losslab watch results/bifrost-case-a-20260101-120000"
        })
final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Results directory of the run.")
    private Path directory;

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean screen = console.interactive();
        return new Watch(directory, screen ? console.err() : console.out(), screen).untilItEnds();
    }
}
