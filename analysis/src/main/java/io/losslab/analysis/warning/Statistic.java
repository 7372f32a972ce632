package io.losslab.analysis.warning;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.warning.CellTraffic.Group;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A statistic that is shown or compared.
 *
 * @param figure of the report or the paper
 * @param metric such as {@code fct.p99}
 * @param group of traffic; null: the only one, and of a distribution all
 * @param ofDistribution whether all messages of the cells of a value count alike, where others have
 *     a value for each cell and the mean of these
 */
record Statistic(String figure, String metric, String group, boolean ofDistribution) {
    /** Which the marks of a cdf and the whiskers of a box have. */
    private static final String GREATEST_PERCENTILE = ".p99";

    /** What figures show and a paper's rows compare, each with the cells of each of its values. */
    static Map<Statistic, Set<List<CellTraffic>>> all(
            List<Figure> figures, List<PaperClaim> claims, List<CellTraffic> cells) {
        Map<Statistic, Set<List<CellTraffic>>> all = new LinkedHashMap<>();
        for (Figure figure : figures) {
            for (Statistic statistic : of(figure)) {
                values(figure, cells).forEach(value -> add(all, statistic, value));
            }
        }
        for (PaperClaim claim : claims) {
            if (claim.notReproducible() == null) {
                Statistic statistic =
                        new Statistic(claim.figure(), claim.metric(), claim.group(), false);
                List<CellTraffic> own = taken(sweep(claim, figures), claim.where(), cells);
                sides(claim).forEach(side -> add(all, statistic, taken(null, side, own)));
            }
        }
        return all;
    }

    private static void add(
            Map<Statistic, Set<List<CellTraffic>>> all,
            Statistic statistic,
            List<CellTraffic> value) {
        if (!value.isEmpty()) {
            all.computeIfAbsent(statistic, any -> new LinkedHashSet<>()).add(value);
        }
    }

    private static List<Statistic> of(Figure figure) {
        Stream<String> metrics =
                figure.values() == null
                        ? figure.metrics().stream()
                        : Stream.of(
                                switch (figure.values()) {
                                    case FCT -> "fct" + GREATEST_PERCENTILE;
                                    case SLOWDOWN -> "slowdown" + GREATEST_PERCENTILE;
                                });
        boolean ofDistribution = figure.values() != null;
        return metrics.map(m -> new Statistic(figure.id(), m, figure.group(), ofDistribution))
                .toList();
    }

    private static List<List<CellTraffic>> values(Figure figure, List<CellTraffic> cells) {
        return List.copyOf(
                taken(figure.sweep(), figure.where(), cells).stream()
                        .collect(
                                Collectors.groupingBy(
                                        cell ->
                                                List.of(
                                                        param(cell, figure.x()),
                                                        param(cell, figure.by())),
                                        LinkedHashMap::new,
                                        Collectors.toList()))
                        .values());
    }

    private static String param(CellTraffic cell, String name) {
        return Objects.toString(cell.params().get(name), "");
    }

    private static String sweep(PaperClaim claim, List<Figure> figures) {
        return figures.stream()
                .filter(figure -> figure.id().equals(claim.figure()))
                .findFirst()
                .map(Figure::sweep)
                .orElse(null);
    }

    /** What the cells of each side of a comparison have; of a plain value, nothing more. */
    private static List<Map<String, Object>> sides(PaperClaim claim) {
        return claim.compare() == null
                ? List.of(Map.of())
                : Stream.of(claim.compare().value(), claim.compare().to())
                        .map(side -> Map.<String, Object>of(claim.compare().by(), side))
                        .toList();
    }

    private static List<CellTraffic> taken(
            String sweep, Map<String, Object> where, List<CellTraffic> cells) {
        return cells.stream()
                .filter(cell -> sweep == null || sweep.equals(cell.sweep()))
                .filter(cell -> ParamValue.matches(cell.params(), where))
                .toList();
    }

    /** The cells of each value that is computed from messages: of one, or of a distribution. */
    Stream<List<CellTraffic>> units(Collection<List<CellTraffic>> values) {
        return ofDistribution
                ? values.stream()
                : values.stream().flatMap(List::stream).distinct().map(List::of);
    }

    /** What these are, for users. */
    String unitName() {
        return ofDistribution ? "distributions" : "cells";
    }

    /** The traffic behind a value; empty where that is not known. */
    List<Group> traffic(List<CellTraffic> cells) {
        return cells.stream()
                .flatMap(
                        cell ->
                                group == null && ofDistribution
                                        ? cell.own().stream()
                                        : cell.group(group).stream())
                .toList();
    }

    /** For users. */
    @Override
    public String toString() {
        return "figure %s: %s%s".formatted(figure, metric, group == null ? "" : " of " + group);
    }
}
