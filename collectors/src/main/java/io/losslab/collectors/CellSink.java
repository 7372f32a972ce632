package io.losslab.collectors;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.duckdb.DuckDBConnection;

/**
 * Takes the rows of one cell. {@link #finish()} makes them part of the results; closing a sink that
 * was not finished leaves nothing, so that try-with-resources does the right thing when a cell
 * fails.
 *
 * <p>Rows wait in memory and go to disk in files of a quarter million, so a sink stays below about
 * 60 MB. Times are nanoseconds from the start of the cell, sizes bytes. For one thread; several
 * sinks may work side by side.
 */
public final class CellSink implements AutoCloseable {
    /** Ends the name of what a cell wrote that is not finished. */
    static final String UNFINISHED = ".tmp";

    private static final int ROWS_IN_MEMORY = 1 << 18;

    private final int cell;
    private final Path unfinished;
    private final Path finished;
    private final RowBuffer flows = new RowBuffer(RowSchema.FLOWS);
    private final RowBuffer counters = new RowBuffer(RowSchema.COUNTERS);
    private final RowBuffer events = new RowBuffer(RowSchema.EVENTS);
    private final RowBuffer pauses = new RowBuffer(RowSchema.PAUSES);
    private final RowBuffer iterations = new RowBuffer(RowSchema.ITERATIONS);
    private final List<RowBuffer> all = List.of(flows, counters, events, pauses, iterations);
    private DuckDBConnection duckDb;
    private boolean closed;

    CellSink(Path parts, int cell) throws IOException {
        this.cell = cell;
        this.finished = parts.resolve(directoryName(cell));
        this.unfinished = parts.resolve(directoryName(cell) + UNFINISHED);
        Files.createDirectory(unfinished);
    }

    /** The folder of what a finished cell wrote. */
    static String directoryName(int cell) {
        return String.format(Locale.ROOT, "cell-%06d", cell);
    }

    /**
     * Adds a flow or message.
     *
     * @param group traffic name of the experiment
     * @param src sending host
     * @param dst receiving host
     * @param flow queue pair, unique in the cell
     * @param bytes payload
     * @param startNanos when it was posted
     * @param endNanos when it was complete; -1 where it never was
     * @param fctNanos what the traffic tool would report: end - start, or half the round trip of a
     *     latency flow; -1 where it never completed
     * @param idealNanos time on an idle network; 0 where unknown
     * @param retransmits retransmitted packets; -1 where unknown
     */
    public void flow(
            String group,
            String src,
            String dst,
            FlowKind kind,
            int flow,
            long bytes,
            long startNanos,
            long endNanos,
            long fctNanos,
            long idealNanos,
            int retransmits)
            throws IOException {
        RowBuffer rows = newRow(flows);
        rows.set(0, rows.word(group));
        rows.set(1, rows.word(src));
        rows.set(2, rows.word(dst));
        rows.set(3, rows.word(kind.word()));
        rows.set(4, flow);
        rows.set(5, bytes);
        rows.set(6, startNanos);
        rows.set(7, endNanos);
        rows.set(8, fctNanos);
        rows.set(9, idealNanos);
        rows.set(10, retransmits);
        writeWhenFull(rows);
    }

    /**
     * Adds a counter's sample.
     *
     * @param port 1-based
     * @param queue 0-based; -1 for a counter of the whole port
     * @param counter lowerCamelCase, such as {@code ingressBytes}
     */
    public void counter(
            long timeNanos, String device, int port, int queue, String counter, long value)
            throws IOException {
        RowBuffer rows = newRow(counters);
        rows.set(0, timeNanos);
        rows.set(1, rows.word(device));
        rows.set(2, port);
        rows.set(3, queue);
        rows.set(4, rows.word(counter));
        rows.set(5, value);
        writeWhenFull(rows);
    }

    /**
     * Adds an event.
     *
     * @param port 1-based
     * @param queue 0-based; -1 where the event is the port's
     * @param kind a word for what happened: pause, resume, drop
     * @param cause why, for users; may be empty
     */
    public void event(long timeNanos, String device, int port, int queue, String kind, String cause)
            throws IOException {
        RowBuffer rows = newRow(events);
        rows.set(0, timeNanos);
        rows.set(1, rows.word(device));
        rows.set(2, port);
        rows.set(3, queue);
        rows.set(4, rows.word(kind));
        rows.set(5, rows.word(cause));
        writeWhenFull(rows);
    }

    /**
     * Adds the time that a flow was paused in a queue on account of a congested port.
     *
     * @param group traffic name of the experiment
     * @param flow queue pair, unique in the cell
     * @param device that held its packets
     * @param port 1-based
     * @param queue 0-based
     * @param rootDevice whose port was congested
     * @param rootPort 1-based
     * @param crossesRoot whether the flow passes the congested port
     */
    public void pause(
            String group,
            int flow,
            String device,
            int port,
            int queue,
            String rootDevice,
            int rootPort,
            boolean crossesRoot,
            long pausedNanos)
            throws IOException {
        RowBuffer rows = newRow(pauses);
        rows.set(0, rows.word(group));
        rows.set(1, flow);
        rows.set(2, rows.word(device));
        rows.set(3, port);
        rows.set(4, queue);
        rows.set(5, rows.word(rootDevice));
        rows.set(6, rootPort);
        rows.set(7, crossesRoot ? 1 : 0);
        rows.set(8, pausedNanos);
        writeWhenFull(rows);
    }

    /**
     * Adds an iteration that a host completed.
     *
     * @param group traffic name of the experiment
     * @param rank of the host in the group
     * @param ranks how many hosts of the group run iterations
     * @param iteration from 0
     * @param startNanos when the host began it
     * @param endNanos when all that it sends, receives and computes was complete
     * @param busBytes that count for the bus bandwidth; 0 where it has none
     */
    public void iteration(
            String group,
            String host,
            int rank,
            int ranks,
            long iteration,
            long startNanos,
            long endNanos,
            long busBytes)
            throws IOException {
        RowBuffer rows = newRow(iterations);
        rows.set(0, rows.word(group));
        rows.set(1, rows.word(host));
        rows.set(2, rank);
        rows.set(3, ranks);
        rows.set(4, iteration);
        rows.set(5, startNanos);
        rows.set(6, endNanos);
        rows.set(7, busBytes);
        writeWhenFull(rows);
    }

    /**
     * Adds the cell's part of a text file of the run.
     *
     * @param fileName of the run's directory, such as {@code perftest.txt}; once only
     */
    public void text(String fileName, String content) throws IOException {
        checkOpen();
        Files.writeString(unfinished.resolve(fileName), content, StandardOpenOption.CREATE_NEW);
    }

    /**
     * Writes what waits, makes the cell part of the results in one step, and closes the sink.
     *
     * @throws IOException where the disk refuses; the cell then leaves nothing
     */
    public void finish() throws IOException {
        checkOpen();
        try {
            for (RowBuffer rows : all) {
                write(rows);
            }
            closeDatabase();
            CellContents.write(unfinished);
            FileTree.force(unfinished);
            Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
            closed = true;
        } finally {
            close();
        }
    }

    /** Forgets the cell, unless {@link #finish()} has made it part of the results. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        closeDatabase();
        FileTree.delete(unfinished);
    }

    private RowBuffer newRow(RowBuffer rows) {
        checkOpen();
        rows.newRow();
        return rows;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the sink of cell " + cell + " is closed");
        }
    }

    private void writeWhenFull(RowBuffer rows) throws IOException {
        if (rows.rows() >= ROWS_IN_MEMORY) {
            write(rows);
        }
    }

    private void write(RowBuffer rows) throws IOException {
        if (rows.rows() == 0) {
            return;
        }
        try {
            if (duckDb == null) {
                duckDb = Sql.open();
            }
            rows.writeTo(duckDb, cell, unfinished);
        } catch (SQLException e) {
            throw Sql.failure("rows of cell " + cell + " could not be written", e);
        }
    }

    private void closeDatabase() throws IOException {
        if (duckDb == null) {
            return;
        }
        try {
            duckDb.close();
        } catch (SQLException e) {
            throw Sql.failure("the database of cell " + cell + " could not be closed", e);
        } finally {
            duckDb = null;
        }
    }
}
