package io.losslab.collectors;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBConnection;

/** The embedded database as this package uses it: a private one in memory, on one thread. */
final class Sql {
    /**
     * How rows are written to a file. Numbers of which most are different are smaller compressed
     * than by dictionary.
     */
    static final String PARQUET = "(FORMAT parquet, COMPRESSION zstd, DICTIONARY_SIZE_LIMIT 8192)";

    private Sql() {}

    /** Opens an empty database whose memory and threads stay small. */
    static DuckDBConnection open() throws SQLException {
        DuckDBConnection duckDb =
                DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
        try (Statement sql = duckDb.createStatement()) {
            sql.execute("SET threads = 1");
            sql.execute("SET memory_limit = '1GB'");
        }
        return duckDb;
    }

    /** A text as an SQL literal. */
    static String quote(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** What callers see of a failure of the database. */
    static IOException failure(String what, SQLException cause) {
        return new IOException(what + ": " + cause.getMessage(), cause);
    }
}
