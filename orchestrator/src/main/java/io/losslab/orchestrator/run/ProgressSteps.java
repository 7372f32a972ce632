package io.losslab.orchestrator.run;

import io.losslab.orchestrator.session.Progress;

/** Turns the totals of one attempt at a cell into steps for the progress line. */
final class ProgressSteps {
    private final Progress progress;
    private long nanos;
    private long hops;

    ProgressSteps(Progress progress) {
        this.progress = progress;
    }

    void accept(long nowNanos, long packetHops) {
        progress.advance(nowNanos - nanos, packetHops - hops);
        nanos = nowNanos;
        hops = packetHops;
    }

    /** The attempt failed: its simulated time does not count. */
    void takeBack() {
        progress.advance(-nanos, 0);
    }
}
