package io.losslab.analysis.history;

import io.losslab.analysis.run.Csv;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Values in columns, for programs.
 *
 * @param columns their names
 * @param rows texts, numbers, and nulls where a value is not known; each as long as the columns
 */
public record HistoryTable(List<Column> columns, List<List<Object>> rows) {
    public HistoryTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * A column.
     *
     * @param name as SQL, JSON, and CSV call it
     * @param type of all its values
     */
    public record Column(String name, SqlType type) {}

    /** What a column holds, as SQL calls it. */
    public enum SqlType {
        VARCHAR,
        BIGINT,
        DOUBLE,
        BOOLEAN,
        TIMESTAMPTZ
    }

    /** The columns of a type for each name. */
    static List<Column> columns(SqlType type, String... names) {
        return Arrays.stream(names).map(name -> new Column(name, type)).toList();
    }

    /** A row; an {@link OptionalDouble} that is empty is not known. */
    static List<Object> row(Object... values) {
        List<Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(
                    value instanceof OptionalDouble number
                            ? number.isPresent() ? number.getAsDouble() : null
                            : value);
        }
        return row;
    }

    /** An object a row, for JSON. */
    public List<Map<String, Object>> objects() {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (List<Object> row : rows) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                object.put(columns.get(i).name(), row.get(i));
            }
            objects.add(object);
        }
        return objects;
    }

    /** The table as RFC 4180 has it, with a heading; what is not known is empty. */
    public String csv() {
        return Csv.text(columns.stream().map(Column::name).toList(), rows);
    }
}
