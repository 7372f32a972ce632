package io.losslab.analysis.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.ReportBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The report in a real browser. */
class ReplayInBrowserTest {
    private static final String STAGE = ".rp-pane:nth-child(1) .rp-stage";
    private static final String TIME_LINE = ".rp-pane:nth-child(1) .rp-time";

    /** What is left of the plot in a time line, and right of it. */
    private static final int GUTTER = 92;

    private static final int RIGHT = 10;

    @TempDir static Path temp;

    private static ReportBrowser browser;
    private static Path incast;
    private static Path ring;

    @BeforeAll
    static void startABrowserAndMakeTwoReports() throws IOException {
        browser = ReportBrowser.shared();
        incast =
                new RecordedRun(temp.resolve("incast"), RecordedRun.leafSpine(2, 2, 4))
                        .cell("pfc", null, RecordedRun::incast)
                        .cell("pyrrha", null, RecordedRun::calm)
                        .make();
        ring =
                new RecordedRun(temp.resolve("ring"), RecordedRun.ring())
                        .cell("pfc", RecordedRun.CYCLE, RecordedRun::deadlock)
                        .make();
    }

    @AfterEach
    void theBrowserHasNothingToComplainOf() {
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void playMovesTimeAndPictureUntilItIsPaused() {
        browser.open(incast, 1400);
        String still = browser.picture(STAGE);
        String clock = browser.find(".rp-clock").getText();

        browser.click(".rp-play");
        // The first pause begins at 200 us.
        browser.await("Number(document.getElementById('replay-player').dataset.nanos) > 200000");
        assertEquals("Pause", browser.find(".rp-play").getText());
        browser.click(".rp-play");

        long stopped = browser.nanos();
        assertTrue(stopped > 0, "at " + stopped);
        assertNotEquals(still, browser.picture(STAGE));
        assertNotEquals(clock, browser.find(".rp-clock").getText());
        browser.runAsync(
                "var done = arguments[0]; requestAnimationFrame(function () {"
                        + " requestAnimationFrame(done); });");
        assertEquals(stopped, browser.nanos());
    }

    @Test
    void stepsGoFromChangeToChange() {
        browser.open(incast, 1400);

        browser.click(".rp-step");
        assertEquals(200_000, browser.nanos());
        assertEquals("200.00 µs", browser.find(".rp-clock").getText());
        assertEquals("1 queue paused", browser.find(".rp-pane h4 span").getText());
        browser.click(".rp-step");
        browser.click(".rp-step");
        assertEquals(300_000, browser.nanos());
        browser.click(".rp-back");
        assertEquals(250_000, browser.nanos());
        browser.press(Keys.ARROW_RIGHT);
        browser.press(Keys.ARROW_RIGHT);
        assertEquals(320_000, browser.nanos());
        browser.press(Keys.END);
        assertEquals(RecordedRun.END_NANOS, browser.nanos());
        browser.press(Keys.ARROW_LEFT);
        assertEquals(640_000, browser.nanos());
        browser.press(Keys.HOME, " ");
        browser.await("Number(document.getElementById('replay-player').dataset.nanos) > 0");
        browser.press(" ");
        assertEquals("Play", browser.find(".rp-play").getText());
    }

    @Test
    void aClickIntoTheTimeLineSeeks() {
        browser.open(incast, 1400);
        String still = browser.picture(STAGE);
        int width = browser.find(TIME_LINE).getSize().width;
        int plot = width - GUTTER - RIGHT;

        browser.clickAt(TIME_LINE, GUTTER + plot / 2, 30);

        // The time line ends at 1.2 times the last change.
        double half = 1.2 * 640_000 / 2;
        assertEquals(half, browser.nanos(), 2 * half / plot * 2);
        assertNotEquals(still, browser.picture(STAGE));
    }

    @Test
    void aPauseOfANanosecondIsSeenInTheTimeLineAndInTheFrameAfterIt() {
        browser.open(incast, 1400);
        assertEquals(
                1L,
                browser.run(
                        """
                        var c = document.querySelector('%s'), w = c.clientWidth - 102;
                        var x = Math.floor(92 + %d / (1.2 * 640000) * w), seen = [];
                        var rows = c.getContext('2d').getImageData(0, 0, c.width, c.height);
                        for (var y = 132; y < c.height - 8; y += 11) {
                          var at = 4 * ((y + 4) * c.width + x), d = rows.data;
                          var alone = [at - 12, at + 12].every(function (i) {
                            return d[i] !== 208 || d[i + 1] !== 122; });
                          if (d[at] === 208 && d[at + 1] === 122 && d[at + 3] > 60 && alone) {
                            seen.push(y); }
                        }
                        return seen.length;
                        """
                                .formatted(TIME_LINE, RecordedRun.BRIEF_NANOS)));
    }

    @Test
    void aTreeOfTheListIsLitAtItsLargestAndNamesItsVictims() {
        browser.open(incast, 1400);
        String still = browser.picture(STAGE);

        browser.click(".rp-trees tbody tr:nth-child(2) button");

        assertEquals(
                "true",
                browser.find(".rp-trees tbody tr:nth-child(2)").getDomAttribute("aria-selected"));
        assertEquals(
                "Victims of leaf0:1 that waited longest: other h5 → h6, 30 µs.",
                browser.find(".rp-detail").getText());
        assertEquals(320_000, browser.nanos());
        assertNotEquals(still, browser.picture(STAGE));
        browser.press(Keys.ESCAPE);
        assertEquals(
                "false",
                browser.find(".rp-trees tbody tr:nth-child(2)").getDomAttribute("aria-selected"));
    }

    @Test
    void thePointerTellsPortDepthPauseAndCause() {
        browser.open(incast, 1400);
        browser.press(Keys.ARROW_RIGHT);

        Object place =
                browser.run(
                        """
                        var c = document.querySelector('%s'), d = c.getContext('2d');
                        var p = d.getImageData(0, 0, c.width, c.height).data;
                        for (var i = 0; i < p.length; i += 4) {
                          if (p[i] === 208 && p[i + 1] === 122 && p[i + 3] === 255) {
                            return [i / 4 %% c.width, Math.floor(i / 4 / c.width) + 12]; }
                        }
                        """
                                .formatted(STAGE));
        List<?> xy = (List<?>) place;
        browser.hover(STAGE, ((Number) xy.get(0)).intValue(), ((Number) xy.get(1)).intValue() - 10);

        String tip = browser.find(".rp-tip").getText();
        assertTrue(tip.startsWith("spine0:1 → leaf0, 100 Gb/s, 600 ns\nqueue 100 KB"), tip);
        assertTrue(tip.contains("queue 3 paused since 200 µs (400 µs in all)"), tip);
        assertTrue(tip.contains("by leaf0:5, congested leaf0:1"), tip);
    }

    @Test
    void theTimeLineNamesDropsAndViolations() throws IOException {
        String violation = "Theorem 1: the queue exceeds its bound";
        Path bounds =
                new RecordedRun(temp.resolve("bounds"), RecordedRun.leafSpine(2, 2, 4))
                        .cell(
                                "bifrost",
                                null,
                                sink -> {
                                    RecordedRun.calm(sink);
                                    sink.event(450_000, "leaf0", 5, 3, "violation", violation);
                                })
                        .cell(
                                "pfc",
                                null,
                                sink -> {
                                    RecordedRun.incast(sink);
                                    sink.event(700_000, "leaf0", 5, 3, "violation", violation);
                                })
                        .make();
        browser.open(bounds, 1400);
        // The page observes its size, and draws again when it hears of it for the first time.
        browser.run(
                "return new Promise(function (done) {"
                        + " requestAnimationFrame(function () { requestAnimationFrame(done); }); })");
        browser.run(
                """
                window.texts = [];
                var draw = CanvasRenderingContext2D.prototype.fillText;
                CanvasRenderingContext2D.prototype.fillText = function (text) {
                  window.texts.push(text);
                  draw.apply(this, arguments);
                };
                """);
        browser.click("#theme");
        assertEquals(
                List.of("violations", "drops", "violations"),
                browser.run(
                        "return window.texts.filter(function (text) {"
                                + " return text === 'drops' || text === 'violations'; })"));

        assertTipAt(700_000, 2, "violation at leaf0:5: " + violation);
        assertTipAt(700_000, 2, "drop at leaf0:5: buffer full");
        assertTipAt(450_000, 1, "violation at leaf0:5: " + violation);
    }

    private static void assertTipAt(long nanos, int pane, String expected) {
        String canvas = TIME_LINE.replace("(1)", "(%d)".formatted(pane));
        int width = browser.find(canvas).getSize().width;
        int plot = width - GUTTER - RIGHT;
        int x = GUTTER + (int) Math.round(nanos / (1.2 * 640_000) * plot);
        browser.hover(canvas, x, 107);
        String tip = browser.find(".rp-tip").getText();
        assertTrue(tip.contains(expected), tip);
    }

    @Test
    void theCycleOfADeadlockTurnsRedWhenItCloses() {
        browser.open(ring, 1400);
        int before = red(200_000 - 1);

        assertEquals(0, before);
        int first = red(200_000);
        int second = red(250_000);
        int closed = red(300_000);
        assertTrue(0 < first && first < second && second < closed, first + " " + second);
        assertEquals("deadlock since 300 µs", browser.find(".rp-pane h4 span").getText());
    }

    /**
     * Pixels of the deadlock's colour at a time of the ring, which is stepped to from the start.
     */
    private static int red(long nanos) {
        browser.press(Keys.HOME);
        while (browser.nanos() < nanos) {
            browser.press(Keys.ARROW_RIGHT);
        }
        if (browser.nanos() > nanos) {
            browser.press(Keys.ARROW_LEFT);
        }
        return ((Number)
                        browser.run(
                                """
var c = document.querySelector('%s'), n = 0;
var p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
for (var i = 0; i < p.length; i += 4) {
  if (p[i] === 179 && p[i + 1] === 0 && p[i + 2] === 27) { n++; } }
return n;
"""
                                        .formatted(STAGE)))
                .intValue();
    }

    @Test
    void oneCellAloneAndAnotherBesideItCanBeChosen() {
        browser.open(incast, 1400);
        assertEquals(2L, browser.run("return document.querySelectorAll('.rp-pane').length"));

        browser.run(
                "var s = document.querySelector('select[aria-label=\"Compared with\"]');"
                        + " s.value = '-1'; s.dispatchEvent(new Event('change'));");
        browser.awaitReady();

        assertEquals(1L, browser.run("return document.querySelectorAll('.rp-pane').length"));
        browser.click(".rp-in");
        browser.click(".rp-out");
        browser.click("#theme");
        assertEquals("dark", browser.run("return document.documentElement.dataset.theme"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1400, 700})
    void looksAsItDid(int width) throws IOException {
        browser.open(incast, width);
        browser.click(".rp-trees tbody tr:nth-child(2) button");
        browser.assertLooksAs(
                "#replay-player", ReplayInBrowserTest.class, "replay-" + width + ".png");
    }
}
