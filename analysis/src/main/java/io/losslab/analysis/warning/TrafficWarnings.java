package io.losslab.analysis.warning;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import java.util.ArrayList;
import java.util.List;

/** All warnings about the amount of traffic of an experiment. */
public final class TrafficWarnings {
    private TrafficWarnings() {}

    /**
     * The warnings, as sentences without a full stop.
     *
     * @param figures whose percentiles count
     * @param claims whose percentiles count
     * @param cells of the experiment
     */
    public static List<String> of(
            List<Figure> figures, List<PaperClaim> claims, List<CellTraffic> cells) {
        List<String> warnings = new ArrayList<>();
        ShortArrivals.of(cells).ifPresent(warnings::add);
        warnings.addAll(FewSamples.of(figures, claims, cells));
        return warnings;
    }
}
