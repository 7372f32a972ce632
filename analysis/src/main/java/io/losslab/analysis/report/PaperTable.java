package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.paper.Agreement;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.paper.VerdictCounts;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.util.List;
import java.util.Locale;

/** The paper's numbers compared with the measured ones. */
final class PaperTable {
    private final RunManifest manifest;
    private final Summary summary;

    PaperTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
    }

    /** Empty where the run compares with no paper. */
    String html() {
        if (summary.paper().isEmpty()) {
            return "";
        }
        HtmlTable table =
                new HtmlTable("scroll free")
                        .column("Figure", "nowrap")
                        .column("Metric", "wordy")
                        .column("Reported", "num")
                        .column("Measured", "num")
                        .column("95 % interval", "num")
                        .column("Verdict", "nowrap")
                        .column("Size ratio", "num")
                        .column("Note", "soft wordy");
        List<PaperClaim> claims = manifest.paper();
        List<PaperRow> rows = PaperRow.of(manifest, summary);
        for (int i = 0; i < summary.paper().size(); i++) {
            PaperComparison row = summary.paper().get(i);
            PaperClaim claim = i < claims.size() ? claims.get(i) : null;
            table.row("")
                    .cell(rows.get(i).figure())
                    .cell(claim == null ? row.metric() : describe(claim))
                    .cell(rows.get(i).reported())
                    .cell(rows.get(i).measured())
                    .cell(rows.get(i).interval().equals("-") ? "–" : rows.get(i).interval())
                    .cell(verdict(row), verdictClass(row))
                    .cell(ratio(row, claim))
                    .cell(rows.get(i).note());
        }
        return "<p class=\"soft\">%s.</p>\n"
                        .formatted(Markup.escape(VerdictCounts.text(summary.paper())))
                + table.html();
    }

    private String describe(PaperClaim claim) {
        Metric metric = Metric.parse(claim.metric());
        StringBuilder text = new StringBuilder(metric.label());
        if (claim.metric().startsWith("fct.")) {
            text.append(" FCT");
        }
        if (claim.group() != null) {
            text.append(" of ").append(claim.group());
        }
        claim.where().forEach((name, value) -> text.append(", ").append(condition(name, value)));
        if (claim.compare() != null) {
            text.append(", ")
                    .append(side(claim, claim.compare().value()))
                    .append(" vs. ")
                    .append(side(claim, claim.compare().to()));
        }
        return text.toString();
    }

    private String side(PaperClaim claim, String value) {
        return ParameterText.value(claim.compare().by(), value, manifest);
    }

    private String condition(String name, Object value) {
        return name.equals("scheme")
                ? ParameterText.scheme(value.toString(), manifest)
                : NumberText.words(name).toLowerCase(Locale.ROOT) + " " + value;
    }

    private static String verdict(PaperComparison row) {
        if (row.verdict() == null) {
            return "–";
        }
        return switch (row.verdict()) {
            case AGREES -> "✓ " + row.verdict().label();
            case CONTRADICTS -> "✗ " + row.verdict().label();
            default -> row.verdict().label();
        };
    }

    private static String verdictClass(PaperComparison row) {
        if (row.verdict() == Verdict.AGREES) {
            return "pass";
        }
        if (row.verdict() == Verdict.CONTRADICTS) {
            return "fail";
        }
        return row.verdict() == Verdict.SAME_DIRECTION_ONLY ? "" : "soft";
    }

    private static String ratio(PaperComparison row, PaperClaim claim) {
        double ratio =
                claim == null || row.measured() == null
                        ? Double.NaN
                        : Agreement.sizeRatio(claim, row.measured());
        return Double.isFinite(ratio)
                ? String.format(Locale.ROOT, "%.2f", ratio).replace('-', '−')
                : "–";
    }
}
