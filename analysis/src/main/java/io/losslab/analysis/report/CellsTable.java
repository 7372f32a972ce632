package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Every finished cell in one row: parameters, traffic groups, counts. */
final class CellsTable {
    private static final String UNKNOWN = "–";

    private final RunManifest manifest;
    private final Summary summary;
    private final Set<String> params = new LinkedHashSet<>();
    private final Set<String> groups = new LinkedHashSet<>();
    private final boolean sweeps;

    CellsTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
        for (CellSummary cell : summary.cells()) {
            params.addAll(cell.params().keySet());
            groups.addAll(cell.groups().keySet());
        }
        this.sweeps = summary.cells().stream().map(CellSummary::sweep).distinct().count() > 1;
    }

    String html() {
        if (summary.cells().isEmpty()) {
            return "";
        }
        HtmlTable table = new HtmlTable("scroll");
        headings(table);
        summary.cells().forEach(cell -> row(table, cell));
        return "<p class=\"soft\">Flow completion times (FCT) in µs, goodput in Gb/s.</p>\n"
                + table.html();
    }

    private void headings(HtmlTable table) {
        List<String> over = new ArrayList<>(List.of(""));
        List<Integer> spans = new ArrayList<>(List.of(1 + (sweeps ? 1 : 0) + params.size()));
        for (String group : groups) {
            over.add(group);
            spans.add(5);
        }
        over.add("");
        spans.add(8);
        table.over(over, spans).column("Cell", "num");
        if (sweeps) {
            table.column("Sweep", "nowrap");
        }
        params.forEach(param -> table.column(NumberText.words(param), "nowrap"));
        for (int i = 0; i < groups.size(); i++) {
            table.column("Messages", "num")
                    .column("Mean", "num")
                    .column("p99", "num")
                    .column("p99.9", "num")
                    .column("Gb/s", "num");
        }
        table.column("Drops", "num")
                .column("Switch pauses", "num")
                .column("Host pauses", "num")
                .column("Largest egress queue", "num")
                .column("Largest ingress count", "num")
                .column("Reserved", "num")
                .column("Wall-clock time", "num")
                .column("Checks", "nowrap");
    }

    private void row(HtmlTable table, CellSummary cell) {
        table.row(cell.allChecksHeld() ? "" : "failed").cell(Integer.toString(cell.cell()));
        if (sweeps) {
            table.cell(cell.sweep() == null ? "" : cell.sweep());
        }
        for (String param : params) {
            table.cell(ParameterText.value(param, cell.param(param), manifest));
        }
        groups.forEach(group -> group(table, cell.groups().get(group)));
        long failed = cell.checks().stream().filter(check -> !check.passed()).count();
        boolean dropped = cell.drops() != null && cell.drops() > 0;
        table.cell(count(cell.drops()), dropped ? "fail" : "")
                .cell(count(cell.switchPauseFrames()))
                .cell(NumberText.plain((double) cell.hostPauseFrames()))
                .cell(bytes(cell.maxEgressQueueBytes()))
                .cell(bytes(cell.maxIngressBytes()))
                .cell(NumberText.bytes(cell.reservedBufferBytes()))
                .cell(NumberText.fixed(cell.wallSeconds(), 2) + " s")
                .cell(checks(cell, failed), failed == 0 ? "pass" : "fail");
    }

    private static String count(Long known) {
        return known == null ? UNKNOWN : NumberText.plain((double) known);
    }

    private static String bytes(Long known) {
        return known == null ? UNKNOWN : NumberText.bytes(known);
    }

    private static String checks(CellSummary cell, long failed) {
        if (cell.checks().isEmpty()) {
            return UNKNOWN;
        }
        return failed == 0
                ? "✓"
                : "✗ "
                        + String.join(
                                ", ",
                                cell.checks().stream()
                                        .filter(check -> !check.passed())
                                        .map(Check::name)
                                        .toList());
    }

    private static void group(HtmlTable table, GroupSummary group) {
        if (group == null) {
            table.cell("").cell("").cell("").cell("").cell("");
            return;
        }
        Distribution fct = group.fctMicros();
        boolean allCompleted = group.completed() == group.flows();
        String messages =
                allCompleted
                        ? NumberText.plain((double) group.flows())
                        : NumberText.plain((double) group.completed())
                                + " of "
                                + NumberText.plain((double) group.flows());
        Double mean = group.meanMicros();
        table.cell(group.sessions() > 0 ? messages + ", mean of a session" : messages)
                .cell(mean == null ? "–" : NumberText.fixed(mean, 1))
                .cell(fct == null ? "–" : NumberText.fixed(fct.p99(), 1))
                .cell(fct == null ? "–" : NumberText.fixed(fct.p999(), 1))
                .cell(NumberText.fixed(group.goodputGbps(), 2));
    }
}
