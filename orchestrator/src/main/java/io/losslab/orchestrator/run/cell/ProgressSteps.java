package io.losslab.orchestrator.run.cell;

import io.losslab.orchestrator.progress.Progress;

/**
 * What one attempt at a cell reports about its progress.
 *
 * @param progress of the run
 * @param cell number of the cell
 */
public record ProgressSteps(Progress progress, int cell) {
    /** The attempt came so far. */
    public void accept(long nowNanos, long packetHops) {
        progress.reached(cell, nowNanos, packetHops);
    }

    /** The attempt failed: its simulated time does not count. */
    public void takeBack() {
        progress.takeBack(cell);
    }
}
