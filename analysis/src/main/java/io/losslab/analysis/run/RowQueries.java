package io.losslab.analysis.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** The database that queries the Parquet files of a run. */
public final class RowQueries {
    private RowQueries() {}

    /** Opens an empty one, in memory. */
    public static Connection open() throws SQLException {
        return open(new Properties());
    }

    /** The same; the rows of its results are fetched as they are read. */
    public static Connection openStreaming() throws SQLException {
        Properties streaming = new Properties();
        streaming.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        return open(streaming);
    }

    private static Connection open(Properties settings) throws SQLException {
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:", settings);
        return duckDb;
    }
}
