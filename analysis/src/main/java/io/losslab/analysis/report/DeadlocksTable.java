package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Summary;

/** The cells that stood still, each with its cycle of ports and queues. */
final class DeadlocksTable {
    private final RunManifest manifest;
    private final Summary summary;

    DeadlocksTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
    }

    /** Empty where no cell did. */
    String html() {
        HtmlTable table =
                new HtmlTable("scroll")
                        .column("Cell", "num")
                        .column("Parameters", "wordy")
                        .column("Found at", "num")
                        .column("Cycle (each queue waits for the next)", "wordy");
        boolean any = false;
        for (CellSummary cell : summary.cells()) {
            if (cell.deadlock() != null) {
                any = true;
                table.row("")
                        .cell(Integer.toString(cell.cell()))
                        .cell(ParameterText.of(cell.params(), manifest))
                        .cell(NumberText.fixed(cell.simulatedSeconds() * 1e3, 1) + " ms")
                        .cell(cell.deadlock().cycle());
            }
        }
        return any ? table.html() : "";
    }
}
