package io.losslab.orchestrator.progress;

/** A cell that runs, how far it is, and how fast. Times are those of a monotonic wall clock. */
final class RunningCell {
    private static final double SECONDS = 1e-9;

    private final CellWork work;
    private final long began;
    private long nanos;
    private long hops;
    private long reachedAt;

    /** The first report: what came before it was preparation. */
    private long firstAt;

    private long firstNanos;

    RunningCell(CellWork work, long now) {
        this.work = work;
        this.began = now;
        this.firstAt = now;
        this.reachedAt = now;
    }

    /** It came so far; from zero, where an attempt was taken back. */
    void reached(long newNanos, long newHops, long now) {
        if (newNanos == 0) {
            firstAt = now;
            firstNanos = 0;
        } else if (nanos == 0) {
            firstAt = now;
            firstNanos = newNanos;
        }
        nanos = newNanos;
        hops = newHops;
        reachedAt = now;
    }

    CellWork work() {
        return work;
    }

    long nanos() {
        return nanos;
    }

    long hops() {
        return hops;
    }

    /** How much of its traffic's time has passed, 0 to 1. */
    double fraction() {
        return Math.min(1, nanos / (double) Math.max(1, work.nanos()));
    }

    /** What it still needs, where any of its time has passed. */
    double secondsLeft(long now) {
        boolean twice = nanos > firstNanos;
        long since = twice ? firstAt : began;
        double passed = twice ? nanos - firstNanos : nanos;
        double left = Math.max(0, work.nanos() - nanos) * ((reachedAt - since) / passed);
        return Math.max(0, left - (now - reachedAt)) * SECONDS;
    }

    /** What it needs altogether. */
    double seconds(long now) {
        return (now - began) * SECONDS + secondsLeft(now);
    }
}
