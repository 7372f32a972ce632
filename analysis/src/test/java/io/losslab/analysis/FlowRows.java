package io.losslab.analysis;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Writes a {@code flows.parquet} of given rows. */
final class FlowRows {
    private FlowRows() {}

    /** A row; what statistics do not read is left out. */
    record Row(
            int cell,
            String group,
            int flow,
            long bytes,
            long startNanos,
            long endNanos,
            long fctNanos,
            long idealNanos,
            String kind) {
        /** Of the only queue pair. */
        Row(
                int cell,
                String group,
                long bytes,
                long startNanos,
                long endNanos,
                long fctNanos,
                long idealNanos,
                String kind) {
            this(cell, group, 1, bytes, startNanos, endNanos, fctNanos, idealNanos, kind);
        }

        Row(
                int cell,
                String group,
                long bytes,
                long startNanos,
                long endNanos,
                long fctNanos,
                long idealNanos) {
            this(cell, group, bytes, startNanos, endNanos, fctNanos, idealNanos, "scheduled");
        }
    }

    static void write(Path directory, List<Row> rows) throws SQLException {
        try (DuckDBConnection duckDb =
                        DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    """
                    CREATE TABLE flows (cell INTEGER, "group" VARCHAR, flow INTEGER, bytes BIGINT,
                      start_ns BIGINT, end_ns BIGINT, fct_ns BIGINT, ideal_ns BIGINT,
                      kind VARCHAR)\
                    """);
            try (DuckDBAppender appender = duckDb.createAppender("flows")) {
                for (Row row : rows) {
                    appender.beginRow();
                    appender.append(row.cell());
                    appender.append(row.group());
                    appender.append(row.flow());
                    appender.append(row.bytes());
                    appender.append(row.startNanos());
                    appender.append(row.endNanos());
                    appender.append(row.fctNanos());
                    appender.append(row.idealNanos());
                    appender.append(row.kind());
                    appender.endRow();
                }
            }
            sql.execute(
                    "COPY flows TO '%s' (FORMAT parquet)"
                            .formatted(directory.resolve("flows.parquet")));
        }
    }
}
