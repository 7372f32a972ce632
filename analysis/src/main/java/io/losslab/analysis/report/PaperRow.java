package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.List;

/**
 * A paper's number and the measured one, as text.
 *
 * @param figure of the paper
 * @param metric what is compared
 * @param reported number with unit, or which way it goes
 * @param measured the same; {@code not measured} where there is none, {@code from zero} where the
 *     baseline is zero
 * @param interval of what was measured; {@code -} where there is none
 * @param verdict {@code -} where there is none
 * @param note why it is not reproducible, how many messages or seeds it has and how many would
 *     decide it, the factor where it is not the default, and the remark; may be empty
 */
public record PaperRow(
        String figure,
        String metric,
        String reported,
        String measured,
        String interval,
        String verdict,
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
                measured(row, claim),
                interval(row, claim),
                row.verdict() == null ? "-" : row.verdict().label(),
                note(row));
    }

    private static String reported(PaperComparison row, PaperClaim claim) {
        if (row.reported() != null) {
            return number(row.reported(), claim);
        }
        return row.expect() == null ? "-" : row.expect();
    }

    private static String measured(PaperComparison row, PaperClaim claim) {
        if (row.measured() != null) {
            return number(row.measured(), claim);
        }
        return row.verdict() == Verdict.UNDECIDED ? "from zero" : "not measured";
    }

    private static String number(double value, PaperClaim claim) {
        return claim == null || claim.compare() != null
                ? NumberText.signedPercent(value)
                : NumberText.of(Metric.parse(claim.metric()).unit(), value);
    }

    private static String interval(PaperComparison row, PaperClaim claim) {
        return row.interval() == null
                ? "-"
                : number(row.interval().low(), claim)
                        + " to "
                        + number(row.interval().high(), claim);
    }

    private static String note(PaperComparison row) {
        List<String> parts = new ArrayList<>();
        if (row.notReproducible() != null) {
            parts.add(row.notReproducible());
        }
        if (row.verdict() == Verdict.UNDECIDED) {
            parts.add(undecided(row));
        }
        if (row.within() != null && row.within() != PaperClaim.DEFAULT_WITHIN) {
            parts.add("within a factor of " + NumberText.plain(row.within()));
        }
        if (row.note() != null && !row.note().isEmpty()) {
            parts.add(row.note());
        }
        return String.join("; ", parts);
    }

    private static String undecided(PaperComparison row) {
        if (row.unfinished() != null) {
            return row.unfinished();
        }
        if (row.seeds() == 1) {
            return "one seed";
        }
        return row.moreSeeds() == null || row.moreSeeds() == 0
                ? "%d seeds".formatted(row.seeds())
                : "%d seeds, needs %d more".formatted(row.seeds(), row.moreSeeds());
    }
}
