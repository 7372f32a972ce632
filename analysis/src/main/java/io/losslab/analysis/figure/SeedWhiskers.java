package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.Interval.Method;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import java.util.Collection;
import java.util.stream.Collectors;

/** What figures say and draw of the confidence intervals over seeds. */
final class SeedWhiskers {
    /**
     * An interval enlarges an axis up to so many times the greatest mean: two seeds can have one of
     * many times their mean, and nothing else could be read then.
     */
    private static final double MOST_OF_MEAN = 1.5;

    private SeedWhiskers() {}

    /** The least value an axis shall show for pooled values; infinite where there are none. */
    static double least(Collection<Pooled> values) {
        double mean =
                values.stream().mapToDouble(Pooled::mean).min().orElse(Double.POSITIVE_INFINITY);
        double interval =
                values.stream()
                        .filter(value -> value.interval() != null)
                        .mapToDouble(value -> value.interval().low())
                        .min()
                        .orElse(mean);
        return Math.min(
                mean, Math.max(interval, mean < 0 ? mean * MOST_OF_MEAN : mean / MOST_OF_MEAN));
    }

    /** The greatest value an axis shall show for pooled values; infinite where there are none. */
    static double greatest(Collection<Pooled> values) {
        double mean =
                values.stream().mapToDouble(Pooled::mean).max().orElse(Double.NEGATIVE_INFINITY);
        double interval =
                values.stream()
                        .filter(value -> value.interval() != null)
                        .mapToDouble(value -> value.interval().high())
                        .max()
                        .orElse(mean);
        return Math.max(
                mean, Math.min(interval, mean < 0 ? mean / MOST_OF_MEAN : mean * MOST_OF_MEAN));
    }

    /** The sentence for the caption; empty where there are no values. */
    static String note(Collection<Pooled> values) {
        if (values.isEmpty()) {
            return "";
        }
        int fewest = values.stream().mapToInt(Pooled::seeds).min().orElseThrow();
        int most = values.stream().mapToInt(Pooled::seeds).max().orElseThrow();
        if (most == 1) {
            return "One seed: there is no confidence interval.";
        }
        String seeds = fewest == most ? "" + most : fewest + " to " + most;
        String methods =
                values.stream()
                        .map(Pooled::interval)
                        .filter(interval -> interval != null)
                        .map(Interval::method)
                        .distinct()
                        .sorted()
                        .map(Method::label)
                        .collect(Collectors.joining(", "));
        return "Means over %s seeds; whiskers are their %d %% confidence intervals (%s)."
                .formatted(seeds, Interval.PERCENT, methods);
    }

    /** A value's interval, for a tooltip. */
    static String text(Metric metric, Pooled value) {
        return value.interval() == null
                ? "one seed"
                : "%d seeds, %d %% interval %s to %s"
                        .formatted(
                                value.seeds(),
                                Interval.PERCENT,
                                NumberText.of(metric.unit(), value.interval().low()),
                                NumberText.of(metric.unit(), value.interval().high()));
    }
}
