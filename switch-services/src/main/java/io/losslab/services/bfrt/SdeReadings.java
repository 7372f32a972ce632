package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fields that the hardware measures, over those that were written. A counter that is written goes
 * on from there; a watermark that is cleared begins with the level of the moment. Not thread safe.
 */
final class SdeReadings {
    private static final int ALL_PIPES = 0xFFFF;
    private static final String COUNTER_INDEX = "$COUNTER_INDEX";

    /**
     * A watermark that was cleared.
     *
     * @param before the highest level until then
     * @param since the highest that was seen after it, where it is below that
     */
    private record Cleared(long before, long since) {}

    private final SdeMeter hardware;

    /** What was written to a counter, less what it had measured then. */
    private final Map<SdePlace, Map<String, Long>> offsets = new HashMap<>();

    private final Map<SdePlace, Map<String, Cleared>> cleared = new HashMap<>();

    SdeReadings(SdeMeter hardware) {
        this.hardware = hardware;
    }

    /** The hardware counts anew: nothing was written to it. */
    void begin() {
        offsets.clear();
        cleared.clear();
    }

    /** Whether cells of a table of counters are measured. */
    boolean measures(SdeTable table) {
        return !hardware.measured(table.nameInPipeline(), ALL_PIPES, Map.of(COUNTER_INDEX, 1L))
                .isEmpty();
    }

    /** The data of an entry as it is read. */
    TableData over(SdeTable table, SdePlace place, TableData written) {
        Map<String, Object> measured = measured(table, place);
        if (measured.isEmpty()) {
            return written;
        }
        Map<Integer, DataField> fields = new TreeMap<>();
        written.getFieldsList().forEach(field -> fields.put(field.getFieldId(), field));
        measured.forEach(
                (name, value) -> {
                    int id = table.fieldId(written.getActionId(), name);
                    if (id != 0) {
                        fields.put(id, field(table, place, id, name, value));
                    }
                });
        return written.toBuilder().clearFields().addAllFields(fields.values()).build();
    }

    private DataField field(SdeTable table, SdePlace place, int id, String name, Object value) {
        if (value instanceof Long count) {
            long offset = offsets.getOrDefault(place, Map.of()).getOrDefault(name, 0L);
            return table.number(id, count + offset);
        }
        if (value instanceof SdeLevel level) {
            return table.number(id, watermark(place, name, level));
        }
        return field(id, value);
    }

    /** The highest level since it was cleared, as far as it was seen. */
    private long watermark(SdePlace place, String name, SdeLevel level) {
        Map<String, Cleared> own = cleared.getOrDefault(place, Map.of());
        Cleared last = own.get(name);
        if (last == null || level.highest() > last.before()) {
            return level.highest();
        }
        long since = Math.max(last.since(), level.now());
        own.put(name, new Cleared(last.before(), since));
        return since;
    }

    private static DataField field(int id, Object value) {
        DataField.Builder field = DataField.newBuilder().setFieldId(id);
        if (value instanceof Boolean flag) {
            return field.setBoolVal(flag).build();
        }
        DataField.IntArray.Builder list = field.getIntArrValBuilder();
        ((List<?>) value).forEach(each -> list.addVal((Integer) each));
        return field.build();
    }

    /** Takes what is written to counters; false: the entry is no counter's. */
    boolean wrote(SdeTable table, SdePlace place, TableData change) {
        Map<String, Object> measured = measured(table, place);
        boolean counts =
                measured.values().stream().anyMatch(Long.class::isInstance)
                        && table.operations().isFixed();
        if (counts) {
            SdeRow row = new SdeRow(table, place, change);
            measured.forEach(
                    (name, value) -> {
                        if (row.has(name)) {
                            wrote(place, name, row.number(name), value);
                        }
                    });
        }
        return counts;
    }

    private void wrote(SdePlace place, String name, long written, Object measured) {
        if (measured instanceof SdeLevel level) {
            cleared.computeIfAbsent(place, any -> new HashMap<>())
                    .put(name, new Cleared(level.highest(), level.now()));
        } else {
            offsets.computeIfAbsent(place, any -> new HashMap<>())
                    .put(name, written - (Long) measured);
        }
    }

    private Map<String, Object> measured(SdeTable table, SdePlace place) {
        if (place.key().getFieldsCount() == 0 || table.hasActions()) {
            return Map.of();
        }
        Map<String, Long> key = new LinkedHashMap<>();
        place.key()
                .getFieldsList()
                .forEach(
                        field -> {
                            if (field.hasExact()) {
                                key.put(
                                        table.keyName(field.getFieldId()),
                                        SdeRow.number(field.getExact().getValue()));
                            }
                        });
        return hardware.measured(table.nameInPipeline(), place.pipe(), key);
    }
}
