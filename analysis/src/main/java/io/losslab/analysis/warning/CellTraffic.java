package io.losslab.analysis.warning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How much traffic a cell has, planned or measured.
 *
 * @param sweep it belongs to; null where there is only one
 * @param params {@code scheme} and {@code seed} among them
 * @param messages behind its percentiles, by traffic group; a group whose number is not known is
 *     missing
 * @param derived those of the groups whose messages are also others': size ranges and pools
 * @param arrivalMicros how long its messages arrive after the warm-up; NaN where they do not arrive
 *     over time, or that is not known
 * @param roundTripMicros of its longest path while nothing waits; NaN where it is not known
 */
public record CellTraffic(
        String sweep,
        Map<String, Object> params,
        Map<String, Long> messages,
        Set<String> derived,
        double arrivalMicros,
        double roundTripMicros) {
    public CellTraffic {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        messages = Map.copyOf(messages);
        derived = Set.copyOf(derived);
    }

    /** Messages of the only group, whatever size ranges it has; empty where there are several. */
    OptionalLong messagesOfOnlyGroup() {
        List<String> own =
                messages.keySet().stream().filter(name -> !derived.contains(name)).toList();
        return own.size() == 1 ? OptionalLong.of(messages.get(own.get(0))) : OptionalLong.empty();
    }
}
