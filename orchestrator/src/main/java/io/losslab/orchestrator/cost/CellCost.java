package io.losslab.orchestrator.cost;

/**
 * What a cell takes.
 *
 * @param seconds of one core
 * @param memoryBytes of the process that runs it
 */
public record CellCost(double seconds, long memoryBytes) {
    public CellCost {
        if (!(seconds >= 0) || memoryBytes < 0) {
            throw new IllegalArgumentException(seconds + " s, " + memoryBytes + " B");
        }
    }
}
