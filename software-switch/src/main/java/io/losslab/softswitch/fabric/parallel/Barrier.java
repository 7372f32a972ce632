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
    /* A spin takes some 15 ns. */
    private static final int SPINS = 20_000;
    private static final int FEW_SPINS = 200;

    /** From then on others on this core, such as compilers, go first. */
    private static final int SPINS_ALONE = 2_000;

    private static final int SPINS_BETWEEN_YIELDS = 64;

    private final int parties;
    private final int spins;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> parked;
    private volatile int generation;
    private volatile boolean open;

    Barrier(int parties) {
        this.parties = parties;
        spins = parties <= Runtime.getRuntime().availableProcessors() ? SPINS : FEW_SPINS;
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
        for (int spin = 0; spin < spins; spin++) {
            if (!waits(mine)) {
                return true;
            }
            Thread.onSpinWait();
            if (spin > SPINS_ALONE && spin % SPINS_BETWEEN_YIELDS == 0) {
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
