package io.losslab.analysis.figure;

import io.losslab.analysis.run.RowQueries;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A counter of one port over time. The port's own samples (queue -1) are taken where there are
 * some, else the sum over its queues.
 */
final class CounterSeries {
    private static final String QUERY =
            """
            SELECT time_ns,
                   coalesce(sum(value) FILTER (queue < 0), sum(value))::DOUBLE AS value
            FROM %s
            WHERE cell = ? AND device = ? AND port = ? AND counter = ?
            GROUP BY time_ns ORDER BY time_ns
            """;

    private final List<Point> points;

    private CounterSeries(List<Point> points) {
        this.points = points;
    }

    /**
     * Reads a series.
     *
     * @param port {@code DEVICE:PORT}
     */
    static CounterSeries read(Path counters, int cell, String port, String counter)
            throws IOException {
        int colon = port.lastIndexOf(':');
        List<Point> points = new ArrayList<>();
        try (Connection duckDb = RowQueries.open();
                PreparedStatement select =
                        duckDb.prepareStatement(QUERY.formatted(ParquetRows.of(counters)))) {
            select.setInt(1, cell);
            select.setString(2, port.substring(0, Math.max(0, colon)));
            select.setInt(3, portNumber(port.substring(colon + 1)));
            select.setString(4, counter);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    points.add(new Point(rows.getLong(1), rows.getDouble(2)));
                }
            }
        } catch (SQLException e) {
            throw new IOException(counters + ": " + e.getMessage(), e);
        }
        return new CounterSeries(points);
    }

    private static int portNumber(String text) throws IOException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IOException("the port of a figure must be DEVICE:PORT, got ..." + text, e);
        }
    }

    List<Point> points() {
        return points;
    }

    /** In every one of {@code columns} equal spans of time the least and greatest sample. */
    CounterSeries envelope(int columns) {
        if (points.size() <= 2 * columns) {
            return this;
        }
        long first = points.get(0).nanos();
        double span = (points.get(points.size() - 1).nanos() - first + 1) / (double) columns;
        List<Point> kept = new ArrayList<>(2 * columns);
        int from = 0;
        for (int column = 0; column < columns; column++) {
            double end = first + span * (column + 1);
            int to = from;
            int least = from;
            int greatest = from;
            while (to < points.size() && points.get(to).nanos() < end) {
                least = points.get(to).value() < points.get(least).value() ? to : least;
                greatest = points.get(to).value() > points.get(greatest).value() ? to : greatest;
                to++;
            }
            if (to > from) {
                kept.add(points.get(Math.min(least, greatest)));
                if (least != greatest) {
                    kept.add(points.get(Math.max(least, greatest)));
                }
            }
            from = to;
        }
        return new CounterSeries(kept);
    }

    /**
     * The counter's growth in bytes as a rate in Gb/s, averaged over at most {@code columns} spans;
     * each point stands at the middle of its span.
     */
    CounterSeries rateGbps(int columns) {
        return new CounterSeries(
                ratesGbps(columns).stream()
                        .map(rate -> new Point(rate.middleNanos(), rate.gbps()))
                        .toList());
    }

    /** The spans and rates of {@link #rateGbps}. */
    List<Rate> ratesGbps(int columns) {
        List<Rate> rates = new ArrayList<>();
        int samples = points.size() - 1;
        int stride = Math.max(1, (samples + columns - 1) / columns);
        for (int from = 0; from + 1 <= samples; from += stride) {
            Point start = points.get(from);
            Point end = points.get(Math.min(samples, from + stride));
            long span = end.nanos() - start.nanos();
            rates.add(
                    new Rate(start.nanos(), end.nanos(), (end.value() - start.value()) * 8 / span));
        }
        return rates;
    }

    /**
     * A mean rate.
     *
     * @param startNanos of its span, since the start of the cell
     * @param endNanos of its span
     * @param gbps in Gb/s
     */
    record Rate(long startNanos, long endNanos, double gbps) {
        long middleNanos() {
            return startNanos + (endNanos - startNanos) / 2;
        }
    }

    /**
     * A sample.
     *
     * @param nanos since the start of the cell
     * @param value of the counter
     */
    record Point(long nanos, double value) {}
}
