package io.losslab.analysis.summary;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A metric over the seeds of otherwise equal cells.
 *
 * @param mean over the seeds, each with the same weight
 * @param min least
 * @param max greatest
 * @param seeds how many had the metric; above zero
 */
public record Pooled(double mean, double min, double max, int seeds) {
    /** Pools a metric over cells; empty where none has it. */
    public static Optional<Pooled> of(Metric metric, String group, Collection<CellSummary> cells) {
        DoubleSummaryStatistics statistics =
                cells.stream()
                        .map(cell -> metric.of(cell, group))
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .summaryStatistics();
        if (statistics.getCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Pooled(
                        statistics.getAverage(),
                        statistics.getMin(),
                        statistics.getMax(),
                        Math.toIntExact(statistics.getCount())));
    }

    /** Change from another mean to this one as a fraction; empty where that is zero. */
    public OptionalDouble changeFrom(Pooled baseline) {
        return baseline.mean == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(mean / baseline.mean - 1);
    }
}
