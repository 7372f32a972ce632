package io.losslab.analysis.report;

import io.losslab.analysis.comparison.BackendComparison;
import java.util.List;
import java.util.Optional;

/**
 * A run with real frames compared with the same cells in virtual time; empty where there is none.
 */
final class BackendTable {
    private final Optional<BackendComparison> both;

    BackendTable(Optional<BackendComparison> both) {
        this.both = both;
    }

    String html() {
        if (both.isEmpty() || both.get().rows().isEmpty()) {
            return "";
        }
        HtmlTable table =
                new HtmlTable("scroll")
                        .column("Cell", "num")
                        .column("Parameters", "nowrap")
                        .column("Traffic", "nowrap")
                        .column("Figure", "nowrap")
                        .column("Real frames", "num")
                        .column("Virtual time", "num")
                        .column("Ratio", "num")
                        .column("Within 10%", "");
        for (BackendComparison.Row row : both.get().rows()) {
            table.row(row.agrees() ? "" : "failed");
            List<String> line = BackendText.line(row);
            line.forEach(table::cell);
        }
        return "<p class=\"soft\">The same cells on both; all times are in lab time."
                + " FCT, goodput, and pause frames have to agree within 10%, pause frames at least"
                + " within 2. In virtual time, hosts act on a pause as late as they may in the lab."
                + " Where a figure did not agree, the cells ran again with hosts that act at once:"
                + " a figure then has to lie between both, or within 10%. Pause frames are not"
                + " compared where the two runs in virtual time differ by more.</p>\n"
                + table.html();
    }
}
