package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.util.Map;
import java.util.Optional;

/**
 * What the tables of a server are about. It is called while the server answers a request, which
 * waits; no two calls at once.
 */
public interface SdeHardware {
    /** Hardware that takes every program, and measures nothing. */
    SdeHardware NONE = new SdeHardware() {};

    /**
     * Why a program cannot run on it; the chip has none then.
     *
     * @param empty tables that there would be
     */
    default Optional<String> refusal(ForwardingPipelineConfig program, SdeEntries empty) {
        return Optional.empty();
    }

    /** Entries are no longer what they were. */
    default void changed(SdeEntries entries) {}

    /**
     * Fields that are measured rather than written: of counters, and the state of ports.
     *
     * @param table name without that of its pipeline
     * @param pipe that is asked
     * @param key numbers by the names of the key's fields
     * @return by name: a {@link Long}, a {@link Boolean}, or a list of {@link Integer}s; empty
     *     where nothing is measured
     */
    default Map<String, Object> measured(String table, int pipe, Map<String, Long> key) {
        return Map.of();
    }
}
