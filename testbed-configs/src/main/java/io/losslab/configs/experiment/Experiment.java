package io.losslab.configs.experiment;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * An experiment, read, checked and expanded.
 *
 * @param name as the file gives it, e.g. {@code bifrost/case-a}
 * @param title one line for users
 * @param source which publication it repeats; empty texts where none
 * @param notes paragraphs for the report, as written
 * @param seeds of the repetitions, in the file's order
 * @param schemes names in the file's order
 * @param labels what reports call schemes that have a label
 * @param baseline the scheme others are compared with
 * @param scale in force; empty for the file as it stands
 * @param timeDilation seconds of wall-clock time per second of lab time with real frames; empty:
 *     the backend chooses
 * @param cells all runs, in a stable order: sweeps as in the file, first axis slowest, seeds
 *     fastest
 * @param figures of the report
 * @param paper numbers the publication prints
 * @param resolvedYaml the file with its overrides and its topology, as one YAML text
 * @param inputs the files it was read from
 */
public record Experiment(
        String name,
        String title,
        Source source,
        String notes,
        List<Long> seeds,
        List<String> schemes,
        Map<String, String> labels,
        String baseline,
        String scale,
        OptionalLong timeDilation,
        List<Cell> cells,
        List<Figure> figures,
        List<PaperClaim> paper,
        String resolvedYaml,
        ExperimentInputs inputs) {
    /** Characters of a name: with the time of a run, a folder can have it for its own. */
    public static final int LONGEST_NAME = 200;

    public Experiment {
        seeds = List.copyOf(seeds);
        schemes = List.copyOf(schemes);
        labels = Map.copyOf(labels);
        cells = List.copyOf(cells);
        figures = List.copyOf(figures);
        paper = List.copyOf(paper);
    }

    /** The same with other notes and cells. */
    public Experiment with(String newNotes, List<Cell> newCells) {
        return new Experiment(
                name,
                title,
                source,
                newNotes,
                seeds,
                schemes,
                labels,
                baseline,
                scale,
                timeDilation,
                newCells,
                figures,
                paper,
                resolvedYaml,
                inputs);
    }

    /** The same, read from other files. */
    public Experiment from(ExperimentInputs newInputs) {
        return new Experiment(
                name,
                title,
                source,
                notes,
                seeds,
                schemes,
                labels,
                baseline,
                scale,
                timeDilation,
                cells,
                figures,
                paper,
                resolvedYaml,
                newInputs);
    }

    /** The longest payload of a packet in any cell, bytes. */
    public int longestMtuBytes() {
        return cells.stream().mapToInt(cell -> cell.setup().hosts().mtuBytes()).max().orElseThrow();
    }

    /**
     * A publication.
     *
     * @param paper short name, e.g. {@code bifrost}
     * @param figures of it that the experiment repeats
     */
    public record Source(String paper, List<String> figures) {
        public Source {
            figures = List.copyOf(figures);
        }
    }
}
