package io.losslab.orchestrator.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (and SIGTERM) into an orderly end: workers stop, and the process does not go before
 * what was finished is written. Thread safe.
 */
public final class Interruption implements AutoCloseable {
    /** A change of a device that is under way and its undoing, which each may take half of it. */
    private static final Duration PATIENCE = Duration.ofMinutes(70);

    /** After which a user is to know why the process is still there. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final String STILL_HERE =
            "losslab: interrupted: writing results and restoring devices (SONiC takes minutes)";

    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "interruption");
    private volatile boolean happened;
    private volatile Runnable stop = () -> {};

    /** That this is a part of; null where it watches by itself. */
    private final Interruption outer;

    private Interruption(Interruption outer) {
        this.outer = outer;
    }

    /** One of a part of what this one watches: the process stays until this one is closed. */
    Interruption ofPart() {
        return new Interruption(this);
    }

    /** Begins to watch for it. */
    public static Interruption watch() {
        Interruption interruption = new Interruption(null);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Says how to stop what runs; may be called more than once. */
    public void stops(Runnable what) {
        if (outer != null) {
            outer.stops(what);
            return;
        }
        stop = what;
        if (happened) {
            what.run();
        }
    }

    /** Names the workers that are to stop. What they had not begun is cancelled then. */
    public void stops(ExecutorService executor) {
        stops(() -> cancel(executor));
    }

    private static void cancel(ExecutorService executor) {
        for (Runnable waiting : executor.shutdownNow()) {
            if (waiting instanceof Future<?> task) {
                task.cancel(false);
            }
        }
    }

    public boolean happened() {
        return outer == null ? happened : outer.happened();
    }

    /** What was finished is written; the process may go. */
    @Override
    public void close() {
        if (outer != null) {
            outer.stops(() -> {});
            return;
        }
        written.countDown();
        if (!happened) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                happened = true; // The process is going down already, and the run is complete.
            }
        }
    }

    /** Has the workers stop, and waits until this is closed. */
    void onShutdown() {
        happened = true;
        stop.run();
        try {
            if (!written.await(SILENCE.toSeconds(), TimeUnit.SECONDS)) {
                System.err.println(STILL_HERE);
                written.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
