package io.losslab.orchestrator.watch;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.orchestrator.progress.ProgressFile;
import io.losslab.orchestrator.progress.ProgressState;
import io.losslab.orchestrator.progress.ProgressText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run that is at work, in lines for a terminal. */
final class RunScreen {
    private RunScreen() {}

    /**
     * The lines.
     *
     * @param devices lines about them; may be empty
     */
    static List<String> lines(WatchedRun.Sight run, List<String> devices) {
        List<String> lines = new ArrayList<>();
        lines.add("%s (%s)".formatted(run.manifest().experiment(), run.manifest().backend()));
        if (run.progress().isEmpty()) {
            return lines;
        }
        ProgressFile progress = run.progress().get();
        ProgressState state = progress.state();
        lines.add(ProgressText.withBar(state));
        lines.add(
                state.isOver()
                        ? "writing the results"
                        : "%s so far; %d running, %d waiting"
                                .formatted(
                                        ProgressText.minutes(state.elapsedSeconds()),
                                        state.running().size(),
                                        state.waiting()));
        if (state.done() > 0) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "finished cells: %,d packets dropped, %,d pause frames, longest queue"
                                    + " %s, %,d checks failed",
                            state.droppedPackets(),
                            state.switchPauseFrames() + state.hostPauseFrames(),
                            NumberText.bytes(state.maxEgressQueueBytes()),
                            state.failedChecks()));
        }
        lines.addAll(devices);
        return lines;
    }
}
