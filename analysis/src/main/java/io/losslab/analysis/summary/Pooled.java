package io.losslab.analysis.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.statistics.SeedMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A metric over the seeds of otherwise equal cells. Cells of the same seed that differ in other
 * parameters count as one value, their mean: only seeds are independent of each other.
 *
 * @param samples the value of each cell; not kept in files
 * @param mean over the seeds, each with the same weight
 * @param min least
 * @param max greatest
 * @param seeds how many had the metric; above zero
 * @param interval of the mean; null with one seed
 */
public record Pooled(
        @JsonIgnore List<Sample> samples,
        double mean,
        double min,
        double max,
        int seeds,
        Interval interval) {
    /** Parameter of a cell that all its randomness comes from. */
    public static final String SEED = "seed";

    /**
     * A cell's value.
     *
     * @param params of the cell
     */
    public record Sample(Map<String, Object> params, double value) {
        private String seed() {
            return String.valueOf(params.get(SEED));
        }

        /** What distinguishes a cell from others of one side of a comparison. */
        private List<String> key(Collection<String> parameters) {
            return parameters.stream().map(name -> String.valueOf(params.get(name))).toList();
        }
    }

    public Pooled {
        samples = samples == null ? List.of() : List.copyOf(samples);
    }

    /** Pools a metric over cells; empty where none has it. */
    public static Optional<Pooled> of(Metric metric, String group, Collection<CellSummary> cells) {
        List<Sample> samples = new ArrayList<>();
        for (CellSummary cell : cells) {
            metric.of(cell, group)
                    .ifPresent(value -> samples.add(new Sample(cell.params(), value)));
        }
        return samples.isEmpty() ? Optional.empty() : Optional.of(of(samples));
    }

    private static Pooled of(List<Sample> samples) {
        double[] values =
                meanBySeed(samples).values().stream().mapToDouble(Double::doubleValue).toArray();
        return new Pooled(
                samples,
                Arrays.stream(values).average().orElseThrow(),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow(),
                values.length,
                SeedMean.interval(values).orElse(null));
    }

    /** The value at each seed. */
    public Map<String, Double> bySeed() {
        return meanBySeed(samples);
    }

    /**
     * The change from a baseline to this, over the seeds that both have, and at each seed over the
     * cells that both have, where cells have further parameters and both have some in common; empty
     * where the baseline is zero.
     */
    public Optional<PairedChange> changeFrom(Pooled baseline) {
        Set<String> varied = new LinkedHashSet<>(List.of(SEED));
        varied.addAll(variedParameters(samples));
        varied.addAll(variedParameters(baseline.samples));
        Map<String, Double> own = meanBySeed(alike(samples, baseline.samples, varied));
        Map<String, Double> other = meanBySeed(alike(baseline.samples, samples, varied));
        if (own.isEmpty()) {
            own = bySeed();
            other = baseline.bySeed();
        }
        List<String> common = own.keySet().stream().filter(other::containsKey).toList();
        return common.isEmpty()
                ? PairedChange.ofMeans(mean, baseline.mean)
                : PairedChange.of(values(own, common), values(other, common));
    }

    private static Set<String> variedParameters(List<Sample> samples) {
        Set<String> names = new LinkedHashSet<>();
        samples.forEach(sample -> names.addAll(sample.params().keySet()));
        names.removeIf(
                name -> samples.stream().map(s -> s.key(List.of(name))).distinct().count() < 2);
        return names;
    }

    /** Those that another side has one for with the same values of parameters. */
    private static List<Sample> alike(
            List<Sample> samples, List<Sample> others, Collection<String> parameters) {
        Set<List<String>> keys =
                others.stream().map(other -> other.key(parameters)).collect(Collectors.toSet());
        Predicate<Sample> isThere = sample -> keys.contains(sample.key(parameters));
        return samples.stream().filter(isThere).toList();
    }

    private static Map<String, Double> meanBySeed(List<Sample> samples) {
        return samples.stream()
                .collect(
                        Collectors.groupingBy(
                                Sample::seed,
                                LinkedHashMap::new,
                                Collectors.averagingDouble(Sample::value)));
    }

    private static double[] values(Map<String, Double> bySeed, Collection<String> seeds) {
        return seeds.stream().mapToDouble(bySeed::get).toArray();
    }
}
