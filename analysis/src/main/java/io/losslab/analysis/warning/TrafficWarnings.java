package io.losslab.analysis.warning;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All warnings about the amount of traffic of an experiment. */
public final class TrafficWarnings {
    private TrafficWarnings() {}

    /**
     * The warnings, as sentences without a full stop.
     *
     * @param figures whose statistics count
     * @param claims whose statistics count
     * @param cells of the experiment
     */
    public static List<String> of(
            List<Figure> figures, List<PaperClaim> claims, List<CellTraffic> cells) {
        List<String> warnings = new ArrayList<>();
        ShortArrivals.of(cells).ifPresent(warnings::add);
        Map<Statistic, Set<List<CellTraffic>>> shown = Statistic.all(figures, claims, cells);
        warnings.addAll(FewSamples.of(shown));
        warnings.addAll(UnfinishedMessages.of(shown));
        return warnings;
    }
}
