package io.losslab.driver.bfrt.table;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An entry of a table, by names. Values are Long, Boolean, String, Float, a ByteString for numbers
 * of more than 64 bits, or a List of such; of keys also a {@link MatchValue}. When written, a
 * number may be a ByteString of any length.
 *
 * @param key empty: the default entry when written, all entries when read
 * @param action empty where the table has none
 * @param data fields of the entry
 */
public record TableRow(Map<String, Object> key, String action, Map<String, Object> data) {
    public TableRow {
        key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** The row of a key of one field, without action and data yet. */
    public static TableRow at(String field, long value) {
        return new TableRow(Map.of(field, value), "", Map.of());
    }

    /** The row of a key of two fields, without action and data yet. */
    public static TableRow at(String field, long value, String second, long secondValue) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put(field, value);
        key.put(second, secondValue);
        return new TableRow(key, "", Map.of());
    }

    /** The default entry, without data yet. */
    public static TableRow defaultEntry() {
        return new TableRow(Map.of(), "", Map.of());
    }

    /** The row with an action in place of its own. */
    public TableRow doing(String other) {
        return new TableRow(key, other, data);
    }

    /** The row with one more field. */
    public TableRow with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(data);
        more.put(field, value);
        return new TableRow(key, action, more);
    }

    /** The data as users read it. */
    public String dataText() {
        return data.entrySet().stream()
                .map(field -> field.getKey() + "=" + text(field.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String text(Object value) {
        return value instanceof ByteString bytes
                ? "0x" + HexFormat.of().formatHex(bytes.toByteArray())
                : value.toString();
    }

    /** The key as users read it. */
    public String keyText() {
        return key.isEmpty()
                ? "default entry"
                : key.entrySet().stream()
                        .map(part -> part.getKey() + "=" + part.getValue())
                        .collect(Collectors.joining(" "));
    }
}
