package io.losslab.orchestrator.session;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Tells how far a run is: a line that is redrawn on a terminal, a line every few seconds otherwise.
 * Cells report from any thread; one daemon thread prints, from {@link #start} to {@link #close}.
 */
public final class Progress implements AutoCloseable {
    private static final long REDRAW_MILLIS = 200;
    private static final long PLAIN_MILLIS = 5_000;
    private static final int BAR_WIDTH = 24;

    private final Console console;
    private final int totalCells;
    private final LongSupplier nanoClock;
    private final long startedAt;
    private final AtomicInteger cellsDone = new AtomicInteger();
    private final AtomicInteger cellsFailed = new AtomicInteger();
    private final LongAdder expectedNanos = new LongAdder();
    private final LongAdder simulatedNanos = new LongAdder();
    private final LongAdder packetHops = new LongAdder();
    private final Thread printer;
    private volatile String note = "";
    private volatile boolean closed;

    /**
     * Makes a progress that prints nothing yet.
     *
     * @param totalSimulatedNanos simulated time of all cells together
     * @param nanoClock monotonic wall clock, {@code System::nanoTime}
     */
    public Progress(
            Console console, int totalCells, long totalSimulatedNanos, LongSupplier nanoClock) {
        this.console = console;
        this.totalCells = totalCells;
        this.expectedNanos.add(totalSimulatedNanos);
        this.nanoClock = nanoClock;
        this.startedAt = nanoClock.getAsLong();
        this.printer = new Thread(this::printUntilClosed, "progress");
        printer.setDaemon(true);
    }

    public Progress start() {
        printer.start();
        return this;
    }

    /** Says where the cells are, at the end of the line; may be empty. */
    public void note(String where) {
        note = where;
    }

    /** A cell came so much further. */
    public void advance(long simulatedNanosMore, long packetHopsMore) {
        simulatedNanos.add(simulatedNanosMore);
        packetHops.add(packetHopsMore);
    }

    public void cellDone() {
        cellsDone.incrementAndGet();
    }

    /** A cell failed; so much less is to be simulated. */
    public void cellFailed(long durationNanos) {
        cellsFailed.incrementAndGet();
        expectedNanos.add(-durationNanos);
    }

    /** Stops printing; a terminal's line is finished with the last state. */
    @Override
    public void close() {
        closed = true;
        printer.interrupt();
        try {
            printer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        console.err().print(console.interactive() ? "\r\033[K" + line() + "\n" : line() + "\n");
        console.err().flush();
    }

    /** The state in one line. */
    public String line() {
        double seconds = (nanoClock.getAsLong() - startedAt) / 1e9;
        double simulated = simulatedNanos.sum() / 1e9;
        int done = cellsDone.get();
        int failed = cellsFailed.get();
        double fraction =
                done + failed == totalCells
                        ? 1
                        : Math.min(
                                1,
                                simulatedNanos.sum() / (double) Math.max(1, expectedNanos.sum()));
        String left = "";
        if (fraction >= 1) {
            left = "  done in " + minutes(seconds);
        } else if (fraction > 0 && seconds > 0.5) {
            left = "  %s left".formatted(minutes(seconds * (1 - fraction) / fraction));
        }
        return String.format(
                Locale.ROOT,
                "%s %d/%d cells%s  %.1f M packet-hops/s  %.2f s simulated%s%s",
                bar(fraction),
                done,
                totalCells,
                failed == 0 ? "" : " (%d failed)".formatted(failed),
                seconds > 0 ? packetHops.sum() / seconds / 1e6 : 0,
                simulated,
                left,
                note.isEmpty() || fraction >= 1 ? "" : "  " + note);
    }

    private void printUntilClosed() {
        while (!closed) {
            try {
                Thread.sleep(console.interactive() ? REDRAW_MILLIS : PLAIN_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            console.err().print(console.interactive() ? "\r\033[K" + line() : line() + "\n");
            console.err().flush();
        }
    }

    private static String bar(double fraction) {
        int filled = (int) (fraction * BAR_WIDTH);
        return "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "]";
    }

    private static String minutes(double seconds) {
        long rounded = Math.round(seconds);
        return "%d:%02d".formatted(rounded / 60, rounded % 60);
    }
}
