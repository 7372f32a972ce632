package io.losslab.orchestrator.progress;

import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how far a run is: a line that is redrawn on a terminal, otherwise a line now and then; and
 * a file for other processes. One daemon thread does it, from {@link #start} to {@link #close}.
 */
public final class ProgressPrinter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressPrinter.class);

    private static final long STEP_MILLIS = 200;
    private static final long FILE_NANOS = 1_000_000_000L;

    /** Without a terminal, lines come less often the longer the run is. */
    private static final double LEAST_SECONDS = 5;

    private static final double MOST_SECONDS = 60;
    private static final double SECONDS_A_SECOND = 0.05;

    private final Console console;
    private final Progress progress;
    private final Optional<Path> directory;
    private final Optional<String> metrics;
    private final Thread thread = new Thread(this::printUntilClosed, "progress");
    private double printedAt;
    private volatile boolean closed;

    private ProgressPrinter(
            Console console,
            Progress progress,
            Optional<Path> directory,
            Optional<String> metrics) {
        this.console = console;
        this.progress = progress;
        this.directory = directory;
        this.metrics = metrics;
    }

    /** Begins to print, without a file. */
    public static ProgressPrinter start(Console console, Progress progress) {
        return new ProgressPrinter(console, progress, Optional.empty(), Optional.empty()).begin();
    }

    /**
     * Begins to print and to write the file.
     *
     * @param directory of the run
     * @param metrics where its live counters are, if they are served
     */
    static ProgressPrinter start(
            Console console, Progress progress, Path directory, Optional<String> metrics) {
        ProgressPrinter printer =
                new ProgressPrinter(console, progress, Optional.of(directory), metrics);
        printer.write();
        return printer.begin();
    }

    private ProgressPrinter begin() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /** Stops; a terminal's line is finished with the last state, which the file has, too. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        write();
        ProgressState last = progress.state();
        if (!last.isOver()) {
            print(ProgressText.stopped(last) + "\n");
        } else if (console.interactive()) {
            print(ProgressText.withBar(last) + "\n");
        } else {
            print(ProgressText.asText(last) + "\n");
        }
    }

    private void printUntilClosed() {
        long written = System.nanoTime();
        while (!closed) {
            try {
                Thread.sleep(STEP_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            if (System.nanoTime() - written >= FILE_NANOS) {
                write();
                written = System.nanoTime();
            }
            ProgressState state = progress.state();
            if (console.interactive()) {
                print(ProgressText.withBar(state));
            } else if (isLineDue(state.elapsedSeconds())) {
                print(ProgressText.asText(state) + "\n");
            }
        }
    }

    private boolean isLineDue(double now) {
        double pause = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, now * SECONDS_A_SECOND));
        boolean due = now - printedAt >= pause;
        printedAt = due ? now : printedAt;
        return due;
    }

    private void print(String text) {
        console.err().print(console.interactive() ? "\r\033[K" + text : text);
        console.err().flush();
    }

    /** A disk that is full ends the run elsewhere. */
    private void write() {
        if (directory.isEmpty()) {
            return;
        }
        try {
            ProgressFile.write(directory.get(), metrics, progress.state());
        } catch (IOException e) {
            LOG.warn("progress was not written: {}", FileFailure.reason(e));
        }
    }
}
