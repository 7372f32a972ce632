package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.opentest4j.TestAbortedException;

/** A Chromium without a window that opens reports; its only fonts are DejaVu's. */
public final class ReportBrowser {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path FONTS = Path.of("/usr/share/fonts/truetype/dejavu");

    private static ReportBrowser shared;

    private final ChromeDriver driver;

    private ReportBrowser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * The one of all tests; it ends with them. A test is skipped where there is none, but fails on
     * a build server.
     */
    public static synchronized ReportBrowser shared() throws IOException {
        if (shared == null) {
            Path directory = Files.createTempDirectory("report-browser");
            shared = start(directory);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(shared, directory)));
        }
        return shared;
    }

    private static void end(ReportBrowser browser, Path directory) {
        browser.driver.quit();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            System.err.println(directory + " is left: " + e);
        }
    }

    private static ReportBrowser start(Path directory) throws IOException {
        for (Path needed : List.of(BROWSER, DRIVER, FONTS)) {
            if (!Files.exists(needed)) {
                String why =
                        needed
                                + " is not there: install chromium, chromium-driver,"
                                + " fonts-dejavu-core";
                if ("true".equals(System.getenv("CI"))) {
                    fail("CI=true, yet " + why);
                }
                throw new TestAbortedException(why);
            }
        }
        Path fonts = directory.resolve("fonts.conf");
        Files.writeString(
                fonts,
                """
                <?xml version="1.0"?>
                <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
                <fontconfig><dir>%s</dir><cachedir>%s</cachedir>%s%s</fontconfig>
                """
                        .formatted(
                                FONTS,
                                directory.resolve("fonts-cache"),
                                alias("sans-serif", "DejaVu Sans"),
                                alias("serif", "DejaVu Serif")));
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--font-render-hinting=none",
                "--user-data-dir=" + directory.resolve("profile"));
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
        File log = directory.resolve("chromedriver.log").toFile();
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .withEnvironment(Map.of("FONTCONFIG_FILE", fonts.toString()))
                        .withLogFile(log)
                        .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
        return new ReportBrowser(driver);
    }

    private static String alias(String family, String font) {
        return "<match><test name=\"family\"><string>%s</string></test>".formatted(family)
                + "<edit name=\"family\" mode=\"prepend\"><string>%s</string></edit></match>"
                        .formatted(font);
    }

    /** Opens the report of a results directory, once its replay can be seen. */
    public ReportBrowser open(Path results, int width) {
        driver.manage().window().setSize(new Dimension(width, 1400));
        driver.get(results.resolve("report.html").toUri().toString());
        await(
                "!document.getElementById('replay-player')"
                        + " || document.getElementById('replay-player').dataset.ready === 'true'");
        return this;
    }

    /** Waits until the player shows the cells that were chosen. */
    public void awaitReady() {
        await("document.getElementById('replay-player').dataset.ready === 'true'");
    }

    /** Waits until a condition is true at the end of a frame; at most two minutes. */
    public void await(String condition) {
        driver.executeAsyncScript(
                """
                var done = arguments[arguments.length - 1];
                function look() { if (%s) { done(); } else { requestAnimationFrame(look); } }
                look();
                """
                        .formatted(condition));
    }

    /** What a script returns. */
    public Object run(String script) {
        return driver.executeScript(script);
    }

    /** What a script hands to its last argument. */
    public Object runAsync(String script) {
        return driver.executeAsyncScript(script);
    }

    public WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    public void click(String selector) {
        find(selector).click();
    }

    /** Presses keys while the player has the focus. */
    public void press(CharSequence... keys) {
        run("document.getElementById('replay-player').focus()");
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Clicks into an element, at a distance from its left upper corner. */
    public void clickAt(String selector, int x, int y) {
        pointAt(selector, x, y).click().perform();
    }

    /** Moves the pointer. */
    public void hover(String selector, int x, int y) {
        pointAt(selector, x, y).perform();
    }

    private Actions pointAt(String selector, int x, int y) {
        WebElement element = find(selector);
        run("document.querySelector('" + selector + "').scrollIntoView({block: 'center'})");
        Dimension size = element.getSize();
        return new Actions(driver).moveToElement(element, x - size.width / 2, y - size.height / 2);
    }

    /** Time that the player shows. */
    public long nanos() {
        return ((Number)
                        run(
                                "return"
                                        + " Number(document.getElementById('replay-player').dataset.nanos)"))
                .longValue();
    }

    /** The picture in a canvas, as text. */
    public String picture(String selector) {
        return (String) run("return document.querySelector('%s').toDataURL()".formatted(selector));
    }

    public BufferedImage screenshot(String selector) throws IOException {
        byte[] png = find(selector).getScreenshotAs(OutputType.BYTES);
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    /** What the browser complained of since the last call, but for the pixels that tests read. */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .filter(message -> !message.contains("Multiple readback operations"))
                .toList();
    }

    /** Drags the pointer over an element, from one point to another. */
    public void drag(String selector, int x, int y, int byX, int byY) {
        pointAt(selector, x, y).clickAndHold().moveByOffset(byX, byY).release().perform();
    }

    /**
     * Asserts that an element looks as it did when its screenshot was kept.
     *
     * @param test beside whose class the screenshot is kept
     */
    public void assertLooksAs(String selector, Class<?> test, String name) throws IOException {
        BufferedImage seen = screenshot(selector);
        Path now = Path.of("target", "screenshots", name);
        Files.createDirectories(now.getParent());
        ImageIO.write(seen, "png", now.toFile());
        try (InputStream in = test.getResourceAsStream(name)) {
            assertNotNull(in, name + " is not kept; see " + now);
            BufferedImage expected = ImageIO.read(in);
            assertEquals(expected.getWidth(), seen.getWidth());
            assertEquals(expected.getHeight(), seen.getHeight(), 4, "see " + now);
            double differing = differing(expected, seen);
            assertTrue(
                    differing < 0.01,
                    "%.2f %% of the pixels differ, see %s".formatted(100 * differing, now));
        }
    }

    /** Share of pixels of which a colour differs by more than a quarter of its range. */
    private static double differing(BufferedImage a, BufferedImage b) {
        int height = Math.min(a.getHeight(), b.getHeight());
        long count = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < a.getWidth(); x++) {
                int p = a.getRGB(x, y);
                int q = b.getRGB(x, y);
                if (Math.abs((p & 0xff) - (q & 0xff)) > 64
                        || Math.abs((p >> 8 & 0xff) - (q >> 8 & 0xff)) > 64
                        || Math.abs((p >> 16 & 0xff) - (q >> 16 & 0xff)) > 64) {
                    count++;
                }
            }
        }
        return count / ((double) a.getWidth() * height);
    }
}
