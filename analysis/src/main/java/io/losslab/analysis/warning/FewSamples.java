package io.losslab.analysis.warning;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.ParamValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * High percentiles that are drawn or compared and rest on too few messages: on less than {@value
 * #LEAST_BEYOND} beyond the percentile, so 200 for a 99th. With fewer it is one of the few slowest
 * messages, and changes with each of them.
 */
final class FewSamples {
    private static final int LEAST_BEYOND = 2;
    private static final Pattern PERCENTILE = Pattern.compile("(?:fct|slowdown)\\.p(9\\d+)");

    private final List<Figure> figures;
    private final List<CellTraffic> cells;

    /** Cells that a percentile is taken from, by where it is shown. */
    private final Map<Place, Set<CellTraffic>> places = new LinkedHashMap<>();

    private FewSamples(List<Figure> figures, List<CellTraffic> cells) {
        this.figures = figures;
        this.cells = cells;
    }

    /** A sentence for each percentile of a figure or a paper's rows that rests on too few. */
    static List<String> of(List<Figure> figures, List<PaperClaim> claims, List<CellTraffic> cells) {
        FewSamples few = new FewSamples(figures, cells);
        figures.forEach(few::add);
        claims.stream().filter(claim -> claim.notReproducible() == null).forEach(few::add);
        List<String> warnings = new ArrayList<>();
        few.places.forEach((place, taken) -> warn(warnings, place, taken));
        return warnings;
    }

    /** How many messages the percentile of a metric needs; 0 where it is no high percentile. */
    static long leastMessages(String metric) {
        Matcher percentile = PERCENTILE.matcher(metric);
        if (!percentile.matches()) {
            return 0;
        }
        double beyond = 1 - Double.parseDouble("0." + percentile.group(1));
        return Math.round(LEAST_BEYOND / beyond);
    }

    private void add(Figure figure) {
        for (String metric : figure.metrics()) {
            add(figure.id(), metric, figure.group(), figure.sweep(), figure.where());
        }
    }

    private void add(PaperClaim claim) {
        String sweep =
                figures.stream()
                        .filter(figure -> figure.id().equals(claim.figure()))
                        .findFirst()
                        .map(Figure::sweep)
                        .orElse(null);
        if (claim.compare() == null) {
            add(claim.figure(), claim.metric(), claim.group(), sweep, claim.where());
            return;
        }
        for (String side : List.of(claim.compare().value(), claim.compare().to())) {
            Map<String, Object> where = new LinkedHashMap<>(claim.where());
            where.put(claim.compare().by(), side);
            add(claim.figure(), claim.metric(), claim.group(), sweep, where);
        }
    }

    private void add(
            String figure, String metric, String group, String sweep, Map<String, Object> where) {
        if (leastMessages(metric) == 0) {
            return;
        }
        Set<CellTraffic> taken =
                places.computeIfAbsent(
                        new Place(figure, metric, group), place -> new LinkedHashSet<>());
        cells.stream()
                .filter(cell -> sweep == null || sweep.equals(cell.sweep()))
                .filter(cell -> ParamValue.matches(cell.params(), where))
                .forEach(taken::add);
    }

    private static void warn(List<String> warnings, Place place, Set<CellTraffic> taken) {
        long least = leastMessages(place.metric());
        long fewest = least;
        int affected = 0;
        for (CellTraffic cell : taken) {
            long messages = place.messages(cell);
            affected += messages < least ? 1 : 0;
            fewest = Math.min(fewest, messages);
        }
        if (affected > 0) {
            warnings.add(
                    "figure %s: %s%s rests on as few as %d messages; %d of %d cells have fewer than %d"
                            .formatted(
                                    place.figure(),
                                    place.metric(),
                                    place.group() == null ? "" : " of " + place.group(),
                                    fewest,
                                    affected,
                                    taken.size(),
                                    least));
        }
    }

    /** Where a percentile is shown. */
    private record Place(String figure, String metric, String group) {
        /** Those behind the percentile in a cell; as many as one likes where that is not known. */
        long messages(CellTraffic cell) {
            return group == null
                    ? cell.messagesOfOnlyGroup().orElse(Long.MAX_VALUE)
                    : cell.messages().getOrDefault(group, Long.MAX_VALUE);
        }
    }
}
