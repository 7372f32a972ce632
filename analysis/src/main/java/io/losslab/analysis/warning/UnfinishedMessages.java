package io.losslab.analysis.warning;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.warning.CellTraffic.Group;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statistics of completion times that leave out messages, since these did not complete: a scheme
 * that leaves more of them unfinished looks faster. If they are the slowest of all, a percentile is
 * that of all messages where its rank among those that completed is its rank among all; a mean and
 * a maximum need every message.
 *
 * <p>Where less than the share of a percentile completed, that of all messages is not known,
 * whatever the others took. A mean has no such bound and is taken as known as long as the median
 * is.
 *
 * <p>The messages of a cell count together, since a value is the mean of those of its cells; of a
 * distribution, those of all its cells do.
 */
public final class UnfinishedMessages {
    private static final Pattern STATISTIC =
            Pattern.compile("flowGbps|(?:fct|slowdown)\\.(?:mean|(max)|p(\\d+))");

    private static final double HALF = 0.5;
    private static final double ROUNDING = 5e-4;

    private UnfinishedMessages() {}

    /** The messages of a cell or distribution. */
    private record Share(long completed, long posted) {
        double fraction() {
            return (double) completed / posted;
        }

        @Override
        public String toString() {
            return completed + " of " + posted;
        }
    }

    /** A sentence for each statistic that leaves out any. */
    static List<String> of(Map<Statistic, Set<List<CellTraffic>>> shown) {
        return shown.entrySet().stream()
                .flatMap(entry -> complaint(entry.getKey(), entry.getValue()).stream())
                .toList();
    }

    /**
     * How few messages of a cell completed where these are too few for a value, such as {@code 280
     * of 359 messages completed}; empty where they are enough, or not known.
     *
     * @param group of traffic; null: the only one
     * @param cells of the value
     */
    public static Optional<String> of(String metric, String group, List<CellTraffic> cells) {
        return fewest(metric, group, cells)
                .filter(share -> isUnknown(metric, share))
                .map(share -> share + " messages completed");
    }

    /**
     * How few messages of a cell completed where a value leaves out the others, such as {@code 280
     * of 359}; empty where it is of all.
     *
     * @param group of traffic; null: the only one
     * @param cells of the value
     */
    public static Optional<String> leftOut(String metric, String group, List<CellTraffic> cells) {
        return fewest(metric, group, cells).map(Share::toString);
    }

    /** The same of what a figure shows. */
    public static Optional<String> leftOut(Figure figure, List<CellTraffic> cells) {
        List<Share> partial =
                Statistic.all(List.of(figure), List.of(), cells).entrySet().stream()
                        .flatMap(shown -> partial(shown.getKey(), shown.getValue()).stream())
                        .toList();
        return fewest(partial).map(Share::toString);
    }

    private static Optional<Share> fewest(String metric, String group, List<CellTraffic> cells) {
        return fewest(partial(new Statistic("", metric, group, false), List.of(cells)));
    }

    private static Optional<Share> fewest(List<Share> shares) {
        return shares.stream().min(Comparator.comparingDouble(Share::fraction));
    }

    private static Optional<String> complaint(
            Statistic statistic, Collection<List<CellTraffic>> values) {
        List<Share> partial = partial(statistic, values);
        return fewest(partial)
                .map(
                        fewest ->
                                ("%s is %s: as few as %s messages completed; %d of %d %s leave"
                                                + " out some")
                                        .formatted(
                                                statistic,
                                                isUnknown(statistic.metric(), fewest)
                                                        ? "not known"
                                                        : "of completed messages only",
                                                fewest,
                                                partial.size(),
                                                statistic.units(values).count(),
                                                statistic.unitName()));
    }

    /** The cells or distributions that leave out messages. */
    private static List<Share> partial(Statistic statistic, Collection<List<CellTraffic>> values) {
        return statistic
                .units(values)
                .map(statistic::traffic)
                .map(
                        groups ->
                                new Share(
                                        groups.stream().mapToLong(Group::completed).sum(),
                                        groups.stream().mapToLong(Group::posted).sum()))
                .filter(share -> leavesOut(statistic, share))
                .toList();
    }

    /** A distribution is shown whole. */
    private static boolean leavesOut(Statistic statistic, Share share) {
        Matcher metric = STATISTIC.matcher(statistic.metric());
        if (!metric.matches() || share.completed() == share.posted()) {
            return false;
        }
        if (metric.group(2) == null || statistic.ofDistribution()) {
            return true;
        }
        double fraction = leastFraction(metric);
        return rank(fraction, share.completed()) < rank(fraction, share.posted());
    }

    private static long rank(double fraction, long count) {
        return (long) Math.ceil(fraction * count - ROUNDING);
    }

    private static boolean isUnknown(String metric, Share share) {
        Matcher statistic = STATISTIC.matcher(metric);
        return statistic.matches()
                && share.completed() < leastFraction(statistic) * share.posted() - ROUNDING;
    }

    /** Which share of the messages must have completed. */
    private static double leastFraction(Matcher statistic) {
        if (statistic.group(1) != null) {
            return 0;
        }
        return statistic.group(2) == null ? HALF : Double.parseDouble("0." + statistic.group(2));
    }
}
