package io.losslab.orchestrator.progress;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * How far a run is, at one moment.
 *
 * @param cells of the whole run
 * @param done finished, in earlier runs into the directory too
 * @param failed that are not tried again
 * @param running numbers of the cells that run; empty where a cluster runs them
 * @param fraction of the work, 0 to 1
 * @param elapsedSeconds since this command began
 * @param secondsLeft estimate; null while nothing is known
 * @param simulatedSeconds that have passed in labs
 * @param packetHops packets that left a port; 0 where they are not counted
 * @param droppedPackets of the finished cells; null where none of them knows
 * @param switchPauseFrames of the finished cells: flow-control frames that switches sent; null
 *     likewise
 * @param hostPauseFrames the same of hosts
 * @param failedChecks of the finished cells
 * @param maxEgressQueueBytes longest queue of a switch port in the finished cells; null where none
 *     of them knows
 * @param note where the cells are; may be empty
 */
public record ProgressState(
        int cells,
        int done,
        int failed,
        List<Integer> running,
        double fraction,
        double elapsedSeconds,
        Double secondsLeft,
        double simulatedSeconds,
        long packetHops,
        Long droppedPackets,
        Long switchPauseFrames,
        long hostPauseFrames,
        long failedChecks,
        Long maxEgressQueueBytes,
        String note) {
    public ProgressState {
        running = List.copyOf(running);
    }

    /** Whether no cell is to come. */
    @JsonIgnore
    public boolean isOver() {
        return done + failed == cells;
    }

    public int waiting() {
        return cells - done - failed - running.size();
    }
}
