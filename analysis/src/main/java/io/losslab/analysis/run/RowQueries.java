package io.losslab.analysis.run;

import io.losslab.api.process.UnpackedLibrary;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The database that queries the Parquet files of a run. */
public final class RowQueries {
    private RowQueries() {}

    /** Opens an empty one, in memory. */
    public static Connection open() throws SQLException {
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        UnpackedLibrary.delete("libduckdb");
        return duckDb;
    }
}
