package io.losslab.analysis.history;

import io.losslab.analysis.run.FileReplacement;
import io.losslab.analysis.run.RowQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a history as a DuckDB database with the tables {@code runs}, {@code metrics}, and {@code
 * parameters}.
 */
public final class HistoryDatabase {
    private static final String TABLES =
            "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'history'";

    private HistoryDatabase() {}

    /**
     * Writes a database in one step, over an earlier one.
     *
     * @throws IOException where the file cannot be written
     */
    public static void write(RunHistory history, Path file) throws IOException {
        FileReplacement.write(file, temporary -> fill(history, file, temporary));
    }

    /**
     * Whether a database is one of those that {@link #write} makes: it has their tables, and no
     * other.
     *
     * @throws IOException where it is no database, or another process writes it
     */
    public static boolean isOne(Path file) throws IOException {
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            sql.execute("ATTACH '%s' AS history (TYPE duckdb, READ_ONLY)".formatted(quoted(file)));
            Set<String> tables = new HashSet<>();
            try (ResultSet names = sql.executeQuery(TABLES)) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            return tables.equals(HistoryTables.NAMES);
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
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
