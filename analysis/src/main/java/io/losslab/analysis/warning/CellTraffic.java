package io.losslab.analysis.warning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much traffic a cell has, planned or measured.
 *
 * @param sweep it belongs to; null where there is only one
 * @param params {@code scheme} and {@code seed} among them
 * @param messages behind its percentiles, by traffic group; a group whose number is not known is
 *     missing
 * @param arrivalMicros how long its messages arrive after the warm-up; NaN where they do not arrive
 *     over time, or that is not known
 * @param roundTripMicros of its longest path while nothing waits; NaN where it is not known
 */
public record CellTraffic(
        String sweep,
        Map<String, Object> params,
        Map<String, Long> messages,
        double arrivalMicros,
        double roundTripMicros) {
    public CellTraffic {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        messages = Map.copyOf(messages);
    }
}
