package io.losslab.collectors;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Rows of one file that wait in memory, column by column; texts are held once and referred to by
 * number. Not thread safe.
 */
final class RowBuffer {
    private static final int FIRST_CAPACITY = 1 << 10;

    private final RowSchema schema;
    private final Map<String, Integer> wordIndex = new HashMap<>();
    private final List<String> words = new ArrayList<>();
    // columns[c][row]: the number, or the index of a text among the texts; row < rows.
    private final long[][] columns;
    private int rows;
    private int filesWritten;

    RowBuffer(RowSchema schema) {
        this.schema = schema;
        this.columns = new long[schema.columns().size()][FIRST_CAPACITY];
    }

    int rows() {
        return rows;
    }

    /** The number that stands for a text in a row. */
    long word(String text) {
        Integer known = wordIndex.get(text);
        if (known != null) {
            return known;
        }
        int index = words.size();
        wordIndex.put(text, index);
        words.add(text);
        return index;
    }

    /** Opens a row; its columns are then {@link #set}. */
    void newRow() {
        if (rows == columns[0].length) {
            for (int c = 0; c < columns.length; c++) {
                columns[c] = Arrays.copyOf(columns[c], rows * 2);
            }
        }
        rows++;
    }

    /** Sets a column of the newest row. */
    void set(int column, long value) {
        columns[column][rows - 1] = value;
    }

    /** Writes the rows to the next Parquet file of a folder and forgets them. */
    void writeTo(DuckDBConnection duckDb, int cell, Path folder) throws SQLException {
        filesWritten++;
        String file = String.format(Locale.ROOT, "%s-%04d.parquet", schema.file(), filesWritten);
        try (Statement sql = duckDb.createStatement()) {
            sql.execute("CREATE OR REPLACE TEMP TABLE rows_waiting (" + numericColumns() + ")");
            appendRows(duckDb);
            sql.execute(
                    "COPY (SELECT %s FROM rows_waiting) TO %s %s"
                            .formatted(
                                    selection(cell),
                                    Sql.quote(folder.resolve(file).toString()),
                                    Sql.PARQUET));
            sql.execute("DROP TABLE rows_waiting");
        }
        rows = 0;
    }

    private void appendRows(DuckDBConnection duckDb) throws SQLException {
        try (DuckDBAppender appender = duckDb.createAppender("rows_waiting")) {
            for (int row = 0; row < rows; row++) {
                appender.beginRow();
                for (long[] column : columns) {
                    appender.append(column[row]);
                }
                appender.endRow();
            }
        }
    }

    private String numericColumns() {
        StringJoiner joined = new StringJoiner(", ");
        schema.columns().forEach(column -> joined.add(column.quoted() + " BIGINT"));
        return joined.toString();
    }

    private String selection(int cell) {
        StringJoiner list = new StringJoiner(", ", "[", "]::VARCHAR[]");
        words.forEach(word -> list.add(Sql.quote(word)));
        StringJoiner selected = new StringJoiner(", ");
        selected.add(cell + "::INTEGER AS cell");
        for (RowSchema.Column column : schema.columns()) {
            String source =
                    column.isText()
                            ? "list_extract(%s, %s + 1)".formatted(list, column.quoted())
                            : column.quoted() + "::" + column.sqlType();
            selected.add(source + " AS " + column.quoted());
        }
        return selected.toString();
    }
}
