package io.losslab.orchestrator.watch;

import io.losslab.analysis.run.RunStatus;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.progress.ProgressFile;
import io.losslab.orchestrator.progress.ProgressState;
import io.losslab.orchestrator.progress.ProgressText;
import io.losslab.orchestrator.session.NextStep;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows a run until it ends: on a terminal a screen that is redrawn every second, otherwise a line
 * for every change of its cells.
 */
public final class Watch {
    private static final long STEP_MILLIS = 1_000;

    /** A run that has just begun writes its progress within this time. */
    private static final int LOOKS_AT_A_BEGIN = 5;

    private final WatchedRun run;
    private final PrintStream out;
    private final boolean screen;

    private int drawn;
    private String said = "";
    private Optional<MetricsText> scraped = Optional.empty();
    private long scrapedAt;

    /**
     * Watches a run.
     *
     * @param directory of its results, with or without {@code .partial}
     * @param screen whether {@code out} is a terminal
     * @throws io.losslab.devices.failure.CommandFailure where there is no run
     */
    public Watch(Path directory, PrintStream out, boolean screen) {
        this.run = WatchedRun.at(directory);
        this.out = out;
        this.screen = screen;
    }

    /**
     * Returns when the run has ended.
     *
     * @return exit code: 0 where it is complete
     */
    public int untilItEnds() throws InterruptedException {
        int begins = 0;
        while (true) {
            WatchedRun.Sight sight = run.look();
            boolean begun = sight.progress().isPresent();
            boolean waits =
                    sight.phase() == WatchedRun.Phase.CUT_OFF
                            && !begun
                            && ++begins < LOOKS_AT_A_BEGIN;
            if (sight.phase() != WatchedRun.Phase.RUNNING && !waits) {
                return end(sight);
            }
            show(sight);
            Thread.sleep(STEP_MILLIS);
        }
    }

    private void show(WatchedRun.Sight sight) {
        if (screen) {
            redraw(RunScreen.lines(sight, devices(sight)));
            return;
        }
        String cells = sight.progress().map(file -> cells(file.state())).orElse("");
        if (!cells.equals(said)) {
            said = cells;
            sight.progress().ifPresent(file -> out.println(ProgressText.asText(file.state())));
            out.flush();
        }
    }

    /** What makes a new line where there is no screen. */
    private static String cells(ProgressState state) {
        return "%d %d %s".formatted(state.done(), state.failed(), state.running());
    }

    /** Rates need two scrapes. */
    private List<String> devices(WatchedRun.Sight sight) {
        Optional<String> url = sight.progress().map(ProgressFile::metrics);
        if (url.isEmpty()) {
            return List.of();
        }
        Optional<MetricsText> before = scraped;
        long beforeAt = scrapedAt;
        try {
            scraped = Optional.of(MetricsText.scrape(url.get()));
            scrapedAt = System.nanoTime();
        } catch (IOException e) {
            scraped = Optional.empty();
            return List.of("", "live counters: %s does not answer".formatted(url.get()));
        }
        return before.map(
                        earlier ->
                                new DevicePicture(
                                                earlier,
                                                scraped.get(),
                                                (scrapedAt - beforeAt) / 1e9)
                                        .lines())
                .orElse(List.of());
    }

    private void redraw(List<String> lines) {
        // Lines are cut at the margin: one that wraps would be two to go up.
        StringBuilder text = new StringBuilder("\033[?7l");
        text.append(drawn > 0 ? "\033[%dA\r\033[J".formatted(drawn) : "");
        lines.forEach(line -> text.append(line).append('\n'));
        text.append("\033[?7h");
        drawn = lines.size();
        out.print(text);
        out.flush();
    }

    private int end(WatchedRun.Sight sight) {
        List<String> lines = new ArrayList<>();
        if (sight.phase() == WatchedRun.Phase.CUT_OFF) {
            lines.add("the process of the run has ended before its results were complete");
            lines.add("  " + NextStep.resume(run.destination()));
        } else if (sight.manifest().status() == RunStatus.COMPLETE) {
            lines.add("the run is complete: " + run.destination());
        } else {
            lines.add(
                    "the run %s: %s"
                            .formatted(
                                    sight.manifest().status() == RunStatus.INTERRUPTED
                                            ? "was interrupted"
                                            : "failed",
                                    run.destination()));
            lines.add("  " + NextStep.resume(run.destination()));
        }
        lines.forEach(out::println);
        out.flush();
        boolean complete = sight.manifest().status() == RunStatus.COMPLETE;
        return complete ? ExitCode.OK : ExitCode.FAILED;
    }
}
