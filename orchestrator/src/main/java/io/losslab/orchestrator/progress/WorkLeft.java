package io.losslab.orchestrator.progress;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.Map;

/**
 * What cells cost in this run, in seconds of a worker: measured where one that differs only in its
 * seed has finished, otherwise by their simulated time. For one thread.
 */
final class WorkLeft {
    private final Map<Object, DoubleSummaryStatistics> measured = new HashMap<>();
    private double measuredSeconds;
    private double measuredNanos;

    /** A cell has taken so long. */
    void measured(CellWork cell, double seconds) {
        measured.computeIfAbsent(cell.point(), any -> new DoubleSummaryStatistics())
                .accept(seconds);
        measuredSeconds += seconds;
        measuredNanos += cell.nanos();
    }

    /** What a cell costs; without any measurement its simulated time, which costs compare by. */
    double of(CellWork cell) {
        DoubleSummaryStatistics alike = measured.get(cell.point());
        if (alike != null) {
            return alike.getAverage();
        }
        double secondsANano = measuredNanos > 0 ? measuredSeconds / measuredNanos : 1e-9;
        return Math.max(1, cell.nanos()) * secondsANano;
    }

    double of(Collection<CellWork> cells) {
        return cells.stream().mapToDouble(this::of).sum();
    }
}
