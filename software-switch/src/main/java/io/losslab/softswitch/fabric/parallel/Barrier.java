package io.losslab.softswitch.fabric.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Where threads wait for one another, over and over: spinning for some microseconds, then parked.
 * What a thread wrote before it came, all see that go on.
 */
final class Barrier {
    private static final int SPINS = 200;

    private final int parties;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> parked;
    private volatile int generation;
    private volatile boolean open;

    Barrier(int parties) {
        this.parties = parties;
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
        for (int spins = 0; spins < SPINS && waits(mine); spins++) {
            Thread.onSpinWait();
        }
        if (waits(mine)) {
            parked.set(party, Thread.currentThread());
            while (waits(mine)) {
                LockSupport.park(this);
            }
            parked.set(party, null);
        }
        return !open;
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
