package io.losslab.analysis.report;

import io.losslab.analysis.figure.NumberText;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.PaperComparison;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.List;

/**
 * A paper's number and the measured one, as text.
 *
 * @param figure of the paper
 * @param metric what is compared
 * @param reported number with unit, or which way it goes
 * @param measured the same; {@code not measured} where there is none
 * @param direction {@code yes}, {@code no}, or {@code -} where it cannot be said
 * @param note why it is not reproducible, and the remark; may be empty
 */
public record PaperRow(
        String figure,
        String metric,
        String reported,
        String measured,
        String direction,
        String note) {

    /** The rows of a run, in the experiment's order. */
    public static List<PaperRow> of(RunManifest manifest, Summary summary) {
        List<PaperRow> rows = new ArrayList<>();
        for (int i = 0; i < summary.paper().size(); i++) {
            PaperClaim claim = i < manifest.paper().size() ? manifest.paper().get(i) : null;
            rows.add(row(summary.paper().get(i), claim));
        }
        return rows;
    }

    private static PaperRow row(PaperComparison row, PaperClaim claim) {
        return new PaperRow(
                row.figure() == null ? "" : row.figure(),
                row.metric(),
                reported(row, claim),
                row.measured() == null ? "not measured" : number(row.measured(), claim),
                row.sameDirection() == null ? "-" : row.sameDirection() ? "yes" : "no",
                note(row));
    }

    private static String reported(PaperComparison row, PaperClaim claim) {
        if (row.reported() != null) {
            return number(row.reported(), claim);
        }
        return row.expect() == null ? "-" : row.expect();
    }

    private static String number(double value, PaperClaim claim) {
        return claim == null || claim.compare() != null
                ? NumberText.signedPercent(value)
                : NumberText.of(Metric.parse(claim.metric()).unit(), value);
    }

    private static String note(PaperComparison row) {
        String note = row.note() == null ? "" : row.note();
        if (row.notReproducible() == null) {
            return note;
        }
        String reason = "not reproducible: " + row.notReproducible();
        return note.isEmpty() ? reason : reason + "; " + note;
    }
}
