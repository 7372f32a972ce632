package io.losslab.analysis.replay;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The pauses that a run recorded, by cell. */
public final class RecordedPauses {
    /** Of a run that recorded none. */
    public static final RecordedPauses NONE = new RecordedPauses(Map.of());

    private final Map<Integer, Pauses> cells;

    private RecordedPauses(Map<Integer, Pauses> cells) {
        this.cells = cells;
    }

    /** Of one cell. */
    private record Pauses(List<PauseSpan> spans, long knownUntilNanos) {}

    /** Reads those of a results directory. */
    public static RecordedPauses read(Path directory) throws IOException {
        Path events = directory.resolve("events.parquet");
        if (!Files.exists(events)) {
            return NONE;
        }
        RunManifest manifest = RunManifest.read(directory);
        PortIndex ports = new PortIndex(manifest.topology().links());
        Map<Integer, Pauses> cells = new TreeMap<>();
        try (Connection duckDb = RowQueries.open()) {
            for (CellOutcome outcome : CellOutcome.readAll(directory)) {
                RecordedEvents recorded =
                        RecordedEvents.read(
                                duckDb,
                                events,
                                outcome.cell(),
                                ports,
                                manifest.hostAgents(),
                                outcome.endNanos());
                long known = recorded.knownUntilNanos().orElse(outcome.endNanos());
                cells.put(
                        outcome.cell(),
                        new Pauses(recorded.pauses(), Math.min(known, outcome.endNanos())));
            }
        } catch (SQLException e) {
            throw new IOException("pauses of %s: %s".formatted(directory, e.getMessage()), e);
        }
        return new RecordedPauses(cells);
    }

    /**
     * Until when all pauses of a cell are known: to the end of its measurement, or to the time when
     * a device had no room for more of them. 0 for a cell that it does not have.
     */
    public long knownUntilNanos(int cell) {
        Pauses pauses = cells.get(cell);
        return pauses == null ? 0 : pauses.knownUntilNanos();
    }

    /** How long queues and ports were paused from the beginning of a cell to a time, in all. */
    public long pausedNanos(int cell, long untilNanos) {
        Pauses pauses = cells.get(cell);
        return pauses == null
                ? 0
                : pauses.spans().stream()
                        .mapToLong(
                                span ->
                                        Math.max(
                                                0,
                                                Math.min(span.endNanos(), untilNanos)
                                                        - span.beginNanos()))
                        .sum();
    }
}
