package io.losslab.api.traffic;

import java.util.ArrayList;
import java.util.List;

/** Completed iterations of programs, until they are collected. */
public final class IterationLog {
    /**
     * One of them.
     *
     * @param program id, as its caller gave it
     * @param number from 0
     * @param beginNanos when the iteration before was complete, or the program began
     * @param endNanos when its last step was complete
     */
    public record Iteration(int program, long number, long beginNanos, long endNanos) {}

    private List<Iteration> rows = new ArrayList<>();

    public void add(int program, long number, long beginNanos, long endNanos) {
        rows.add(new Iteration(program, number, beginNanos, endNanos));
    }

    /** Hands over the iterations completed since the last call. */
    public List<Iteration> drain() {
        List<Iteration> drained = rows;
        rows = new ArrayList<>();
        return drained;
    }
}
