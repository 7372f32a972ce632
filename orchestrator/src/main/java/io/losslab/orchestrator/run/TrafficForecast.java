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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the traffic of an experiment will be enough for what it compares. */
public final class TrafficForecast {
    private TrafficForecast() {}

    /** The warnings before a run. */
    public static List<String> warnings(Experiment experiment) {
        return TrafficWarnings.of(
                experiment.figures(), experiment.paper(), traffic(experiment.cells()));
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
    private static List<CellTraffic> traffic(List<Cell> cells) {
        Map<List<Object>, PlannedTraffic> planned = new HashMap<>();
        List<CellTraffic> traffic = new ArrayList<>();
        for (Cell cell : cells) {
            PlannedTraffic own =
                    planned.computeIfAbsent(
                            List.of(cell.sweep(), cell.parameters()),
                            point -> PlannedTraffic.of(cell));
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
