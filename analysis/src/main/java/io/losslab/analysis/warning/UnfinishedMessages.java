package io.losslab.analysis.warning;

import io.losslab.analysis.warning.CellTraffic.Group;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statistics of completion times that leave out too many messages, since these did not complete.
 * Those are as slow as the others or slower. If they are the slowest of all, a percentile is a
 * completion time as long as its share of the messages completed; with fewer it is not known,
 * whatever the others took. A mean has no such bound and is taken as known as long as the median
 * is. The cells of a value count together, since its seeds are pooled.
 */
public final class UnfinishedMessages {
    private static final Pattern STATISTIC =
            Pattern.compile("flowGbps|(?:fct|slowdown)\\.(?:mean|p(\\d+))");

    private static final double HALF = 0.5;
    private static final double ROUNDING = 1e-3;

    private UnfinishedMessages() {}

    /** The messages of a value. */
    private record Share(long completed, long posted) {
        double fraction() {
            return (double) completed / posted;
        }

        @Override
        public String toString() {
            return completed + " of " + posted;
        }
    }

    /** A sentence for each statistic that leaves out too many. */
    static List<String> of(Map<Statistic, Set<List<CellTraffic>>> shown) {
        return shown.entrySet().stream()
                .flatMap(entry -> complaint(entry.getKey(), entry.getValue()).stream())
                .toList();
    }

    /**
     * How many of the messages completed that a value is of, such as {@code 280 of 359 messages
     * completed}; empty where they are enough, or not known.
     *
     * @param group of traffic; null: the only one
     * @param cells of the value
     */
    public static Optional<String> of(String metric, String group, List<CellTraffic> cells) {
        return few(new Statistic("", metric, group, false), cells)
                .map(share -> share + " messages completed");
    }

    private static Optional<String> complaint(
            Statistic statistic, Collection<List<CellTraffic>> values) {
        List<Share> few = new ArrayList<>();
        values.forEach(cells -> few(statistic, cells).ifPresent(few::add));
        return few.stream()
                .min(Comparator.comparingDouble(Share::fraction))
                .map(
                        fewest ->
                                String.format(
                                        Locale.ROOT,
                                        "%s is not known: as few as %s messages completed; %d of"
                                                + " %d values have fewer than %s%%",
                                        statistic,
                                        fewest,
                                        few.size(),
                                        values.size(),
                                        percent(leastFraction(statistic.metric()))));
    }

    private static Optional<Share> few(Statistic statistic, List<CellTraffic> cells) {
        List<Group> groups = statistic.traffic(cells);
        Share share =
                new Share(
                        groups.stream().mapToLong(Group::completed).sum(),
                        groups.stream().mapToLong(Group::posted).sum());
        double least = leastFraction(statistic.metric()) * share.posted();
        return share.completed() < least - ROUNDING ? Optional.of(share) : Optional.empty();
    }

    /** Which share of the messages must have completed; 0 where the metric asks for none. */
    private static double leastFraction(String metric) {
        Matcher statistic = STATISTIC.matcher(metric);
        if (!statistic.matches()) {
            return 0;
        }
        return statistic.group(1) == null ? HALF : Double.parseDouble("0." + statistic.group(1));
    }

    private static String percent(double fraction) {
        return Double.toString(Math.round(fraction * 1_000) / 10.0).replaceAll("\\.0$", "");
    }
}
