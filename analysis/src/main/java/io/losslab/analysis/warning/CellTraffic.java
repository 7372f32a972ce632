package io.losslab.analysis.warning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much traffic a cell has, planned or measured.
 *
 * @param sweep it belongs to; null where there is only one
 * @param params {@code scheme} and {@code seed} among them
 * @param groups traffic, by name; a group whose messages are not known is missing
 * @param arrivalMicros how long its messages arrive after the warm-up; NaN where they do not arrive
 *     over time, or that is not known
 * @param roundTripMicros of its longest path while nothing waits; NaN where it is not known
 */
public record CellTraffic(
        String sweep,
        Map<String, Object> params,
        Map<String, Group> groups,
        double arrivalMicros,
        double roundTripMicros) {
    public CellTraffic {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        groups = Map.copyOf(groups);
    }

    /**
     * Traffic of one name.
     *
     * @param posted messages
     * @param completed of these; before a run, all
     * @param iterations of a collective or a trace; 0 where it has none
     * @param derived whether its messages are also others': a range of sizes, or a pool
     */
    public record Group(long posted, long completed, long iterations, boolean derived) {}

    /** The group of a name; of null the only one, whatever size ranges it has. */
    Optional<Group> group(String name) {
        if (name != null) {
            return Optional.ofNullable(groups.get(name));
        }
        List<Group> own = own();
        return own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty();
    }

    /** Groups whose messages are in no other. */
    List<Group> own() {
        return groups.values().stream().filter(group -> !group.derived()).toList();
    }
}
