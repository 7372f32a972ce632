package io.losslab.analysis.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Bars of values that a scheme reports, {@code extra.NAME}, some of which are negative. */
class BarsFigureTest {
    private final Map<String, List<Double>> seeds = new LinkedHashMap<>();

    @Test
    void barsWithoutNegativeValuesAreDrawnFromTheLeft() throws IOException {
        seeds.put("pfc", List.of(30.5, 31.0, 32.5));
        seeds.put("bifrost", List.of(12.0, 12.5, 12.25));
        seeds.put("idle", List.of(0.0, 0.0, 0.0));

        assertEquals(golden("bars.svg"), draw(List.of(new Threshold("paper", 42, "pfc"))));
    }

    @Test
    void negativeBarsGoToTheLeftOfZeroWithTheirTextsToItsRight() {
        seeds.put("pfc", List.of(30.0));
        seeds.put("bifrost", List.of(-20.0));

        String svg = draw(List.of(new Threshold("paper", -35, "bifrost")));

        assertEquals(List.of("−40", "−20", "0", "20", "40"), all(svg, "tick mid\"[^>]*>([^<]*)"));
        assertEquals(List.of("308"), all(svg, "class=\"axis\" d=\"M([^ ]*)"));
        assertEquals(List.of("308", "200"), all(svg, "class=\"bar s.\" x=\"([^\"]*)"));
        assertEquals(List.of("162", "108"), all(svg, "class=\"bar [^>]* width=\"([^\"]*)"));
        assertEquals(List.of("119"), all(svg, "class=\"refline\" d=\"M([^ ]*)"));
        assertEquals(
                List.of("478\" y=\"54\">30", "316\" y=\"94\">−20"),
                all(svg, "label strong\" x=\"([^<]*)"));
    }

    @Test
    void anAxisOfNegativeBarsAloneEndsAtZero() {
        seeds.put("pfc", List.of(-31.0, -30.0, -32.0));
        seeds.put("bifrost", List.of(-12.0, -12.5, -12.25));

        String svg = draw(List.of());

        assertEquals(List.of("−40", "−30", "−20", "−10", "0"), all(svg, "tick mid\"[^>]*>([^<]*)"));
        assertEquals(List.of("524"), all(svg, "class=\"axis\" d=\"M([^ ]*)"));
        // The interval is all on the axis: a line without an arrow.
        assertEquals(
                List.of("162.37 50L216.03 50", "384.99 90L398.41 90"),
                all(svg, "class=\"range\" d=\"M([^\"]*)"));
    }

    @Test
    void anIntervalThatTheAxisCutsEndsInAnArrow() {
        seeds.put("pfc", List.of(-10.0, 90.0));
        seeds.put("bifrost", List.of(-90.0, 10.0));

        assertEquals(
                List.of(
                        "92 50L524 50M96 46L92 50L96 54M520 46L524 50L520 54",
                        "92 90L524 90M96 86L92 90L96 94M520 86L524 90L520 94"),
                all(draw(List.of()), "class=\"range\" d=\"M([^\"]*)"));
    }

    /** The cells' messages may all have arrived: a recording may be missing, or a name mistyped. */
    @Test
    void aPanelWithoutValuesSaysThatNoCellHasIt() {
        seeds.put("pfc", List.of(30.5));

        String svg = draw("extra.gian", List.of(new Threshold("paper", 42, "pfc")));

        assertEquals(
                List.of("no finished cell has this value"), all(svg, "note mid\"[^>]*>([^<]*)"));
        assertEquals(List.of(), all(svg, "tick mid\"[^>]*>([^<]*)"));
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private String draw(List<Threshold> thresholds) {
        return draw("extra.gain", thresholds);
    }

    private String draw(String metric, List<Threshold> thresholds) {
        Figure spec =
                new Figure(
                        "gain",
                        "Gain",
                        Figure.Kind.BARS,
                        null,
                        null,
                        null,
                        null,
                        List.of(metric),
                        null,
                        null,
                        false,
                        null,
                        null,
                        thresholds,
                        null);
        Summary summary = FigureCells.summary("gain", seeds);
        FigureMarkup markup = BarsFigure.draw(spec, summary, FigureCells.manifest(), Sheet.PAGE);
        assertEquals("", markup.problem());
        return markup.panels().get(0).finish();
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = BarsFigureTest.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
