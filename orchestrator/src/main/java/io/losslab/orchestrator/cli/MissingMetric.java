package io.losslab.orchestrator.cli;

import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import io.losslab.devices.failure.CommandFailure;
import java.util.Collection;
import java.util.stream.Collectors;

/** A metric that was asked for and that no cell has. */
final class MissingMetric {
    private MissingMetric() {}

    /** The failure, with the names of the additional metrics that cells have. */
    static CommandFailure failure(Metric metric, Collection<Summary> runs) {
        String extras =
                runs.stream()
                        .flatMap(run -> run.cells().stream())
                        .map(CellSummary::extra)
                        .flatMap(extra -> extra.keySet().stream())
                        .distinct()
                        .sorted()
                        .map(name -> "extra." + name)
                        .collect(Collectors.joining(", "));
        return CommandFailure.usage(
                "no cell has the metric " + metric.name(),
                extras.isEmpty() ? "" : "the cells have " + extras);
    }
}
