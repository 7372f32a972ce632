package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.PausedTime;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Pause time of each traffic group under each scheme, and the root-cause port of most victim pause
 * time.
 */
final class PausesTable {
    private final RunManifest manifest;
    private final Map<String, List<CellSummary>> cellsByScheme;

    PausesTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        cellsByScheme =
                summary.cells().stream()
                        .filter(cell -> cell.pauses() != null)
                        .collect(
                                Collectors.groupingBy(
                                        cell -> cell.param("scheme"),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
    }

    /** Empty where no cell recorded pauses. */
    String html() {
        if (cellsByScheme.isEmpty()) {
            return "";
        }
        HtmlTable table =
                new HtmlTable("scroll free")
                        .column("Scheme", "nowrap")
                        .column("Traffic", "nowrap")
                        .column("Pause time", "num")
                        .column("Victim pause time", "num")
                        .column("Share", "num")
                        .column("Root-cause port of most victim pause time", "nowrap");
        for (List<String> row : rows()) {
            table.row("");
            row.forEach(table::cell);
        }
        return "<p class=\"soft\">Pause time summed over flows and the queues that held their"
                + " packets; mean over cells. Victim pause time is that of flows which do not"
                + " cross the congested port that caused the pause: head-of-line blocking.</p>\n"
                + table.html();
    }

    /** Scheme, traffic, pause time, victim pause time, share, port. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        cellsByScheme.forEach(
                (scheme, cells) -> {
                    String name = ParameterText.scheme(scheme, manifest);
                    cells.stream()
                            .flatMap(cell -> cell.groups().entrySet().stream())
                            // Pauses are recorded by traffic, not by the sizes of its messages.
                            .filter(group -> !group.getValue().derived())
                            .map(Map.Entry::getKey)
                            .distinct()
                            .forEach(group -> rows.add(row(name, group, cells, group)));
                    rows.add(row(name, "all", cells, null));
                });
        return rows;
    }

    private static List<String> row(
            String scheme, String traffic, List<CellSummary> cells, String group) {
        List<PausedTime> times = cells.stream().map(cell -> cell.pauses().of(group)).toList();
        double paused = times.stream().mapToDouble(PausedTime::pausedMicros).average().orElse(0);
        double blocked =
                times.stream().mapToDouble(PausedTime::holBlockedMicros).average().orElse(0);
        String ports =
                times.stream()
                        .map(PausedTime::worstPort)
                        .filter(Objects::nonNull)
                        .distinct()
                        .limit(3)
                        .collect(Collectors.joining(", "));
        return List.of(
                scheme,
                traffic,
                NumberText.of(Metric.Unit.MICROS, paused),
                NumberText.of(Metric.Unit.MICROS, blocked),
                paused == 0 ? "–" : NumberText.of(Metric.Unit.FRACTION, blocked / paused),
                ports.isEmpty() ? "–" : ports);
    }
}
