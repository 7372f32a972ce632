package io.losslab.analysis.comparison;

import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.warning.UnfinishedMessages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One metric of several runs, by the values of a parameter: a row for every combination of the
 * other parameters and every traffic group, seeds pooled.
 *
 * @param by the parameter; {@code run} and {@code backend} compare runs
 * @param metric that is compared
 * @param values of the parameter, ascending
 * @param rows in the order of the runs' cells
 */
public record Comparison(String by, Metric metric, List<String> values, List<Row> rows) {
    /** Compares runs, whatever they are called. */
    public static final String RUN = "run";

    /** Compares backends. */
    public static final String BACKEND = "backend";

    /** What an experiment without sweeps calls its only one. */
    private static final String ONLY_SWEEP = "all";

    public Comparison {
        values = List.copyOf(values);
        rows = List.copyOf(rows);
    }

    /**
     * One row.
     *
     * @param where the other parameters
     * @param group of traffic; empty where the metric is of the whole cell
     * @param byValue what was measured at each value of the parameter that has it
     * @param changes from the first value that was measured to each of the others, paired by seed;
     *     without those from zero
     * @param late values of which a cell did not keep time
     * @param unfinished values that leave out messages, with how few of a cell's completed
     */
    public record Row(
            Map<String, String> where,
            String group,
            Map<String, Pooled> byValue,
            Map<String, PairedChange> changes,
            Set<String> late,
            Map<String, String> unfinished) {}

    /**
     * Compares.
     *
     * @param runs by name, in order
     * @throws IllegalArgumentException where no cell has the parameter, it is the seed, or two runs
     *     have the backend that they are compared by
     */
    public static Comparison of(String by, Metric metric, Map<String, Summary> runs) {
        if (by.equals(Pooled.SEED)) {
            throw new IllegalArgumentException("seeds are pooled, and not compared");
        }
        if (by.equals(BACKEND)) {
            requireOneRunEach(runs);
        }
        Map<Place, Map<String, List<CellSummary>>> places = new LinkedHashMap<>();
        for (Map.Entry<String, Summary> run : runs.entrySet()) {
            for (CellSummary cell : run.getValue().cells()) {
                place(places, by, metric, runs.size() > 1, run, cell);
            }
        }
        if (places.isEmpty() && runs.values().stream().noneMatch(run -> has(run, by))) {
            throw new IllegalArgumentException("no cell has a parameter '%s'".formatted(by));
        }
        List<String> values =
                places.values().stream()
                        .flatMap(cells -> cells.keySet().stream())
                        .distinct()
                        .sorted(ParamValue.order())
                        .toList();
        List<Row> rows = new ArrayList<>();
        places.forEach((place, cells) -> row(metric, place, values, cells).ifPresent(rows::add));
        return new Comparison(by, metric, values, rows);
    }

    private static void requireOneRunEach(Map<String, Summary> runs) {
        Map<String, String> names = new LinkedHashMap<>();
        runs.forEach(
                (name, run) -> {
                    String other = names.putIfAbsent(run.backend(), name);
                    if (other != null) {
                        throw new IllegalArgumentException(
                                "%s and %s have the same backend, %s; compare them by run"
                                        .formatted(other, name, run.backend()));
                    }
                });
    }

    private static boolean has(Summary run, String by) {
        return isOfRuns(by) || run.cells().stream().anyMatch(cell -> cell.params().containsKey(by));
    }

    private static boolean isOfRuns(String by) {
        return by.equals(RUN) || by.equals(BACKEND);
    }

    /** Where in the other parameters a row is. */
    private record Place(Map<String, String> where, String group) {}

    private static void place(
            Map<Place, Map<String, List<CellSummary>>> places,
            String by,
            Metric metric,
            boolean several,
            Map.Entry<String, Summary> run,
            CellSummary cell) {
        Map<String, String> where = new TreeMap<>();
        cell.params().forEach((name, value) -> where.put(name, String.valueOf(value)));
        if (cell.sweep() != null && !cell.sweep().equals(ONLY_SWEEP)) {
            where.put("sweep", cell.sweep());
        }
        where.remove(Pooled.SEED);
        if (several && !isOfRuns(by)) {
            where.put(RUN, run.getKey());
        }
        String value =
                by.equals(RUN)
                        ? run.getKey()
                        : by.equals(BACKEND) ? run.getValue().backend() : where.remove(by);
        if (value == null) {
            return;
        }
        Set<String> groups = metric.isOfTraffic() ? cell.groups().keySet() : Set.of("");
        for (String group : groups) {
            places.computeIfAbsent(new Place(where, group), any -> new LinkedHashMap<>())
                    .computeIfAbsent(value, any -> new ArrayList<>())
                    .add(cell);
        }
    }

    private static Optional<Row> row(
            Metric metric, Place place, List<String> values, Map<String, List<CellSummary>> cells) {
        Map<String, Pooled> byValue = new LinkedHashMap<>();
        Map<String, PairedChange> changes = new LinkedHashMap<>();
        Set<String> late = new HashSet<>();
        Map<String, String> unfinished = new LinkedHashMap<>();
        String group = place.group().isEmpty() ? null : place.group();
        Pooled first = null;
        for (String value : values) {
            Optional<Pooled> pooled =
                    Pooled.of(metric, group, cells.getOrDefault(value, List.of()));
            if (pooled.isEmpty()) {
                continue;
            }
            byValue.put(value, pooled.get());
            if (!cells.get(value).stream().allMatch(CellSummary::keptTime)) {
                late.add(value);
            }
            UnfinishedMessages.leftOut(
                            metric.name(),
                            group,
                            cells.get(value).stream().map(CellSummary::traffic).toList())
                    .ifPresent(messages -> unfinished.put(value, messages));
            if (first == null) {
                first = pooled.get();
            } else if (metric.comparable()) {
                pooled.get().changeFrom(first).ifPresent(change -> changes.put(value, change));
            }
        }
        return byValue.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Row(place.where(), place.group(), byValue, changes, late, unfinished));
    }
}
