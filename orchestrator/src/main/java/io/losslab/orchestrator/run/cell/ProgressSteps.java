package io.losslab.orchestrator.run.cell;

import io.losslab.orchestrator.session.Progress;

/** Turns the totals of one attempt at a cell into steps for the progress line. */
public final class ProgressSteps {
    private final Progress progress;
    private long nanos;
    private long hops;

    /** Steps of an attempt that begins. */
    public ProgressSteps(Progress progress) {
        this.progress = progress;
    }

    /** The attempt came so far. */
    public void accept(long nowNanos, long packetHops) {
        progress.advance(nowNanos - nanos, packetHops - hops);
        nanos = nowNanos;
        hops = packetHops;
    }

    /** The attempt failed: its simulated time does not count. */
    public void takeBack() {
        progress.advance(-nanos, 0);
    }
}
