package io.losslab.analysis.summary.rows;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.statistics.Quantiles;
import io.losslab.analysis.summary.CellOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The distribution of completion times or slowdowns over the messages of several cells. */
public final class FlowQuantiles {
    private static final String QUERY =
            """
            %s
            SELECT count(*), quantile_disc(%s, [%s]) FROM flows
            WHERE %s AND NOT session AND (? OR "group" = ?)
            """;

    private final Path directory;
    private final List<SizeBin> bins;

    /**
     * Of a run.
     *
     * @param directory holds {@code flows.parquet}
     * @param bins groups by size that are reported besides the groups of the rows
     */
    public FlowQuantiles(Path directory, List<SizeBin> bins) {
        this.directory = directory;
        this.bins = List.copyOf(bins);
    }

    /**
     * The quantiles over all messages of the cells.
     *
     * @param cells not empty
     * @param group of traffic; null: all
     * @param slowdown whether slowdowns are wanted, in place of completion times in microseconds
     */
    public Quantiles of(List<CellOutcome> cells, String group, boolean slowdown)
            throws IOException {
        MessageRows rows = MessageRows.of(directory, cells, group == null ? List.of() : bins);
        String fractions =
                IntStream.rangeClosed(0, Quantiles.STEPS)
                        .mapToObj(step -> Double.toString((double) step / Quantiles.STEPS))
                        .collect(Collectors.joining(", "));
        String query =
                QUERY.formatted(
                        rows.sql(),
                        slowdown ? "slowdown" : "fct_ns / 1e3",
                        fractions,
                        slowdown ? "relative" : "done");
        try (Connection duckDb = RowQueries.open();
                PreparedStatement select = duckDb.prepareStatement(query)) {
            select.setBoolean(1, group == null);
            select.setString(2, group == null ? "" : group);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return quantiles(row);
            }
        } catch (SQLException e) {
            throw new IOException("distribution of %s: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static Quantiles quantiles(ResultSet row) throws SQLException {
        long count = row.getLong(1);
        if (count == 0) {
            return Quantiles.NONE;
        }
        Object[] values = (Object[]) row.getArray(2).getArray();
        double[] quantiles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            quantiles[i] = ((Number) values[i]).doubleValue();
        }
        return new Quantiles(quantiles, count);
    }
}
