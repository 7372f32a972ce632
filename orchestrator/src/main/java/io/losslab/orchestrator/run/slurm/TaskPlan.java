package io.losslab.orchestrator.run.slurm;

import java.util.List;

/**
 * Cells that a task runs, one after the other, and what it may take.
 *
 * @param cells numbers, at least one
 * @param minutes after which Slurm ends it
 * @param memoryMebibytes above which Slurm may end it
 */
record TaskPlan(List<Integer> cells, long minutes, long memoryMebibytes) {
    TaskPlan {
        cells = List.copyOf(cells);
        if (cells.isEmpty() || minutes < 1 || memoryMebibytes < 1) {
            throw new IllegalArgumentException(
                    "%s, %d min, %d MiB".formatted(cells, minutes, memoryMebibytes));
        }
    }
}
