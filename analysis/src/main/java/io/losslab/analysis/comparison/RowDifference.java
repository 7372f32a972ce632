package io.losslab.analysis.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.run.RowQueries;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * How a Parquet file of a run differs from that of its repetition.
 *
 * @param file name, within the results directory
 * @param identical whether both have the same bytes
 * @param onlyBefore rows that only the first run has
 * @param onlyNow rows that only the repetition has
 * @param cells that these rows belong to, ascending
 */
public record RowDifference(
        String file, boolean identical, long onlyBefore, long onlyNow, List<Integer> cells) {
    public RowDifference {
        cells = List.copyOf(cells);
    }

    /** Compares a file of two results directories. */
    static RowDifference of(String file, Path before, Path now) throws IOException {
        Path first = before.resolve(file);
        Path second = now.resolve(file);
        if (Files.mismatch(first, second) < 0) {
            return new RowDifference(file, true, 0, 0, List.of());
        }
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            String lost = except(first, second);
            String added = except(second, first);
            return new RowDifference(
                    file,
                    false,
                    numbers(sql, "SELECT count(*) FROM (%s)".formatted(lost)).get(0),
                    numbers(sql, "SELECT count(*) FROM (%s)".formatted(added)).get(0),
                    numbers(
                                    sql,
                                    "SELECT DISTINCT cell FROM (%s UNION %s) ORDER BY cell"
                                            .formatted(lost, added))
                            .stream()
                            .map(Math::toIntExact)
                            .toList());
        } catch (SQLException e) {
            throw new IOException(
                    "%s and %s cannot be compared: %s".formatted(first, second, e.getMessage()), e);
        }
    }

    /** Whether both have the same rows, in whatever bytes. */
    @JsonIgnore
    public boolean sameRows() {
        return onlyBefore == 0 && onlyNow == 0;
    }

    private static String except(Path first, Path second) {
        return "(SELECT * FROM %s EXCEPT ALL SELECT * FROM %s)"
                .formatted(ParquetRows.of(first), ParquetRows.of(second));
    }

    private static List<Long> numbers(Statement sql, String query) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }
}
