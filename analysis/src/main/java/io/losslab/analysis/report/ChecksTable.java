package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Summary;
import java.util.LinkedHashMap;
import java.util.Map;

/** Failed checks one by one, then what held, counted by name. */
final class ChecksTable {
    private static final int MOST_FAILURES = 200;

    private final RunManifest manifest;
    private final Summary summary;

    ChecksTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
    }

    String html() {
        Map<String, long[]> passedAndAll = passedAndAll(summary);
        HtmlTable table =
                new HtmlTable("scroll free narrow").column("Check", "").column("Passed in", "num");
        passedAndAll.forEach(
                (name, counts) -> {
                    boolean all = counts[0] == counts[1];
                    String text = "%d of %d cells".formatted(counts[0], counts[1]);
                    table.row(all ? "" : "failed")
                            .cell(name)
                            .cell((all ? "✓ " : "✗ ") + text, all ? "pass" : "fail");
                });
        return failures() + (passedAndAll.isEmpty() ? "" : table.html());
    }

    private String failures() {
        HtmlTable table =
                new HtmlTable("scroll")
                        .column("Failed check", "nowrap fail")
                        .column("Cell", "num")
                        .column("Parameters", "wordy")
                        .column("Details", "wordy");
        int failures = 0;
        for (CellSummary cell : summary.cells()) {
            for (Check check : cell.checks()) {
                if (!check.passed() && ++failures <= MOST_FAILURES) {
                    table.row("")
                            .cell(check.name())
                            .cell(Integer.toString(cell.cell()))
                            .cell(ParameterText.of(cell.params(), manifest))
                            .cell(check.detail());
                }
            }
        }
        if (failures == 0) {
            return "";
        }
        String more =
                failures <= MOST_FAILURES
                        ? ""
                        : "%d more are in summary.json.".formatted(failures - MOST_FAILURES);
        return table.html() + "<p class=\"soft\">" + more + "</p>\n";
    }

    /** In how many cells each check passed, and how many have it. */
    static Map<String, long[]> passedAndAll(Summary summary) {
        Map<String, long[]> passedAndAll = new LinkedHashMap<>();
        for (CellSummary cell : summary.cells()) {
            for (Check check : cell.checks()) {
                long[] counts = passedAndAll.computeIfAbsent(check.name(), name -> new long[2]);
                counts[0] += check.passed() ? 1 : 0;
                counts[1]++;
            }
        }
        return passedAndAll;
    }
}
