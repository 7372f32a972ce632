package io.losslab.analysis.figure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.run.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinesFigureTest {
    /** The cells' messages may all have arrived: a recording may be missing, or a name mistyped. */
    @Test
    void aPanelWithoutValuesSaysThatNoCellHasIt() {
        Figure spec =
                new Figure(
                        "gain",
                        "Gain",
                        Figure.Kind.LINES,
                        null,
                        "seed",
                        null,
                        null,
                        List.of("extra.gian"),
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        null);

        String html =
                LinesFigure.draw(
                                spec,
                                FigureCells.summary("gain", Map.of("pfc", List.of(1.5))),
                                FigureCells.manifest(),
                                Sheet.PAGE)
                        .html();

        assertTrue(html.contains(">no finished cell has this value<"), html);
    }
}
