package io.losslab.orchestrator.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How far a run is, for users. */
public final class ProgressText {
    private static final int BAR_WIDTH = 24;

    /** Smaller values are in smaller units. */
    private static final double MILLIONS = 1e5;

    private static final double HUNDREDTHS = 0.1;

    private ProgressText() {}

    /** The state in one line of a terminal, with a bar. */
    public static String withBar(ProgressState state) {
        List<String> parts = new ArrayList<>(List.of(bar(state) + " " + cells(state)));
        parts.addAll(rates(state));
        if (state.isOver()) {
            parts.add("done in " + minutes(state.elapsedSeconds()));
        } else {
            if (state.secondsLeft() != null) {
                parts.add(minutes(state.secondsLeft()) + " left");
            }
            parts.add(state.note());
        }
        return joined("  ", parts);
    }

    /** The state as text: {@code 3/4 cells, 2:30 so far, about 0:50 left}. */
    public static String asText(ProgressState state) {
        if (state.isOver()) {
            return "%s, done in %s".formatted(cells(state), minutes(state.elapsedSeconds()));
        }
        List<String> parts = new ArrayList<>();
        parts.add(cells(state));
        parts.add(minutes(state.elapsedSeconds()) + " so far");
        if (state.secondsLeft() != null) {
            parts.add("about " + minutes(state.secondsLeft()) + " left");
        }
        parts.addAll(rates(state));
        parts.add(state.note());
        return joined(", ", parts);
    }

    /** The last words about a run that ended before all of its cells. */
    static String stopped(ProgressState state) {
        return "%s, stopped after %s".formatted(cells(state), minutes(state.elapsedSeconds()));
    }

    /** {@code 3/4 cells (1 failed)}. */
    private static String cells(ProgressState state) {
        String failed = state.failed() == 0 ? "" : " (%d failed)".formatted(state.failed());
        return "%d/%d cells%s".formatted(state.done(), state.cells(), failed);
    }

    private static List<String> rates(ProgressState state) {
        List<String> rates = new ArrayList<>();
        double hops = state.packetHops() / Math.max(1e-3, state.elapsedSeconds());
        if (hops >= MILLIONS) {
            rates.add(String.format(Locale.ROOT, "%.1f M packet-hops/s", hops / 1e6));
        } else if (hops > 0) {
            rates.add(String.format(Locale.ROOT, "%,.0f packet-hops/s", hops));
        }
        double seconds = state.simulatedSeconds();
        if (seconds >= HUNDREDTHS) {
            rates.add(String.format(Locale.ROOT, "%.2f s simulated", seconds));
        } else if (seconds > 0) {
            rates.add(String.format(Locale.ROOT, "%.2f ms simulated", seconds * 1e3));
        }
        return rates;
    }

    private static String bar(ProgressState state) {
        int filled = (int) (state.fraction() * BAR_WIDTH);
        return "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "]";
    }

    private static String joined(String by, List<String> parts) {
        return String.join(by, parts.stream().filter(part -> !part.isEmpty()).toList());
    }

    /** {@code 2:30}, or {@code 1:02:30}. */
    public static String minutes(double seconds) {
        long rounded = Math.round(seconds);
        long hours = rounded / 3_600;
        return hours > 0
                ? "%d:%02d:%02d".formatted(hours, rounded / 60 % 60, rounded % 60)
                : "%d:%02d".formatted(rounded / 60, rounded % 60);
    }
}
