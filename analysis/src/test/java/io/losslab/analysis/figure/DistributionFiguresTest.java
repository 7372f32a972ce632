package io.losslab.analysis.figure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.statistics.Quantiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cumulative distributions and boxes, with thresholds. */
class DistributionFiguresTest {
    private static final double[] OVER_DECADES = {1, 10, 100, 1000};

    @Test
    void aLogarithmicAxisHasNoMarkAtZero() {
        for (Figure.Kind kind : List.of(Figure.Kind.CDF, Figure.Kind.BOX)) {
            String html = draw(kind, OVER_DECADES);
            assertTrue(html.contains(">forty<"), html);
            assertFalse(html.contains(">none<"), html);
        }
    }

    @Test
    void aLinearAxisFromZeroHasOne() {
        for (Figure.Kind kind : List.of(Figure.Kind.CDF, Figure.Kind.BOX)) {
            String html = draw(kind, 10, 20, 30);
            assertTrue(html.contains(">forty<"), html);
            assertTrue(html.contains(">none<"), html);
        }
    }

    private static String draw(Figure.Kind kind, double... values) {
        Figure spec =
                new Figure(
                        "slowdown",
                        "Slowdown",
                        kind,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Figure.Values.SLOWDOWN,
                        null,
                        false,
                        null,
                        null,
                        List.of(new Threshold("none", 0, null), new Threshold("forty", 40, null)),
                        null);
        SeriesStyle pfc =
                SeriesStyle.of(
                                "scheme",
                                FigureCells.summary("gain", Map.of("pfc", List.of(1.0))).cells(),
                                FigureCells.manifest())
                        .get(0);
        Distributions distributions =
                new Distributions(
                        List.of(new Distributions.Block("", Map.of(pfc, Quantiles.of(values)))), 1);
        FigureMarkup markup =
                kind == Figure.Kind.CDF
                        ? CdfFigure.draw(spec, distributions, Sheet.PAGE)
                        : BoxFigure.draw(spec, distributions, Sheet.PAGE);
        return markup.html();
    }
}
