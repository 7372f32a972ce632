package io.losslab.analysis.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The paused time of a cell.
 *
 * @param all of all flows
 * @param groups by traffic name; a group that was never paused is missing
 */
public record Pauses(PausedTime all, Map<String, PausedTime> groups) {
    private static final PausedTime NONE = new PausedTime(0, 0, null);

    public Pauses {
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    }

    /** Of a group, or of all flows where it is null. */
    public PausedTime of(String group) {
        return group == null ? all : groups.getOrDefault(group, NONE);
    }
}
