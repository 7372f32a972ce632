package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Draws the figures a run asks for. */
public final class Figures {
    private final Path directory;
    private final RunManifest manifest;
    private final Summary summary;
    private final List<CellOutcome> outcomes;

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
    public FigureMarkup draw(Figure spec) throws IOException {
        return switch (spec.kind()) {
            case LINES -> LinesFigure.draw(spec, summary, manifest);
            case BARS -> BarsFigure.draw(spec, summary, manifest);
            case TIMESERIES -> TimeSeriesFigure.draw(spec, summary, manifest, outcomes, directory);
            case CDF -> CdfFigure.draw(spec, distributions(spec));
            case BOX -> BoxFigure.draw(spec, distributions(spec));
        };
    }

    private Distributions distributions(Figure spec) throws IOException {
        return Distributions.read(spec, summary, manifest, outcomes, directory);
    }

    /** Draws the topology. */
    public FigureMarkup drawTopology() {
        return TopologyPicture.draw(manifest.topology());
    }
}
