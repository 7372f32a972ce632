package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.losslab.devices.failure.CommandFailure;
import java.util.Comparator;
import java.util.Optional;

/**
 * A profile of lossless priority groups as a chip needs it. Of {@code size}, a group has a part for
 * itself, reserved, and pauses at this and its share of the pool, {@code static_th}; so the latter
 * is less than the XOFF that is asked for. The rest of {@code size} is the headroom, unless the
 * pool has headroom of its own, {@code xoff}. How much is reserved, and whether there is an {@code
 * xon_offset}, is as in the profiles that SONiC makes for the chip. Source:
 * SAI_BUFFER_PROFILE_ATTR_RESERVED_BUFFER_SIZE, _SHARED_STATIC_TH, _XOFF_TH and _XON_TH in
 * saibuffer.h; pg_profile_lookup.ini of platforms in sonic-buildimage.
 *
 * @param device its name, for errors
 * @param own a profile of the switch's own
 * @param headroomApart whether the pool has it
 */
record LosslessProfile(String device, Struct own, boolean headroomApart) {
    private static final String SIZE = "size";
    private static final String HEADROOM = "xoff";
    private static final String XON = "xon";
    private static final String OFFSET = "xon_offset";
    private static final String THRESHOLD = "static_th";

    /** As the switch's rows say; nothing where it has no such profile. */
    static Optional<LosslessProfile> of(String device, ConfigState now, String pool) {
        ConfigRows generated =
                now.rows()
                        .get(
                                ConfigTable.BUFFER_PROFILE.name()
                                        + "|"
                                        + ConfigTable.GENERATED_PROFILES
                                        + "*");
        ConfigRows pools = now.rows().get(ConfigTable.BUFFER_POOL.name() + "|" + pool);
        if (generated == null || pools == null) {
            return Optional.empty();
        }
        boolean apart =
                pools.rows().values().stream().anyMatch(fields -> number(fields, HEADROOM) > 0);
        return generated.rows().values().stream()
                .filter(fields -> text(fields, "pool").equals(pool))
                .map(fields -> new LosslessProfile(device, fields, apart))
                .max(Comparator.comparingLong(LosslessProfile::reserved));
    }

    /**
     * The same profile as the chip needs it.
     *
     * @param asked one that reserves its headroom alone
     * @throws CommandFailure where the chip cannot pause or resume there
     */
    Struct fit(Struct asked) {
        long headroom = number(asked, HEADROOM);
        long reserved = reserved();
        Struct.Builder fields = asked.toBuilder();
        put(fields, SIZE, reserved + (headroomApart ? 0 : headroom));
        put(fields, XON, number(own, XON));
        if (asked.containsFields(THRESHOLD)) {
            long xoff = number(asked, THRESHOLD);
            if (xoff <= reserved) {
                throw CommandFailure.usage(
                        "%s: a priority group cannot pause at %d B, since the chip reserves %d B for it"
                                .formatted(device, xoff, reserved),
                        "set 'xoff' of pfc to more than %dB".formatted(reserved));
            }
            put(fields, THRESHOLD, xoff - reserved);
            long below = number(asked, OFFSET);
            put(fields, XON, Math.min(xoff - below, number(own, XON)));
            if (below > 0 && !own.containsFields(OFFSET)) {
                throw CommandFailure.usage(
                        "%s: a priority group resumes where it pauses, not %d B below, since profiles of the chip have no xon_offset"
                                .formatted(device, below),
                        "leave out 'xon' of pfc");
            }
        }
        if (!own.containsFields(OFFSET)) {
            fields.removeFields(OFFSET);
        }
        return fields.build();
    }

    private long reserved() {
        return Math.max(0, number(own, SIZE) - (headroomApart ? 0 : number(own, HEADROOM)));
    }

    private static void put(Struct.Builder fields, String name, long value) {
        fields.putFields(name, ConfigRows.text("" + value));
    }

    private static long number(Struct fields, String name) {
        String text = text(fields, name);
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    static String text(Struct fields, String name) {
        return fields.getFieldsOrDefault(name, Value.getDefaultInstance()).getStringValue();
    }
}
