package io.losslab.analysis.comparison;

import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RowFiles;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A run and its repetition. In virtual time, both must have the same Parquet files, byte for byte;
 * with real frames, figures must agree within the tolerance of {@link BackendComparison}.
 *
 * @param same whether the results are repeated
 * @param missing numbers of cells that only the first run finished
 * @param files every Parquet file in virtual time; empty with real frames
 * @param rows in virtual time the figures that differ, with real frames all
 */
public record Repetition(
        boolean same,
        List<Integer> missing,
        List<RowDifference> files,
        List<BackendComparison.Row> rows) {
    /** File of a comparison in the directory of the repetition. */
    public static final String FILE = "repeat.json";

    public Repetition {
        missing = List.copyOf(missing);
        files = List.copyOf(files);
        rows = List.copyOf(rows);
    }

    /**
     * Compares two results directories.
     *
     * @param before of the first run
     * @param now of the repetition
     */
    public static Repetition of(Path before, Path now) throws IOException {
        Summary first = Summary.read(before);
        Summary second = Summary.read(now);
        List<Integer> missing = missing(first, second);
        List<BackendComparison.Row> rows = BackendComparison.of(second, first).rows();
        if (!RunManifest.read(before).ranInVirtualTime()) {
            boolean agree = rows.stream().allMatch(BackendComparison.Row::agrees);
            return new Repetition(agree && missing.isEmpty(), missing, List.of(), rows);
        }
        List<RowDifference> files = new ArrayList<>();
        for (String file : RowFiles.names(before)) {
            files.add(RowDifference.of(file, before, now));
        }
        boolean identical = files.stream().allMatch(RowDifference::identical);
        return new Repetition(
                identical && missing.isEmpty(),
                missing,
                files,
                rows.stream().filter(row -> row.measured() != row.virtual()).toList());
    }

    /** Writes it to a results directory. */
    public void write(Path directory) throws IOException {
        ResultsJson.write(directory.resolve(FILE), this);
    }

    private static List<Integer> missing(Summary first, Summary second) {
        Set<Integer> finished = new HashSet<>();
        second.cells().forEach(cell -> finished.add(cell.cell()));
        return first.cells().stream()
                .map(CellSummary::cell)
                .filter(cell -> !finished.contains(cell))
                .toList();
    }
}
