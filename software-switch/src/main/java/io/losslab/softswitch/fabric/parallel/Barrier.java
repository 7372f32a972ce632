package io.losslab.softswitch.fabric.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Where threads wait for one another, over and over: spinning for some microseconds, then parked.
 * What a thread wrote before it came, all see that go on.
 */
final class Barrier {
    private static final int SPINS = 2_000;

    private final int parties;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> parked;
    private volatile int generation;

    Barrier(int parties) {
        this.parties = parties;
        parked = new AtomicReferenceArray<>(parties);
    }

    /**
     * Waits until all have come.
     *
     * @param party number of this thread, from 0
     */
    void await(int party) {
        int mine = generation;
        if (waiting.incrementAndGet() == parties) {
            waiting.set(0);
            generation = mine + 1;
            for (int other = 0; other < parties; other++) {
                LockSupport.unpark(parked.get(other));
            }
            return;
        }
        for (int spins = 0; spins < SPINS && generation == mine; spins++) {
            Thread.onSpinWait();
        }
        if (generation == mine) {
            parked.set(party, Thread.currentThread());
            while (generation == mine) {
                LockSupport.park(this);
            }
            parked.set(party, null);
        }
    }
}
