package io.losslab.softswitch.fabric.parallel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the parts of a fabric side by side, conservatively (Chandy and Misra, 1979; windows as
 * Nicol, 1993): all run up to the earliest time at which something may yet come from another part,
 * then hand over what crosses.
 *
 * <p>The first part is run by the thread that calls, each other one by a thread of its own, which
 * this class starts and {@link #close} ends.
 */
public final class Windows implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** In place of a time: the part has failed. */
    private static final long FAILED = -1;

    private final List<Part> parts;
    private final long lookaheadPicos;
    private final Barrier barrier;

    /** By box and part: before that nothing happens on account of it; written before a barrier. */
    private final long[][] earliest;

    /** By part: what it threw; null for nothing. */
    private final Throwable[] failures;

    private final AtomicLong helpersCpuNanos = new AtomicLong();
    private long untilPicos;
    private boolean closed;

    /**
     * Starts threads for all parts but the first.
     *
     * @param lookaheadPicos what leaves a part arrives no earlier than this after it left; above 0
     */
    public Windows(List<? extends Part> parts, long lookaheadPicos, ThreadFactory threads) {
        if (lookaheadPicos <= 0) {
            throw new IllegalArgumentException("lookahead must be above zero: " + lookaheadPicos);
        }
        this.parts = List.copyOf(parts);
        this.lookaheadPicos = lookaheadPicos;
        barrier = new Barrier(parts.size());
        earliest = new long[2][parts.size()];
        failures = new Throwable[parts.size()];
        for (int part = 1; part < parts.size(); part++) {
            int own = part;
            threads.newThread(() -> help(own)).start();
        }
    }

    /**
     * Everything due by a time has happened in all parts on return.
     *
     * @throws IllegalStateException where a part failed, with what it threw; there is no going on
     */
    public void run(long until) {
        untilPicos = until;
        barrier.await(0);
        runPart(0);
        for (Throwable failure : failures) {
            if (failure != null) {
                throw new IllegalStateException("a part of the fabric failed", failure);
            }
        }
    }

    /** CPU time that the threads of this class have taken, nanoseconds. */
    public long helpersCpuNanos() {
        return helpersCpuNanos.get();
    }

    @Override
    public void close() {
        closed = true;
        barrier.await(0);
    }

    private void help(int part) {
        barrier.await(part);
        while (!closed) {
            long before = THREADS.getCurrentThreadCpuTime();
            runPart(part);
            helpersCpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime() - before);
            barrier.await(part);
        }
    }

    private void runPart(int own) {
        Part part = parts.get(own);
        int box = 0;
        long first = nextTime(part, own, box);
        while (first != FAILED && first <= untilPicos) {
            long end = Math.min(untilPicos, first + lookaheadPicos - 1);
            guarded(own, () -> part.run(end));
            box ^= 1;
            first = nextTime(part, own, box);
        }
        if (first != FAILED) {
            guarded(own, () -> part.run(untilPicos));
        }
        barrier.await(own);
    }

    /** Exchanges what crosses; the time before which nothing happens anywhere. */
    private long nextTime(Part part, int own, int box) {
        earliest[box][own] = FAILED;
        if (failures[own] == null) {
            guarded(
                    own,
                    () -> {
                        long crossing = part.send(box);
                        earliest[box][own] = Math.min(crossing, part.nothingBefore());
                    });
        }
        barrier.await(own);
        long first = Arrays.stream(earliest[box]).min().orElseThrow();
        if (first != FAILED) {
            guarded(own, () -> part.receive(box));
        }
        return first;
    }

    private void guarded(int own, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failures[own] = e;
        }
    }
}
