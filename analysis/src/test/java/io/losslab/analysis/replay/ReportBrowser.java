package io.losslab.analysis.replay;

import static org.junit.jupiter.api.Assertions.fail;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
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
final class ReportBrowser implements AutoCloseable {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path FONTS = Path.of("/usr/share/fonts/truetype/dejavu");

    private final ChromeDriver driver;

    private ReportBrowser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one: a test is skipped where there is none, but fails on a build server. */
    static ReportBrowser start(Path directory) throws IOException {
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
    ReportBrowser open(Path results, int width) {
        driver.manage().window().setSize(new Dimension(width, 1400));
        driver.get(results.resolve("report.html").toUri().toString());
        awaitReady();
        return this;
    }

    /** Waits until the player shows the cells that were chosen. */
    void awaitReady() {
        await("document.getElementById('replay-player').dataset.ready === 'true'");
    }

    /** Waits until a condition is true at the end of a frame; at most two minutes. */
    void await(String condition) {
        driver.executeAsyncScript(
                """
                var done = arguments[arguments.length - 1];
                function look() { if (%s) { done(); } else { requestAnimationFrame(look); } }
                look();
                """
                        .formatted(condition));
    }

    /** What a script returns. */
    Object run(String script) {
        return driver.executeScript(script);
    }

    /** What a script hands to its last argument. */
    Object runAsync(String script) {
        return driver.executeAsyncScript(script);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    void click(String selector) {
        find(selector).click();
    }

    /** Presses keys while the player has the focus. */
    void press(CharSequence... keys) {
        run("document.getElementById('replay-player').focus()");
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Clicks into an element, at a distance from its left upper corner. */
    void clickAt(String selector, int x, int y) {
        pointAt(selector, x, y).click().perform();
    }

    /** Moves the pointer. */
    void hover(String selector, int x, int y) {
        pointAt(selector, x, y).perform();
    }

    private Actions pointAt(String selector, int x, int y) {
        WebElement element = find(selector);
        run("document.querySelector('" + selector + "').scrollIntoView({block: 'center'})");
        Dimension size = element.getSize();
        return new Actions(driver).moveToElement(element, x - size.width / 2, y - size.height / 2);
    }

    /** Time that the player shows. */
    long nanos() {
        return ((Number)
                        run(
                                "return"
                                        + " Number(document.getElementById('replay-player').dataset.nanos)"))
                .longValue();
    }

    /** The picture in a canvas, as text. */
    String picture(String selector) {
        return (String) run("return document.querySelector('%s').toDataURL()".formatted(selector));
    }

    BufferedImage screenshot(String selector) throws IOException {
        byte[] png = find(selector).getScreenshotAs(OutputType.BYTES);
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    /** What the browser complained of since the last call, but for the pixels that tests read. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .filter(message -> !message.contains("Multiple readback operations"))
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
