package io.losslab.analysis.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.statistics.SeedMean;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A metric over the seeds of otherwise equal cells. Cells of the same seed that differ in other
 * parameters count as one value, their mean: only seeds are independent of each other.
 *
 * @param bySeed the value at each seed; not kept in files
 * @param mean over the seeds, each with the same weight
 * @param min least
 * @param max greatest
 * @param seeds how many had the metric; above zero
 * @param interval of the mean; null with one seed
 */
public record Pooled(
        @JsonIgnore Map<String, Double> bySeed,
        double mean,
        double min,
        double max,
        int seeds,
        Interval interval) {
    /** Parameter of a cell that all its randomness comes from. */
    public static final String SEED = "seed";

    public Pooled {
        bySeed = bySeed == null ? Map.of() : new LinkedHashMap<>(bySeed);
    }

    /** Pools a metric over cells; empty where none has it. */
    public static Optional<Pooled> of(Metric metric, String group, Collection<CellSummary> cells) {
        Map<String, DoubleSummaryStatistics> atSeed = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            metric.of(cell, group)
                    .ifPresent(
                            value ->
                                    atSeed.computeIfAbsent(
                                                    cell.param(SEED),
                                                    seed -> new DoubleSummaryStatistics())
                                            .accept(value));
        }
        Map<String, Double> bySeed = new LinkedHashMap<>();
        atSeed.forEach((seed, values) -> bySeed.put(seed, values.getAverage()));
        return bySeed.isEmpty() ? Optional.empty() : Optional.of(of(bySeed));
    }

    private static Pooled of(Map<String, Double> bySeed) {
        double[] values = values(bySeed, bySeed.keySet());
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        for (double value : values) {
            all.accept(value);
        }
        return new Pooled(
                bySeed,
                all.getAverage(),
                all.getMin(),
                all.getMax(),
                values.length,
                SeedMean.interval(values).orElse(null));
    }

    /**
     * The change from a baseline to this, over the seeds that both have; empty where the baseline
     * is zero.
     */
    public Optional<PairedChange> changeFrom(Pooled baseline) {
        List<String> common =
                bySeed.keySet().stream().filter(baseline.bySeed::containsKey).toList();
        return common.isEmpty()
                ? PairedChange.ofMeans(mean, baseline.mean)
                : PairedChange.of(values(bySeed, common), values(baseline.bySeed, common));
    }

    private static double[] values(Map<String, Double> bySeed, Collection<String> seeds) {
        return seeds.stream().mapToDouble(bySeed::get).toArray();
    }
}
