package io.losslab.services.bfrt;

import java.util.Map;

/** Fields of tables that are measured rather than written: counters, and the state of ports. */
public interface SdeMeter {
    /**
     * Measures fields of an entry.
     *
     * @param table name without that of its pipeline
     * @param pipe that is asked
     * @param key numbers by the names of the key's fields
     * @return by name: a {@link Long}, an {@link SdeLevel}, a {@link Boolean}, or a list of {@link
     *     Integer}s; empty where nothing is measured
     */
    default Map<String, Object> measured(String table, int pipe, Map<String, Long> key) {
        return Map.of();
    }
}
