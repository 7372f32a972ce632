package io.losslab.analysis.figure.drawing;

import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * How a series is drawn: the same colour, mark and dash wherever it appears. Series differ in their
 * marks and the baseline in its dash too, so that the figures can be read without colours.
 *
 * @param value of the parameter that makes the series
 * @param label the name for users
 * @param index in the order of the run, from 0
 * @param baseline whether the others are compared with it
 */
public record SeriesStyle(String value, String label, int index, boolean baseline) {
    /** How many series have a colour and a dash of their own. */
    public static final int COLOURS = 6;

    /** The schemes of a run in the order of its cells. */
    public static List<SeriesStyle> schemes(RunManifest manifest) {
        return styles(
                "scheme",
                manifest.cells().stream()
                        .map(cell -> cell.params().get("scheme"))
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .distinct()
                        .toList(),
                manifest);
    }

    /** The series that cells make by a parameter; schemes keep the style of their run. */
    public static List<SeriesStyle> of(
            String by, Collection<CellSummary> cells, RunManifest manifest) {
        List<String> present = cells.stream().map(cell -> cell.param(by)).distinct().toList();
        List<SeriesStyle> known =
                schemes(manifest).stream()
                        .filter(style -> present.contains(style.value()))
                        .toList();
        if (by.equals("scheme") && known.size() == present.size()) {
            return known;
        }
        return styles(by, present.stream().sorted(ParamValue.order()).toList(), manifest);
    }

    private static List<SeriesStyle> styles(String by, List<String> values, RunManifest manifest) {
        return values.stream()
                .map(
                        value ->
                                new SeriesStyle(
                                        value,
                                        ParameterText.value(by, value, manifest),
                                        values.indexOf(value),
                                        value.equals(manifest.baseline())))
                .toList();
    }

    /** Class that sets the colour. */
    public String cssClass() {
        return "s" + index % COLOURS + (baseline ? " base" : "");
    }

    /** Path of the mark at a point. */
    public String mark(double x, double y) {
        double r = 3.6;
        return switch (index % 4) {
            case 0 ->
                    "M%s m-%s 0a%s %s 0 1 0 %s 0a%s %s 0 1 0 -%s 0z"
                            .formatted(Svg.point(x, y), r, r, r, 2 * r, r, r, 2 * r);
            case 1 -> "M%s h%s v%s h-%s z".formatted(Svg.point(x - 3.3, y - 3.3), 6.6, 6.6, 6.6);
            case 2 ->
                    "M%sL%sL%sz"
                            .formatted(
                                    Svg.point(x, y - 4.4),
                                    Svg.point(x + 4.2, y + 3.2),
                                    Svg.point(x - 4.2, y + 3.2));
            default ->
                    "M%sL%sL%sL%sz"
                            .formatted(
                                    Svg.point(x, y - 4.6),
                                    Svg.point(x + 4.6, y),
                                    Svg.point(x, y + 4.6),
                                    Svg.point(x - 4.6, y));
        };
    }
}
