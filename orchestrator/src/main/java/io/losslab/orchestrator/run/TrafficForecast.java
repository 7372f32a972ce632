package io.losslab.orchestrator.run;

import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.warning.CellTraffic;
import io.losslab.analysis.warning.TrafficWarnings;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.plan.PlannedTraffic;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the traffic of an experiment will be enough for what it compares. */
public final class TrafficForecast {
    private TrafficForecast() {}

    /** The warnings before a run. */
    public static List<String> warnings(Experiment experiment) {
        Map<List<Object>, PlannedTraffic> planned = planned(experiment.cells());
        List<String> warnings =
                new ArrayList<>(
                        TrafficWarnings.of(
                                experiment.figures(),
                                experiment.paper(),
                                traffic(experiment.cells(), planned)));
        planned.values().stream()
                .flatMap(traffic -> traffic.unmeasured().stream())
                .distinct()
                .forEach(warnings::add);
        return warnings;
    }

    private static Map<String, CellTraffic.Group> groups(Cell cell, PlannedTraffic planned) {
        Set<String> derived =
                cell.setup().traffic().stream()
                        .flatMap(group -> group.sizeBins().stream())
                        .map(SizeBin::name)
                        .collect(Collectors.toSet());
        Map<String, Long> iterations = new HashMap<>();
        for (TrafficGroup group : cell.setup().traffic()) {
            if (group.pattern() instanceof TrafficPattern.Programmed programmed) {
                iterations.put(group.name(), programmed.iterations());
            }
        }
        Map<String, CellTraffic.Group> groups = new HashMap<>();
        planned.messages()
                .forEach(
                        (name, messages) ->
                                groups.put(
                                        name,
                                        new CellTraffic.Group(
                                                messages,
                                                messages,
                                                iterations.getOrDefault(name, 0L),
                                                derived.contains(name))));
        return groups;
    }

    /** Schemes and seeds differ little in the amount of traffic: one of each is planned. */
    private static Map<List<Object>, PlannedTraffic> planned(List<Cell> cells) {
        Map<List<Object>, PlannedTraffic> planned = new LinkedHashMap<>();
        for (Cell cell : cells) {
            planned.computeIfAbsent(point(cell), point -> PlannedTraffic.of(cell));
        }
        return planned;
    }

    private static List<Object> point(Cell cell) {
        return List.of(cell.sweep(), cell.parameters());
    }

    private static List<CellTraffic> traffic(
            List<Cell> cells, Map<List<Object>, PlannedTraffic> planned) {
        List<CellTraffic> traffic = new ArrayList<>();
        for (Cell cell : cells) {
            PlannedTraffic own = planned.get(point(cell));
            traffic.add(
                    new CellTraffic(
                            cell.sweep(),
                            cell.params(),
                            groups(cell, own),
                            own.arrivalNanos().isPresent()
                                    ? own.arrivalNanos().getAsLong() / 1e3
                                    : Double.NaN,
                            own.roundTripNanos() / 1e3));
        }
        return traffic;
    }
}
