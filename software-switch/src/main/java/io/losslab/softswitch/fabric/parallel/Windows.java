package io.losslab.softswitch.fabric.parallel;

import io.losslab.api.process.DaemonThreads;
import io.losslab.api.process.Unchecked;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
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

    /** In place of a time: a part has failed, or the fabric is closed. */
    private static final long FAILED = -1;

    /** Longer than a window, unless a part hangs. */
    private static final long END_MILLIS = 1_000;

    private final List<Part> parts;
    private final long lookaheadPicos;
    private final Barrier barrier;

    /** By box and part: before that nothing happens on account of it; written before a barrier. */
    private final long[][] earliest;

    /** By part: what it threw; null for nothing. */
    private final Throwable[] failures;

    private final List<Thread> helpers = new ArrayList<>();
    private final AtomicLong helpersCpuNanos = new AtomicLong();
    private long untilPicos;

    /**
     * Starts threads for all parts but the first.
     *
     * @param lookaheadPicos what leaves a part arrives no earlier than this after it left; above 0,
     *     {@link Long#MAX_VALUE} where nothing does
     * @param name of the threads
     */
    public Windows(List<? extends Part> parts, long lookaheadPicos, String name) {
        if (lookaheadPicos <= 0) {
            throw new IllegalArgumentException("lookahead must be above zero: " + lookaheadPicos);
        }
        this.parts = List.copyOf(parts);
        this.lookaheadPicos = lookaheadPicos;
        barrier = new Barrier(parts.size());
        earliest = new long[2][parts.size()];
        failures = new Throwable[parts.size()];
        ThreadFactory threads = DaemonThreads.named(name);
        for (int part = 1; part < parts.size(); part++) {
            helpers.add(threads.newThread(new Helper(this, part)));
        }
        helpers.forEach(Thread::start);
    }

    /**
     * Everything due by a time has happened in all parts on return.
     *
     * @throws IllegalStateException where the fabric is closed; what a part throws comes through,
     *     and there is no going on
     */
    public void run(long until) {
        untilPicos = until;
        if (!barrier.await(0) || !runPart(0)) {
            throw new IllegalStateException("the fabric is closed");
        }
        for (Throwable failure : failures) {
            if (failure != null) {
                throw Unchecked.of(failure);
            }
        }
    }

    /** CPU time that the threads of this class have taken, nanoseconds. */
    public long helpersCpuNanos() {
        return helpersCpuNanos.get();
    }

    /**
     * Ends the threads where they wait for one another next, and waits for their end, a second each
     * at most: until then they keep all of the fabric in memory. Any thread may.
     */
    @Override
    public void close() {
        barrier.open();
        try {
            for (Thread helper : helpers) {
                helper.join(END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a thread does; it is some time after its end that a thread lets go of its task. */
    private static final class Helper implements Runnable {
        private final int part;
        private Windows windows;

        Helper(Windows windows, int part) {
            this.windows = windows;
            this.part = part;
        }

        @Override
        public void run() {
            windows.help(part);
            windows = null;
        }
    }

    private void help(int part) {
        while (barrier.await(part)) {
            long before = THREADS.getCurrentThreadCpuTime();
            runPart(part);
            helpersCpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime() - before);
        }
    }

    /** Returns whether it went on to the end. */
    private boolean runPart(int own) {
        Part part = parts.get(own);
        int box = 0;
        long first = nextTime(part, own, box);
        while (first != FAILED && first <= untilPicos) {
            long end = first + Math.min(untilPicos - first, lookaheadPicos - 1);
            guarded(own, () -> part.run(end));
            box ^= 1;
            first = nextTime(part, own, box);
        }
        if (first != FAILED) {
            guarded(own, () -> part.run(untilPicos));
        }
        return barrier.await(own);
    }

    /**
     * Exchanges what crosses.
     *
     * @return the time before which nothing happens anywhere, or {@link #FAILED}
     */
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
        if (!barrier.await(own)) {
            return FAILED;
        }
        long first = least(earliest[box]);
        if (first != FAILED) {
            guarded(own, () -> part.receive(box));
        }
        return first;
    }

    private static long least(long[] times) {
        long least = times[0];
        for (long time : times) {
            least = Math.min(least, time);
        }
        return least;
    }

    private void guarded(int own, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failures[own] = e;
        }
    }
}
