package io.losslab.analysis.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@code summary.json}: what a run measured.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param experiment name
 * @param backend it ran on
 * @param status how far it came
 * @param cells the finished ones, by number
 * @param failures cells that failed, by number
 * @param points of the figures, seeds pooled
 * @param warnings that the run is too small for what it compares
 * @param paper the paper's numbers compared with the measured ones
 */
public record Summary(
        int schemaVersion,
        String experiment,
        String backend,
        RunStatus status,
        List<CellSummary> cells,
        List<CellFailure> failures,
        List<FigurePoint> points,
        List<String> warnings,
        List<PaperComparison> paper) {
    public static final int SCHEMA_VERSION = 1;
    public static final String FILE = "summary.json";

    public Summary {
        if (schemaVersion != SCHEMA_VERSION) {
            throw new IllegalArgumentException(
                    "summary.json has schemaVersion %d, but this version of losslab reads %d"
                            .formatted(schemaVersion, SCHEMA_VERSION));
        }
        cells = List.copyOf(cells);
        failures = failures == null ? List.of() : List.copyOf(failures);
        points = points == null ? List.of() : List.copyOf(points);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        paper = paper == null ? List.of() : List.copyOf(paper);
    }

    /** Reads {@code summary.json} of a results directory. */
    public static Summary read(Path directory) throws IOException {
        return ResultsJson.read(directory.resolve(FILE), Summary.class);
    }

    /** Writes {@code summary.json} in one step. */
    public void write(Path directory) throws IOException {
        ResultsJson.write(directory.resolve(FILE), this);
    }

    /** The same with one more check of each cell that has one. */
    public Summary withChecks(Function<CellSummary, Optional<Check>> checks) {
        return new Summary(
                schemaVersion,
                experiment,
                backend,
                status,
                cells.stream()
                        .map(cell -> checks.apply(cell).map(cell::with).orElse(cell))
                        .toList(),
                failures,
                points,
                warnings,
                paper);
    }

    /** Whether every check of every cell held. */
    @JsonIgnore
    public boolean allChecksHeld() {
        return cells.stream().allMatch(CellSummary::allChecksHeld);
    }

    /**
     * Cells of a sweep that have all the wanted parameters, by number.
     *
     * @param sweep null: of any sweep
     */
    public List<CellSummary> cellsWhere(String sweep, Map<String, Object> wanted) {
        return cells.stream()
                .filter(cell -> sweep == null || sweep.equals(cell.sweep()))
                .filter(cell -> ParamValue.matches(cell.params(), wanted))
                .toList();
    }
}
