package io.losslab.analysis.figure;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run without files, whose cells have one value that their scheme reports. */
final class FigureCells {
    private FigureCells() {}

    /**
     * What the run measured.
     *
     * @param extra the value's name, as in {@code extra.NAME}
     * @param seeds the value at each seed, by scheme
     */
    static Summary summary(String extra, Map<String, List<Double>> seeds) {
        List<CellSummary> cells = new ArrayList<>();
        seeds.forEach(
                (scheme, values) ->
                        values.forEach(
                                value -> cells.add(cell(cells.size(), scheme, extra, value))));
        return new Summary(
                1, "figures", "virtual", RunStatus.COMPLETE, cells, null, null, null, null);
    }

    private static CellSummary cell(int number, String scheme, String extra, double value) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("scheme", scheme);
        params.put("seed", number);
        return new CellSummary(
                number,
                null,
                params,
                Map.of(),
                0L,
                0,
                null,
                null,
                null,
                0L,
                0,
                null,
                null,
                0,
                1,
                1,
                0,
                List.of(),
                Map.of(extra, value),
                null);
    }

    /** The run itself; there is nothing that it was read from. */
    static RunManifest manifest() {
        return new RunManifest(
                1,
                "figures",
                null,
                null,
                RunStatus.COMPLETE,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
