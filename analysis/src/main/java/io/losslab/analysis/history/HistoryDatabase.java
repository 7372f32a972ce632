package io.losslab.analysis.history;

import io.losslab.analysis.run.FileReplacement;
import io.losslab.analysis.run.RowQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes a history as a DuckDB database with the tables {@code runs}, {@code metrics}, and {@code
 * parameters}.
 */
public final class HistoryDatabase {
    private HistoryDatabase() {}

    /**
     * Writes a database in one step, over an earlier one.
     *
     * @throws IOException where the file cannot be written
     */
    public static void write(RunHistory history, Path file) throws IOException {
        FileReplacement.write(file, temporary -> fill(history, file, temporary));
    }

    private static void fill(RunHistory history, Path file, Path temporary) throws IOException {
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            sql.execute("ATTACH '%s' AS history".formatted(quoted(temporary)));
            sql.execute("USE history");
            duckDb.setAutoCommit(false);
            for (Map.Entry<String, HistoryTable> table : HistoryTables.all(history).entrySet()) {
                write(duckDb, table.getKey(), table.getValue());
            }
            duckDb.commit();
        } catch (SQLException e) {
            throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String quoted(Path file) {
        return file.toString().replace("'", "''");
    }

    private static void write(Connection duckDb, String name, HistoryTable table)
            throws SQLException {
        String columns =
                table.columns().stream()
                        .map(column -> "\"%s\" %s".formatted(column.name(), column.type()))
                        .collect(Collectors.joining(", "));
        try (Statement sql = duckDb.createStatement()) {
            sql.execute("CREATE TABLE %s (%s)".formatted(name, columns));
        }
        String places = table.columns().stream().map(any -> "?").collect(Collectors.joining(", "));
        try (PreparedStatement insert =
                duckDb.prepareStatement("INSERT INTO %s VALUES (%s)".formatted(name, places))) {
            for (List<Object> row : table.rows()) {
                for (int i = 0; i < row.size(); i++) {
                    insert.setObject(i + 1, row.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
