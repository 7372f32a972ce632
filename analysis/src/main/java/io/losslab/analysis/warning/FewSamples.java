package io.losslab.analysis.warning;

import io.losslab.analysis.warning.CellTraffic.Group;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * High percentiles that are shown or compared and rest on too few messages or iterations: on less
 * than {@value #LEAST_BEYOND} beyond the percentile, so 200 for a 99th. With fewer it is one of the
 * few slowest, and changes with each of them.
 */
final class FewSamples {
    private static final int LEAST_BEYOND = 2;
    private static final String ITERATION = "iteration";
    private static final Pattern PERCENTILE =
            Pattern.compile("(fct|slowdown|" + ITERATION + ")\\.p(9\\d+)");

    private FewSamples() {}

    /** A sentence for each percentile that rests on too few. */
    static List<String> of(Map<Statistic, Set<List<CellTraffic>>> shown) {
        return shown.entrySet().stream()
                .flatMap(entry -> complaint(entry.getKey(), entry.getValue()).stream())
                .toList();
    }

    /**
     * How many messages or iterations the percentile of a metric needs; 0 where it is no high
     * percentile.
     */
    static long least(String metric) {
        Matcher percentile = PERCENTILE.matcher(metric);
        if (!percentile.matches()) {
            return 0;
        }
        double beyond = 1 - Double.parseDouble("0." + percentile.group(2));
        return Math.round(LEAST_BEYOND / beyond);
    }

    private static Optional<String> complaint(
            Statistic statistic, Collection<List<CellTraffic>> values) {
        boolean ofIterations = statistic.metric().startsWith(ITERATION);
        ToLongFunction<Group> samples = ofIterations ? Group::iterations : Group::completed;
        long least = least(statistic.metric());
        List<Long> counts =
                statistic
                        .units(values)
                        .map(statistic::traffic)
                        .map(
                                groups ->
                                        groups.isEmpty()
                                                ? Long.MAX_VALUE
                                                : groups.stream().mapToLong(samples).sum())
                        .toList();
        List<Long> few = counts.stream().filter(count -> count < least).toList();
        return few.stream()
                .min(Long::compare)
                .map(
                        fewest ->
                                "%s rests on as few as %d %s; %d of %d %s have fewer than %d"
                                        .formatted(
                                                statistic,
                                                fewest,
                                                ofIterations ? "iterations" : "messages",
                                                few.size(),
                                                counts.size(),
                                                statistic.unitName(),
                                                least));
    }
}
