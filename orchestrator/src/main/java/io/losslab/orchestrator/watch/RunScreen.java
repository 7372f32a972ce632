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
                            "finished cells: %s, %s, %s, %,d checks failed",
                            counted("packets dropped", state.droppedPackets()),
                            counted("pause frames", pauseFrames(state)),
                            longestQueue(state.maxEgressQueueBytes()),
                            state.failedChecks()));
        }
        lines.addAll(devices);
        return lines;
    }

    private static Long pauseFrames(ProgressState state) {
        return state.switchPauseFrames() == null
                ? null
                : (Long) (state.switchPauseFrames() + state.hostPauseFrames());
    }

    private static String longestQueue(Long bytes) {
        return bytes == null
                ? "longest queue not counted"
                : "longest queue " + NumberText.bytes(bytes);
    }

    private static String counted(String what, Long known) {
        return known == null
                ? what + " not counted"
                : String.format(Locale.ROOT, "%,d %s", known, what);
    }
}
