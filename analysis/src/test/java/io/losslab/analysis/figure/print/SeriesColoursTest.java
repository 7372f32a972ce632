package io.losslab.analysis.figure.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.figure.drawing.SeriesStyle;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Series can be told apart by readers with any colour vision. What a reader sees is simulated as in
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency" (IEEE TVCG 2009), at its greatest severity; how far two colours are apart is CIE
 * 1976's ΔE*ab, of which 2.3 is just noticeable.
 */
class SeriesColoursTest {
    private static final double APART = 4 * 2.3;
    private static final double[] D65 = {0.95047, 1, 1.08883};

    enum Vision {
        NORMAL,
        PROTANOPIA,
        DEUTERANOPIA,
        TRITANOPIA
    }

    /** What linear RGB looks like, as a matrix by rows. */
    private static double[] matrix(Vision vision) {
        return switch (vision) {
            case NORMAL -> new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
            case PROTANOPIA ->
                    new double[] {
                        0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882,
                        -0.048116, 1.051998
                    };
            case DEUTERANOPIA ->
                    new double[] {
                        0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820,
                        0.042940, 0.968881
                    };
            case TRITANOPIA ->
                    new double[] {
                        1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733,
                        0.691367, 0.303900
                    };
        };
    }

    @ParameterizedTest
    @EnumSource
    void seriesCanBeToldApartByTheirColours(Vision vision) throws Exception {
        requireApart(onPaper(), vision);
        List<List<String>> onScreen = onScreen();
        assertEquals(3, onScreen.size(), "light, dark by the system's setting, dark by the button");
        for (List<String> theme : onScreen) {
            requireApart(theme, vision);
        }
    }

    @Test
    void colourlessPrintsAreReadByDashes() {
        List<List<Double>> dashes =
                IntStream.range(0, SeriesStyle.COLOURS)
                        .mapToObj(series -> ink("line s" + series).dash())
                        .toList();
        assertEquals(SeriesStyle.COLOURS, dashes.stream().distinct().count());
    }

    private static void requireApart(List<String> colours, Vision vision) {
        assertEquals(SeriesStyle.COLOURS, colours.size());
        for (int i = 0; i < colours.size(); i++) {
            for (int j = 0; j < i; j++) {
                double distance = distance(colours.get(i), colours.get(j), vision);
                String pair = colours.get(i) + " and " + colours.get(j) + ": " + distance;
                assertTrue(distance > APART, pair);
            }
        }
    }

    private static List<String> onPaper() {
        return IntStream.range(0, SeriesStyle.COLOURS)
                .mapToObj(series -> ink("line s" + series).stroke())
                .toList();
    }

    private static Ink ink(String classes) {
        Optional<Ink> ink = Ink.of(classes, List.of());
        return ink.orElseThrow();
    }

    /** The colours of each theme of the report, as its style sheet has them. */
    private static List<List<String>> onScreen() throws Exception {
        String css;
        try (InputStream file =
                Ink.class.getResourceAsStream("/io/losslab/analysis/report/report.css")) {
            css = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<List<String>> themes = new ArrayList<>();
        Matcher colour = Pattern.compile("--s(\\d): (#[0-9a-f]{6});").matcher(css);
        while (colour.find()) {
            if (colour.group(1).equals("0")) {
                themes.add(new ArrayList<>());
            }
            themes.get(themes.size() - 1).add(colour.group(2));
        }
        return themes;
    }

    private static double distance(String a, String b, Vision vision) {
        double[] from = lab(a, vision);
        double[] to = lab(b, vision);
        return Math.sqrt(
                IntStream.range(0, 3).mapToDouble(i -> Math.pow(from[i] - to[i], 2)).sum());
    }

    /** CIE L*a*b* of an sRGB colour as it is seen. */
    private static double[] lab(String colour, Vision vision) {
        double[] linear =
                IntStream.of(1, 3, 5)
                        .mapToDouble(
                                at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0)
                        .map(c -> c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4))
                        .toArray();
        double[] seen = product(matrix(vision), linear);
        for (int i = 0; i < 3; i++) {
            seen[i] = Math.max(0, Math.min(1, seen[i]));
        }
        double[] xyz =
                product(
                        new double[] {
                            0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505
                        },
                        seen);
        double[] f = new double[3];
        for (int i = 0; i < 3; i++) {
            double t = xyz[i] / D65[i];
            f[i] = t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
        }
        return new double[] {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
    }

    private static double[] product(double[] matrix, double[] vector) {
        double[] product = new double[3];
        for (int i = 0; i < 9; i++) {
            product[i / 3] += matrix[i] * vector[i % 3];
        }
        return product;
    }
}
