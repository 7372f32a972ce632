package io.losslab.driver.bfrt.table;

import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a table as messages and back; keys are exact, as those of all fixed tables. Problems are
 * {@link IllegalArgumentException}s that name table and field.
 */
public final class RowCodec {
    private final TableSchema table;

    /** The codec of one table. */
    public RowCodec(TableSchema table) {
        this.table = table;
    }

    /** The entry that sets a row; without a key the default entry. */
    public TableEntry encode(TableRow row) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.id());
        if (row.key().isEmpty()) {
            entry.setIsDefaultEntry(true);
        } else {
            entry.setKey(key(row.key()));
        }
        TableData.Builder data = TableData.newBuilder();
        if (!row.action().isEmpty()) {
            data.setActionId(table.action(row.action()).id());
        }
        List<TableField> fields = table.fieldsOf(row.action());
        row.data()
                .forEach(
                        (name, value) -> {
                            TableField field = table.field(fields, name);
                            if (field.readOnly()) {
                                throw wrong(field, "can only be read");
                            }
                            data.addFields(data(field, value));
                        });
        return entry.setData(data).build();
    }

    /** The row of an entry. */
    public TableRow decode(TableEntry entry) {
        Map<String, Object> key = new LinkedHashMap<>();
        for (KeyField field : entry.getKey().getFieldsList()) {
            TableField schema = byId(table.key(), field.getFieldId());
            key.put(schema.name(), valueOf(schema, field));
        }
        int actionId = entry.getData().getActionId();
        String action =
                actionId == 0
                        ? ""
                        : table.action(actionId)
                                .map(TableAction::name)
                                .orElseThrow(() -> unknownId("action", actionId));
        List<TableField> fields = table.fieldsOf(action);
        Map<String, Object> data = new LinkedHashMap<>();
        for (DataField field : entry.getData().getFieldsList()) {
            TableField schema = byId(fields, field.getFieldId());
            data.merge(schema.name(), valueOf(schema, field), RowCodec::together);
        }
        return new TableRow(key, action, data);
    }

    private TableKey key(Map<String, Object> values) {
        TableKey.Builder key = TableKey.newBuilder();
        values.forEach((name, value) -> key.addFields(key(table.field(table.key(), name), value)));
        for (TableField field : table.key()) {
            if (field.mandatory() && !values.containsKey(field.name())) {
                throw wrong(field, "is missing in the key");
            }
        }
        return key.build();
    }

    private KeyField key(TableField field, Object value) {
        if (!field.match().equals("Exact")) {
            throw wrong(field, "is matched by %s, not Exact".formatted(field.match()));
        }
        ByteString bytes =
                field.type() == FieldType.TEXT
                        ? ByteString.copyFromUtf8(text(field, value))
                        : number(field, value);
        return KeyField.newBuilder()
                .setFieldId(field.id())
                .setExact(KeyField.Exact.newBuilder().setValue(bytes))
                .build();
    }

    private static Object valueOf(TableField field, KeyField key) {
        ByteString bytes = key.getExact().getValue();
        return field.type() == FieldType.TEXT ? bytes.toStringUtf8() : numberOf(field, bytes);
    }

    private DataField data(TableField field, Object value) {
        DataField.Builder data = DataField.newBuilder().setFieldId(field.id());
        if (field.repeated()) {
            return data.setIntArrVal(list(field, value)).build();
        }
        return switch (field.type()) {
            case TEXT -> data.setStrVal(text(field, value)).build();
            case BOOL -> data.setBoolVal(bool(field, value)).build();
            case NUMBER -> data.setStream(number(field, value)).build();
            case FLOAT -> throw wrong(field, "can only be read: it is a float");
        };
    }

    private DataField.IntArray list(TableField field, Object value) {
        if (!(value instanceof List<?> values)) {
            throw wrong(field, "must be a list, not " + value);
        }
        DataField.IntArray.Builder list = DataField.IntArray.newBuilder();
        values.forEach(each -> list.addVal((int) unsigned(number(field, each))));
        return list.build();
    }

    private static Object valueOf(TableField field, DataField data) {
        return switch (data.getValueCase()) {
            case STR_VAL -> data.getStrVal();
            case BOOL_VAL -> data.getBoolVal();
            case FLOAT_VAL -> data.getFloatVal();
            case STR_ARR_VAL -> List.copyOf(data.getStrArrVal().getValList());
            case BOOL_ARR_VAL -> List.copyOf(data.getBoolArrVal().getValList());
            case INT_ARR_VAL ->
                    data.getIntArrVal().getValList().stream().map(Integer::toUnsignedLong).toList();
            default -> numberOf(field, data.getStream());
        };
    }

    /** A field that comes several times, as a register's does for each pipe, is a list. */
    private static Object together(Object before, Object next) {
        List<Object> all = new ArrayList<>(before instanceof List<?> list ? list : List.of(before));
        all.add(next);
        return List.copyOf(all);
    }

    private ByteString number(TableField field, Object value) {
        if (value instanceof ByteString bytes && bytes.size() == field.bytes()) {
            return bytes;
        }
        if (!(value instanceof Long number)) {
            throw wrong(
                    field, "must be a Long or %d bytes, not %s".formatted(field.bytes(), value));
        }
        if (field.bits() < 64 && number >>> field.bits() != 0) {
            throw wrong(
                    field,
                    "must be 0..%d (%d bits), not %d"
                            .formatted((1L << field.bits()) - 1, field.bits(), number));
        }
        byte[] bytes = new byte[field.bytes()];
        long left = number;
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = (byte) left;
            left >>>= 8;
        }
        return ByteString.copyFrom(bytes);
    }

    private static Object numberOf(TableField field, ByteString bytes) {
        return field.bits() > 64 ? bytes : (Object) unsigned(bytes);
    }

    private static long unsigned(ByteString bytes) {
        long number = 0;
        for (byte octet : bytes) {
            number = number << 8 | (octet & 0xFF);
        }
        return number;
    }

    private String text(TableField field, Object value) {
        if (!(value instanceof String text)) {
            throw wrong(field, "must be text, not " + value);
        }
        if (!field.choices().isEmpty() && !field.choices().contains(text)) {
            throw wrong(field, "must be one of %s, not %s".formatted(field.choices(), text));
        }
        return text;
    }

    private boolean bool(TableField field, Object value) {
        if (!(value instanceof Boolean bool)) {
            throw wrong(field, "must be true or false, not " + value);
        }
        return bool;
    }

    private TableField byId(List<TableField> fields, int id) {
        return fields.stream()
                .filter(field -> field.id() == id)
                .findFirst()
                .orElseThrow(() -> unknownId("field", id));
    }

    private IllegalArgumentException unknownId(String what, int id) {
        return new IllegalArgumentException(
                "table %s has no %s with id %d".formatted(table.name(), what, id));
    }

    private IllegalArgumentException wrong(TableField field, String problem) {
        return new IllegalArgumentException(
                "table %s: field %s %s".formatted(table.name(), field.name(), problem));
    }
}
