package io.losslab.softswitch.fabric.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Where threads wait for one another, over and over: spinning for as long as waking one up may take
 * where each has a core, for some microseconds elsewhere, then parked. What a thread wrote before
 * it came, all see that go on.
 */
final class Barrier {
    private static final long SPIN_NANOS = 300_000;
    private static final long SHORT_SPIN_NANOS = 3_000;

    /** From then on others on this core, such as compilers, go first. */
    private static final long YIELD_NANOS = 30_000;

    private static final int SPINS_PER_LOOK = 50;

    private final int parties;
    private final long spinNanos;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> parked;
    private volatile int generation;
    private volatile boolean open;

    Barrier(int parties) {
        this.parties = parties;
        spinNanos =
                parties <= Runtime.getRuntime().availableProcessors()
                        ? SPIN_NANOS
                        : SHORT_SPIN_NANOS;
        parked = new AtomicReferenceArray<>(parties);
    }

    /** Lets all go, now and from here on. */
    void open() {
        open = true;
        release();
    }

    /**
     * Waits until all have come, or no one waits any more.
     *
     * @param party number of this thread, from 0
     * @return whether all have come
     */
    boolean await(int party) {
        int mine = generation;
        if (waiting.incrementAndGet() == parties) {
            waiting.set(0);
            generation = mine + 1;
            release();
            return !open;
        }
        if (!spun(mine)) {
            parked.set(party, Thread.currentThread());
            while (waits(mine)) {
                LockSupport.park(this);
            }
            parked.set(party, null);
        }
        return !open;
    }

    /** Returns whether what it waited for came while it spun. */
    @SuppressWarnings("ThreadPriorityCheck") // only a courtesy: nothing relies on it
    private boolean spun(int mine) {
        long start = System.nanoTime();
        for (long spent = 0; spent < spinNanos; spent = System.nanoTime() - start) {
            for (int spin = 0; spin < SPINS_PER_LOOK; spin++) {
                if (!waits(mine)) {
                    return true;
                }
                Thread.onSpinWait();
            }
            if (spent > YIELD_NANOS) {
                Thread.yield();
            }
        }
        return !waits(mine);
    }

    private boolean waits(int mine) {
        return generation == mine && !open;
    }

    private void release() {
        for (int party = 0; party < parties; party++) {
            LockSupport.unpark(parked.get(party));
        }
    }
}
