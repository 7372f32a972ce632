package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Struct;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * CONFIG_DB of one switch, over some transport.
 *
 * <p>All methods throw {@link io.losslab.driver.DeviceException} where the switch refuses, and that
 * or {@link io.losslab.devices.failure.CommandFailure} where it is not reached.
 */
interface ConfigDb {
    /**
     * A patch of many rows takes SONiC minutes: it pauses for a second after each of the steps into
     * which it takes the patch apart. What still runs after this time would meet its restore.
     */
    Duration LONGEST_CHANGE = Duration.ofMinutes(30);

    /**
     * What was read.
     *
     * @param tables rows by key, by table; tables without rows are left out
     * @param hasCheckpoint whether there is the checkpoint that was asked for
     */
    record Reading(Struct tables, boolean hasCheckpoint) {}

    /**
     * Reads.
     *
     * @param tables names
     * @param checkpoint name; empty where the transport has none
     */
    Reading read(Set<String> tables, Optional<String> checkpoint);

    /** Those of some ports whose links are up, in their order. */
    List<String> up(List<String> ports);

    /** Applies all of a patch or nothing. */
    void apply(ConfigPatch patch);

    /** Has a patch checked without applying it; does nothing where the transport cannot. */
    default void check(ConfigPatch patch) {}

    /** Makes a checkpoint. */
    default void checkpoint(String name) {
        throw new UnsupportedOperationException(name);
    }

    /** Makes the whole configuration what it was at a checkpoint. */
    default void rollback(String name) {
        throw new UnsupportedOperationException(name);
    }

    /** Deletes a checkpoint. */
    default void deleteCheckpoint(String name) {
        throw new UnsupportedOperationException(name);
    }
}
