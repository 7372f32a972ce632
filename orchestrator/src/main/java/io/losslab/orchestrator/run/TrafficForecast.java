package io.losslab.orchestrator.run;

import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.warning.CellTraffic;
import io.losslab.analysis.warning.TrafficWarnings;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.plan.PlannedTraffic;
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

    private static Set<String> derived(Cell cell) {
        return cell.setup().traffic().stream()
                .flatMap(group -> group.sizeBins().stream())
                .map(SizeBin::name)
                .collect(Collectors.toSet());
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
                            own.messages(),
                            derived(cell),
                            own.arrivalNanos().isPresent()
                                    ? own.arrivalNanos().getAsLong() / 1e3
                                    : Double.NaN,
                            own.roundTripNanos() / 1e3));
        }
        return traffic;
    }
}
