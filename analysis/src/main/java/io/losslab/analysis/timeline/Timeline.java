package io.losslab.analysis.timeline;

import io.losslab.analysis.run.FileReplacement;
import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunManifest.CellRef;
import io.losslab.analysis.summary.CellOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes cells of a run as a trace that Perfetto opens. Rows are streamed: memory grows with the
 * number of queues and of messages that overlap, not with that of rows.
 */
public final class Timeline {
    /** What the file is called where the user names none. */
    public static final String FILE = "timeline.pftrace";

    private final Path directory;
    private final RunManifest manifest;
    private long events;

    private Timeline(Path directory) throws IOException {
        this.directory = directory;
        this.manifest = RunManifest.read(directory);
    }

    /**
     * Writes a trace in one step.
     *
     * @param directory results of a run
     * @param cells numbers of finished cells
     * @return how many events it has
     * @throws IOException where rows cannot be read or the file cannot be written; there is no file
     *     then that was not there before
     */
    public static long write(Path directory, Collection<Integer> cells, Path file)
            throws IOException {
        Timeline timeline = new Timeline(directory);
        FileReplacement.write(file, unfinished -> timeline.writeTo(unfinished, cells));
        return timeline.events;
    }

    /** Whether a file is a trace of this class. */
    public static boolean isOne(Path file) throws IOException {
        return TraceFile.isOne(file);
    }

    private void writeTo(Path file, Collection<Integer> cells) throws IOException {
        List<CellOutcome> outcomes = CellOutcome.readAll(directory);
        try (TraceFile trace = new TraceFile(file);
                Connection duckDb = RowQueries.openStreaming()) {
            for (CellOutcome cell : outcomes) {
                if (cells.contains(cell.cell())) {
                    write(trace, duckDb, cell);
                }
            }
            events = trace.events();
        } catch (SQLException e) {
            throw new IOException(directory + ": " + e.getMessage(), e);
        }
    }

    private void write(TraceFile trace, Connection duckDb, CellOutcome cell)
            throws SQLException, IOException {
        CellTracks tracks = new CellTracks(trace, cell.cell(), name(cell));
        boolean known = manifest.topology().isOf(cell.cell());
        new PauseSlices(trace, tracks, known ? manifest.topology().links() : List.of())
                .write(
                        duckDb,
                        rows("events"),
                        cell.cell(),
                        manifest.hostAgents(),
                        cell.lastNanos());
        CounterValues.write(trace, tracks, duckDb, rows("counters"), cell.cell());
        new FlowSlices(trace, tracks, cell.lastNanos())
                .write(duckDb, rows("flows"), rows("pauses"), cell.cell());
    }

    private Path rows(String name) {
        return directory.resolve(name + ".parquet");
    }

    private String name(CellOutcome cell) {
        String sweep = manifest.cell(cell.cell()).map(CellRef::sweep).orElse(null);
        return "cell %d%s: %s"
                .formatted(
                        cell.cell(),
                        sweep == null ? "" : " (" + sweep + ")",
                        cell.params().entrySet().stream()
                                .map(param -> param.getKey() + "=" + param.getValue())
                                .collect(Collectors.joining(" ")));
    }
}
