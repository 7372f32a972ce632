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
 * on from there. Not thread safe.
 */
final class SdeReadings {
    private static final int ALL_PIPES = 0xFFFF;
    private static final String COUNTER_INDEX = "$COUNTER_INDEX";

    private final SdeMeter hardware;

    /** What was written to a counter, less what it had measured then. */
    private final Map<SdePlace, Map<String, Long>> offsets = new HashMap<>();

    SdeReadings(SdeMeter hardware) {
        this.hardware = hardware;
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
        Map<String, Long> own = offsets.getOrDefault(place, Map.of());
        Map<Integer, DataField> fields = new TreeMap<>();
        written.getFieldsList().forEach(field -> fields.put(field.getFieldId(), field));
        measured.forEach(
                (name, value) -> {
                    int id = table.fieldId(written.getActionId(), name);
                    if (id != 0) {
                        fields.put(
                                id,
                                value instanceof Long count
                                        ? table.number(id, count + own.getOrDefault(name, 0L))
                                        : field(id, value));
                    }
                });
        return written.toBuilder().clearFields().addAllFields(fields.values()).build();
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
            Map<String, Long> own = offsets.computeIfAbsent(place, any -> new LinkedHashMap<>());
            measured.forEach(
                    (name, value) -> {
                        if (row.has(name)) {
                            own.put(name, row.number(name) - (Long) value);
                        }
                    });
        }
        return counts;
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
