package io.losslab.driver.bfrt.table;

import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a table as messages and back. Fields whose type is not known are left out of what is
 * read. Problems are {@link IllegalArgumentException}s that name table and field.
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
            if (schema.type() != FieldType.OPAQUE) {
                data.merge(schema.name(), valueOf(schema, field), RowCodec::together);
            }
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
        KeyField.Builder key = KeyField.newBuilder().setFieldId(field.id());
        if (value instanceof MatchValue.Prefix prefix && field.match().equals("LPM")) {
            return key.setLpm(
                            KeyField.LPM
                                    .newBuilder()
                                    .setValue(number(field, prefix.value()))
                                    .setPrefixLen(prefix.bits()))
                    .build();
        }
        if (value instanceof MatchValue.Masked masked && field.match().equals("Ternary")) {
            return key.setTernary(
                            KeyField.Ternary.newBuilder()
                                    .setValue(number(field, masked.value()))
                                    .setMask(number(field, masked.mask())))
                    .build();
        }
        if (value instanceof MatchValue.Span span && field.match().equals("Range")) {
            return key.setRange(
                            KeyField.Range.newBuilder()
                                    .setLow(number(field, span.low()))
                                    .setHigh(number(field, span.high())))
                    .build();
        }
        if (value instanceof MatchValue || !field.match().equals("Exact")) {
            throw wrong(field, "is matched by %s, not by %s".formatted(field.match(), value));
        }
        ByteString bytes =
                field.type() == FieldType.TEXT
                        ? ByteString.copyFromUtf8(text(field, value))
                        : number(field, value);
        return key.setExact(KeyField.Exact.newBuilder().setValue(bytes)).build();
    }

    private static Object valueOf(TableField field, KeyField key) {
        return switch (key.getMatchTypeCase()) {
            case LPM -> new MatchValue.Prefix(key.getLpm().getValue(), key.getLpm().getPrefixLen());
            case TERNARY ->
                    new MatchValue.Masked(key.getTernary().getValue(), key.getTernary().getMask());
            case RANGE -> new MatchValue.Span(key.getRange().getLow(), key.getRange().getHigh());
            default -> {
                ByteString bytes = key.getExact().getValue();
                yield field.type() == FieldType.TEXT
                        ? bytes.toStringUtf8()
                        : numberOf(field, bytes);
            }
        };
    }

    private DataField data(TableField field, Object value) {
        DataField.Builder data = DataField.newBuilder().setFieldId(field.id());
        if (field.type() == FieldType.OPAQUE) {
            throw wrong(field, "can only be read: it is a container, or of an unknown type");
        }
        if (field.repeated()) {
            return list(data, field, value);
        }
        return switch (field.type()) {
            case TEXT -> data.setStrVal(text(field, value)).build();
            case BOOL -> data.setBoolVal(bool(field, value)).build();
            case NUMBER -> data.setStream(number(field, value)).build();
            default -> throw wrong(field, "can only be read: it is a float");
        };
    }

    private DataField list(DataField.Builder data, TableField field, Object value) {
        if (!(value instanceof List<?> values)) {
            throw wrong(field, "must be a list, not " + value);
        }
        switch (field.type()) {
            case TEXT -> {
                DataField.StrArray.Builder list = data.getStrArrValBuilder();
                values.forEach(each -> list.addVal(text(field, each)));
            }
            case BOOL -> {
                DataField.BoolArray.Builder list = data.getBoolArrValBuilder();
                values.forEach(each -> list.addVal(bool(field, each)));
            }
            default -> {
                DataField.IntArray.Builder list = data.getIntArrValBuilder();
                values.forEach(each -> list.addVal((int) unsigned(number(field, each))));
            }
        }
        return data.build();
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
        if (value instanceof ByteString bytes) {
            return padded(field, bytes);
        }
        if (!(value instanceof Long number)) {
            throw wrong(
                    field, "must be a Long or %d bytes, not %s".formatted(field.bytes(), value));
        }
        if (field.bits() < 64 && number >>> field.bits() != 0) {
            throw tooWide(field, Long.toUnsignedString(number));
        }
        byte[] bytes = new byte[field.bytes()];
        long left = number;
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = (byte) left;
            left >>>= 8;
        }
        return ByteString.copyFrom(bytes);
    }

    /** As many bytes as the field is wide. */
    private ByteString padded(TableField field, ByteString bytes) {
        BigInteger number = new BigInteger(1, bytes.toByteArray());
        if (field.type() != FieldType.NUMBER || number.bitLength() > field.bits()) {
            throw tooWide(field, number.toString());
        }
        byte[] shortest = number.toByteArray();
        byte[] padded = new byte[field.bytes()];
        int length = Math.min(shortest.length, padded.length);
        System.arraycopy(
                shortest, shortest.length - length, padded, padded.length - length, length);
        return ByteString.copyFrom(padded);
    }

    private IllegalArgumentException tooWide(TableField field, String number) {
        return wrong(
                field,
                "must be 0..%s (%d bits), not %s"
                        .formatted(
                                BigInteger.ONE.shiftLeft(field.bits()).subtract(BigInteger.ONE),
                                field.bits(),
                                number));
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
