package io.losslab.analysis.summary.rows;

import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which rows of {@code flows.parquet} count, as SQL. The measurement of a cell goes from its
 * warm-up to its end; completion times are of messages that start at or after the warm-up and
 * complete, also after the end.
 *
 * @param sql a WITH clause; of its tables {@code flows} has a row for each message and group that
 *     reports it: {@code posted} after the warm-up, {@code done} if it also completed, {@code
 *     relative} if its {@code slowdown} is known too; {@code continuous} if the queue pair sends
 *     without a break; the row of a {@code session} is a mean and no message; {@code under_way} at
 *     the end of the measurement is what was posted before and completes later or not at all
 */
record MessageRows(String sql) {
    private static final String TABLES =
            """
            WITH spans(cell, warmup, finish) AS (VALUES %s),
            bins("group", name, least, past) AS (VALUES %s),
            messages AS (SELECT * FROM %s WHERE cell BETWEEN %d AND %d),
            reported AS (
              SELECT * FROM messages UNION ALL
              SELECT m.* REPLACE (b.name AS "group") FROM messages m
              JOIN bins b ON m."group" = b."group" AND m.bytes >= b.least AND m.bytes < b.past),
            flows AS (
              SELECT f.cell, f."group", f.flow, f.bytes, f.fct_ns, f.start_ns, f.end_ns,
                     s.warmup, s.finish, f.kind IN (%s) AS session, f.kind = '%s' AS mean_latency,
                     f.kind = 'bandwidth' AS continuous,
                     f.start_ns < s.finish AND (f.end_ns < 0 OR f.end_ns > s.finish) AS under_way,
                     f.start_ns >= s.warmup AS posted,
                     f.start_ns >= s.warmup AND f.end_ns >= 0 AS done,
                     f.start_ns >= s.warmup AND f.end_ns >= 0 AND f.ideal_ns > 0 AS relative,
                     CASE WHEN f.ideal_ns > 0 THEN f.fct_ns::DOUBLE / f.ideal_ns END AS slowdown
              FROM reported f JOIN spans s ON f.cell = s.cell)\
            """;

    /** What the column {@code kind} says of means. */
    private static final String LATENCY_SESSION = "latency, mean of a session";

    private static final String SESSIONS =
            "'bandwidth, mean of a session', '%s'".formatted(LATENCY_SESSION);

    /**
     * The rows of some cells.
     *
     * @param directory holds {@code flows.parquet}
     * @param outcomes give every cell's measurement span
     * @param bins groups by size that are reported besides the groups of the rows
     * @throws IOException where the file is missing
     */
    static MessageRows of(Path directory, List<CellOutcome> outcomes, List<SizeBin> bins)
            throws IOException {
        Path flows = directory.resolve("flows.parquet");
        if (!Files.exists(flows)) {
            throw new IOException(flows + " is missing; were the cells merged?");
        }
        return new MessageRows(
                TABLES.formatted(
                        spans(outcomes),
                        bins(bins),
                        ParquetRows.of(flows),
                        cells(outcomes).min().orElseThrow(),
                        cells(outcomes).max().orElseThrow(),
                        SESSIONS,
                        LATENCY_SESSION));
    }

    private static IntStream cells(List<CellOutcome> outcomes) {
        return outcomes.stream().mapToInt(CellOutcome::cell);
    }

    private static String spans(List<CellOutcome> outcomes) {
        return outcomes.stream()
                .map(
                        outcome ->
                                "(%d, %d::BIGINT, %d::BIGINT)"
                                        .formatted(
                                                outcome.cell(),
                                                outcome.warmupNanos(),
                                                outcome.endNanos()))
                .collect(Collectors.joining(", "));
    }

    private static String bins(List<SizeBin> bins) {
        // A list of values is never empty; no group has the empty name.
        StringBuilder rows = new StringBuilder("('', '', 0::BIGINT, 0::BIGINT)");
        for (SizeBin bin : bins) {
            rows.append(
                    ", ('%s', '%s', %d::BIGINT, %d::BIGINT)"
                            .formatted(
                                    bin.group().replace("'", "''"),
                                    bin.name().replace("'", "''"),
                                    bin.leastBytes(),
                                    bin.endBytes()));
        }
        return rows.toString();
    }
}
