package io.losslab.analysis.summary;

import java.util.List;
import java.util.stream.Collectors;

/** The checks on real frames leaving and pauses being obeyed when they should have been. */
public final class TimeChecks {
    /** Frames that switches sent to hosts. */
    public static final String SWITCHES = "kept time";

    /** Frames of hosts. */
    public static final String DEPARTURES = "hosts sent in time";

    /** Pauses of hosts. */
    public static final String PAUSES = "hosts paused in time";

    static final List<String> NAMES = List.of(SWITCHES, DEPARTURES, PAUSES);

    private static final int MOST_NAMED = 5;

    private TimeChecks() {}

    /** Which of some cells did not keep time, as a sentence; empty where all did. */
    public static String complaint(List<CellSummary> cells) {
        List<CellSummary> late = cells.stream().filter(cell -> !cell.keptTime()).toList();
        if (late.isEmpty()) {
            return "";
        }
        String named =
                late.stream()
                        .limit(MOST_NAMED)
                        .map(cell -> Integer.toString(cell.cell()))
                        .collect(Collectors.joining(", "));
        int more = late.size() - MOST_NAMED;
        return "Time was not kept in cell%s %s%s."
                .formatted(
                        late.size() == 1 ? "" : "s",
                        named,
                        more > 0 ? " and %d more".formatted(more) : "");
    }
}
