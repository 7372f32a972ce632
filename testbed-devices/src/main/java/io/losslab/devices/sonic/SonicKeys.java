package io.losslab.devices.sonic;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names that a SONiC switch's platform gives its buffers, and what is done with its watchdog.
 *
 * @param losslessPool row of BUFFER_POOL from which lossless priority groups take their buffer
 * @param losslessQueueProfile row of BUFFER_PROFILE of queues that do not drop
 * @param lossyGroupProfile row of BUFFER_PROFILE of priority groups that drop
 * @param watchdog what becomes of the PFC watchdog
 */
public record SonicKeys(
        String losslessPool,
        String losslessQueueProfile,
        String lossyGroupProfile,
        Watchdog watchdog) {
    private static final String ROW = "[A-Za-z0-9][A-Za-z0-9_-]*";

    static final Key<String> LOSSLESS_POOL =
            Key.optional(
                            "losslessPool",
                            Type.pattern("name of a row", ROW),
                            "Row of BUFFER_POOL for lossless priority groups.")
                    .otherwise("ingress_lossless_pool");
    static final Key<String> LOSSLESS_QUEUE_PROFILE =
            Key.optional(
                            "losslessQueueProfile",
                            Type.pattern("name of a row", ROW),
                            "Row of BUFFER_PROFILE for queues that do not drop.")
                    .otherwise("egress_lossless_profile");
    static final Key<String> LOSSY_GROUP_PROFILE =
            Key.optional(
                            "lossyGroupProfile",
                            Type.pattern("name of a row", ROW),
                            "Row of BUFFER_PROFILE for priority groups that drop.")
                    .otherwise("ingress_lossy_profile");
    static final Key<Watchdog> WATCHDOG =
            Key.optional(
                            "pfcWatchdog",
                            Type.choice(List.of(Watchdog.values()), Watchdog::word),
                            "PFC watchdog of ports with PFC during a run: off, or as it is. Where"
                                    + " it is on, it drops the packets of queues that are paused for"
                                    + " long.")
                    .otherwise(Watchdog.OFF);

    /** What becomes of the PFC watchdog of ports that run PFC. */
    public enum Watchdog {
        OFF,
        KEEP;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Those of a switch whose file has none of the keys. */
    public static SonicKeys usual() {
        return new SonicKeys(
                LOSSLESS_POOL.standard().orElseThrow(),
                LOSSLESS_QUEUE_PROFILE.standard().orElseThrow(),
                LOSSY_GROUP_PROFILE.standard().orElseThrow(),
                WATCHDOG.standard().orElseThrow());
    }

    /** As a testbed file would give them, without those that are as usual: YAML by key. */
    Map<String, String> written() {
        Map<String, String> keys = new LinkedHashMap<>();
        SonicKeys usual = usual();
        if (!losslessPool.equals(usual.losslessPool)) {
            keys.put(LOSSLESS_POOL.name(), losslessPool);
        }
        if (!losslessQueueProfile.equals(usual.losslessQueueProfile)) {
            keys.put(LOSSLESS_QUEUE_PROFILE.name(), losslessQueueProfile);
        }
        if (!lossyGroupProfile.equals(usual.lossyGroupProfile)) {
            keys.put(LOSSY_GROUP_PROFILE.name(), lossyGroupProfile);
        }
        if (watchdog != usual.watchdog) {
            keys.put(WATCHDOG.name(), watchdog.word());
        }
        return keys;
    }

    static SonicKeys read(Fields keys) {
        return new SonicKeys(
                keys.value(LOSSLESS_POOL),
                keys.value(LOSSLESS_QUEUE_PROFILE),
                keys.value(LOSSY_GROUP_PROFILE),
                keys.value(WATCHDOG));
    }
}
