package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Draws the figures a run asks for. Not thread safe. */
public final class Figures {
    private final Path directory;
    private final RunManifest manifest;
    private final Summary summary;
    private final List<CellOutcome> outcomes;
    private Figure lastSpec;
    private Distributions lastDistributions;

    public Figures(
            Path directory, RunManifest manifest, Summary summary, List<CellOutcome> outcomes) {
        this.directory = directory;
        this.manifest = manifest;
        this.summary = summary;
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * Draws a figure.
     *
     * @throws IllegalArgumentException where it names an unknown metric
     */
    public FigureMarkup draw(Figure spec, Sheet sheet) throws IOException {
        return switch (spec.kind()) {
            case LINES -> LinesFigure.draw(spec, summary, manifest, sheet);
            case BARS -> BarsFigure.draw(spec, summary, manifest, sheet);
            case TIMESERIES ->
                    TimeSeriesFigure.draw(spec, summary, manifest, outcomes, directory, sheet);
            case CDF -> CdfFigure.draw(spec, distributions(spec), sheet);
            case BOX -> BoxFigure.draw(spec, distributions(spec), sheet);
        };
    }

    /** The values that a figure shows. */
    public FigureRows rows(Figure spec) throws IOException {
        return switch (spec.kind()) {
            case LINES, BARS -> FigureRows.ofPoints(spec, summary);
            case TIMESERIES -> FigureRows.ofCounter(spec, summary, manifest, directory);
            case CDF, BOX -> FigureRows.ofDistributions(spec, distributions(spec));
        };
    }

    /** Of the figure that was asked for last, which is drawn and then listed. */
    private Distributions distributions(Figure spec) throws IOException {
        if (!spec.equals(lastSpec)) {
            lastDistributions = Distributions.read(spec, summary, manifest, outcomes, directory);
            lastSpec = spec;
        }
        return lastDistributions;
    }

    /** Draws the topology. */
    public FigureMarkup drawTopology() {
        return TopologyPicture.draw(manifest.topology());
    }
}
