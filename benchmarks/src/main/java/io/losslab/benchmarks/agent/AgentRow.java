package io.losslab.benchmarks.agent;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measurement.
 *
 * @param name of what was measured
 * @param figures by name; names end in their unit where they have one
 */
public record AgentRow(String name, Map<String, Double> figures) {
    public AgentRow {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}
