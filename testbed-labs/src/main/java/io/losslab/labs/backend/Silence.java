package io.losslab.labs.backend;

/**
 * How long a run's hosts have sent nothing; what was sent before the run is not known. Thread safe.
 */
public final class Silence {
    private boolean broken;
    private long since = System.nanoTime();

    /** Hosts are about to send. */
    public synchronized void end() {
        broken = true;
    }

    /** Hosts send no more; nothing happens where they did not. */
    public synchronized void begin() {
        if (broken) {
            broken = false;
            since = System.nanoTime();
        }
    }

    /** How long it is until it has lasted for a time. */
    public synchronized long untilNanos(long nanos) {
        return broken ? nanos : Math.max(0, nanos - (System.nanoTime() - since));
    }
}
