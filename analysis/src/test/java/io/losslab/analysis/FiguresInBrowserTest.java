package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.summary.FigurePoint;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of a report in a real browser. */
class FiguresInBrowserTest {
    private static final String OCCUPANCY = "#figure-occupancy svg[role]";

    /** The box of a panel of it in user units, of which the picture is 860 wide. */
    private static final double LEFT = 50;

    private static final double WIDTH = 796;

    private static ReportBrowser browser;
    private static Path run;
    private static Summary summary;

    @BeforeAll
    static void openAReport() throws Exception {
        browser = ReportBrowser.shared();
        run = SharedRun.directory();
        summary = Summary.read(run);
        RunAnalysis.report(run);
    }

    @AfterEach
    void theBrowserHasNothingToComplainOf() {
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void aPointUnderThePointerShowsItsMean() {
        browser.open(run, 1400);
        String point = "#figure-11b .panels > svg:nth-child(1) circle.hit";

        browser.hover(point, 9, 9);

        FigurePoint first =
                summary.points().stream()
                        .filter(p -> p.figure().equals("11b") && p.metric().equals("fct.mean"))
                        .filter(p -> p.series().equals("pfc") && "2".equals(p.x()))
                        .findFirst()
                        .orElseThrow();
        String mean = NumberText.of(Metric.Unit.MICROS, first.value().mean());
        String tip = browser.find(".tip").getText();
        assertTrue(tip.startsWith("PFC, flows 2\nMean: " + mean + "\n3 seeds, 95 % interval"), tip);
    }

    @Test
    void aTimeUnderThePointerShowsItsSample() throws Exception {
        browser.open(run, 1400);

        hoverAt(0.375);

        assertEquals(0.375 * 40, assertShowsASample(), 0.1);
    }

    @Test
    void draggingShowsAPartOfTheTimesInAllPanelsUntilADoubleClick() throws Exception {
        browser.open(run, 1400);
        List<?> all = times();

        zoom();

        assertEquals(List.of("12", "14", "16", "18", "12", "14", "16", "18"), times());
        assertTrue(browser.find("#figure-occupancy .unzoom").isDisplayed());
        hoverAt(0.5);
        assertEquals(15, assertShowsASample(), 0.1);

        browser.run(
                "document.querySelector('#figure-occupancy .area')"
                        + ".dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))");
        assertEquals(all, times());
        assertEquals(false, browser.find("#figure-occupancy .unzoom").isDisplayed());
    }

    @Test
    void everyRowOfALongTableCanBeShown() {
        browser.open(run, 1400);
        String hidden =
                "var b = document.querySelector('#cells .scroll');"
                        + " return b.scrollHeight > b.clientHeight + 2";
        assertEquals(true, browser.run(hidden));
        assertEquals("Show all 84 rows", browser.find("#cells .allrows").getText());

        browser.click("#cells .allrows");

        assertEquals(false, browser.run(hidden));
    }

    @Test
    void theThemeCanBeChangedAndChangedBack() {
        browser.open(run, 1400);
        double light = brightness("document.documentElement");
        assertTrue(light > 200, () -> "brightness: " + light);
        assertTrue(brightness(".ticks text") < 128);

        browser.click("#theme");

        assertTrue(brightness("document.documentElement") < 64);
        assertTrue(brightness(".ticks text") > 128, "ticks can be read on the dark page");

        browser.click("#theme");

        assertEquals(light, brightness("document.documentElement"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1400, 700})
    void everyEntryOfTheContentsShowsItsSection(int width) {
        browser.open(run, width);
        List<?> links =
                (List<?>)
                        browser.run(
                                "return Array.from(document.querySelectorAll('nav a'))"
                                        + ".map(a => a.getAttribute('href'))");
        assertTrue(links.size() >= 5, links::toString);
        for (Object link : links) {
            browser.click("nav a[href='%s']".formatted(link));
            browser.await(
                    "(function (top) { return top >= -1 && top < innerHeight; })"
                            + "(document.querySelector('%s').getBoundingClientRect().top)"
                                    .formatted(link));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1400, 700})
    void looksAsItDid(int width) throws IOException {
        browser.open(run, width);
        browser.assertLooksAs("#figure-11a", FiguresInBrowserTest.class, "lines-" + width + ".png");
        zoom();
        browser.hover("h1", 5, 5);
        browser.assertLooksAs(
                "#figure-occupancy", FiguresInBrowserTest.class, "zoomed-" + width + ".png");
    }

    /** From 10.4 ms to 19.6 ms. */
    private static void zoom() {
        double scale = scale();
        browser.drag(
                OCCUPANCY,
                (int) Math.round((LEFT + WIDTH * 0.26) * scale),
                (int) (60 * scale),
                (int) Math.round(WIDTH * 0.23 * scale),
                2);
    }

    private static void hoverAt(double fraction) {
        double scale = scale();
        browser.hover(
                OCCUPANCY, (int) Math.round((LEFT + WIDTH * fraction) * scale), (int) (60 * scale));
    }

    /** Of the background of the page, or of the ink of an element: 0 to 255. */
    private static double brightness(String of) {
        boolean page = of.equals("document.documentElement");
        String script =
                """
                var style = getComputedStyle(%s);
                var rgb = style.%s.match(/[\\d.]+/g).map(Number);
                return (rgb[0] + rgb[1] + rgb[2]) / 3 + 0.0;
                """
                        .formatted(
                                page ? of : "document.querySelector('" + of + "')",
                                page ? "backgroundColor" : "fill");
        return ((Number) browser.run(script)).doubleValue();
    }

    /** Pixels of a user unit. */
    private static double scale() {
        return browser.find(OCCUPANCY).getSize().width / 860.0;
    }

    /** The times at the ticks that are seen. */
    private static List<?> times() {
        return (List<?>)
                browser.run(
                        """
                        return Array.from(document.querySelectorAll(
                            '#figure-occupancy .ticks.x text, #figure-occupancy .zoomticks .mid'))
                          .filter(function (t) { return t.getClientRects().length > 0; })
                          .map(function (t) { return t.textContent; });
                        """);
    }

    /**
     * Asserts that the value beside the pointer is that of the sample at its time, which the text
     * rounds to 10 us, as far as pixels go.
     *
     * @return the time in ms
     */
    private static double assertShowsASample() throws Exception {
        String tip = browser.find(".tip").getText();
        Matcher text = Pattern.compile("(?m)^N:1: ([\\d.]+) MB at ([\\d.]+) ms$").matcher(tip);
        assertTrue(text.find(), tip);
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet sample =
                        sql.executeQuery(
                                """
                                SELECT value / 1e6 FROM '%s'
                                WHERE cell = (SELECT min(cell) FROM '%1$s') AND port = 1
                                  AND counter = 'ingressBytes'
                                ORDER BY abs(time_ns - %s * 1e6) LIMIT 1
                                """
                                        .formatted(
                                                run.resolve("counters.parquet"), text.group(2)))) {
            sample.next();
            assertEquals(sample.getDouble(1), Double.parseDouble(text.group(1)), 0.15);
        }
        return Double.parseDouble(text.group(2));
    }
}
