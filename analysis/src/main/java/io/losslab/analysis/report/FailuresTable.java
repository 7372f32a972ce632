package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Summary;

/** The cells that failed, each with its error. */
final class FailuresTable {
    private final RunManifest manifest;
    private final Summary summary;

    FailuresTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
    }

    /** Empty where no cell did. */
    String html() {
        if (summary.failures().isEmpty()) {
            return "";
        }
        HtmlTable table =
                new HtmlTable("scroll")
                        .column("Failed cell", "num fail")
                        .column("Parameters", "wordy")
                        .column("Attempts", "num")
                        .column("Error", "wordy");
        for (CellFailure failure : summary.failures()) {
            table.row("")
                    .cell(Integer.toString(failure.cell()))
                    .cell(ParameterText.of(failure.params(), manifest))
                    .cell(Integer.toString(failure.attempts()))
                    .cell(failure.error());
        }
        return table.html();
    }
}
