package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.report.TextTable;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Summary;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportTest {
    private static final int CELLS = 84;
    private static final Check DROPPED =
            new Check(
                    "no drop",
                    false,
                    "17 packets, first at 12.402 ms at N port 1 queue 3: ingress 15.6 MB");

    @TempDir static Path temp;

    private static String complete;

    @BeforeAll
    static void makeTheReportOfACompleteRun() throws Exception {
        complete = report(new SyntheticRun(temp.resolve("case-a")));
    }

    @Test
    void asksNobodyForAnything() {
        Pattern request =
                Pattern.compile("(?i)https?:|//[a-z]|url\\(|@import|<link|<img|<iframe|src=");

        Matcher found = request.matcher(complete);

        assertFalse(found.find(), () -> "requests " + found.group());
        assertTrue(complete.contains("default-src &#39;none&#39;"));
    }

    @Test
    void isWellFormedAndItsLinksLeadSomewhere() throws Exception {
        Document page = parse(complete);

        NodeList links = page.getElementsByTagName("a");
        assertTrue(links.getLength() >= 10, "links: " + links.getLength());
        for (int i = 0; i < links.getLength(); i++) {
            String target = ((Element) links.item(i)).getAttribute("href").substring(1);
            assertTrue(complete.contains("id=\"" + target + "\""), target);
        }
    }

    @Test
    void givesEveryPictureATitleAndADescription() throws Exception {
        NodeList pictures = parse(complete).getElementsByTagName("svg");
        int described = 0;
        for (int i = 0; i < pictures.getLength(); i++) {
            Element picture = (Element) pictures.item(i);
            if (picture.getAttribute("role").equals("img")) {
                assertEquals(1, picture.getElementsByTagName("desc").getLength());
                assertEquals("title", picture.getFirstChild().getNodeName());
                described++;
            }
        }

        // Topology, 3 panels of 11a and 11b each, occupancy, throughput, goodput, goodput and
        // buffer in bars, a distribution, seven, and two pictures of boxes.
        assertEquals(22, described);
    }

    @Test
    void theMarksOfADistributionLieOnItsLine() {
        String figure = picture("Distribution cdf: Fraction");
        assertEquals(2, all(figure, "(<path class=\"line\")").size());
        List<String> marks = all(figure, "<title>Bifrost\\s+(\\d+ % up to [^<]*)<");
        assertEquals(4, marks.size());
        assertEquals(
                "99 % up to "
                        + all(figure, "Bifrost: median [^,]*, 99th percentile ([^;<]*)").get(0),
                marks.get(3));
        assertTrue(complete.contains("1,428 messages each over 3 seeds."));
    }

    @Test
    void boxesHaveABlockForEachValueAndALineForEachSeries() {
        String figure = picture("Distribution boxes");
        assertEquals(14, all(figure, "(<rect class=\"quartiles\")").size());
        assertEquals(28, all(figure, "(<path class=\"dot\")").size());
        assertTrue(figure.contains(">Flows 128<"));
        assertTrue(complete.contains("whiskers the 1st and 99th percentiles"));
        assertTrue(picture("Rates of the long-haul links").contains(">pace<"));
    }

    @Test
    void barsHaveABlockForEachValueOfTheParameterOnX() throws Exception {
        String figure = picture("Goodput of the background by");
        List<String> labels =
                all(figure, "<text class=\"label (?:end|strong)\"[^>]*>([^<]*)<").stream()
                        .filter(label -> !label.contains("Gb/s"))
                        .toList();
        List<String> expected = new ArrayList<>();
        for (int flows = 2; flows <= 128; flows *= 2) {
            expected.addAll(List.of(Integer.toString(flows), "PFC", "Bifrost"));
        }
        assertEquals(expected, labels);
    }

    @Test
    void aThresholdOfARateLiesAtItsGigabitsASecond() {
        String figure = picture("Throughput of the long-haul links");

        String tick = all(figure, "class=\"tick end\"[^>]* y=\"([^\"]*)\">40<").get(0);
        String line = all(figure, "class=\"threshold\" d=\"M\\S* ([^L]*)L").get(0);
        assertEquals(Double.parseDouble(tick) - 3.6, Double.parseDouble(line), 1e-9);
    }

    @Test
    void tellsWhatAReaderMustKnow() {
        for (String text :
                List.of(
                        "Bifrost, Case A: two hosts send over 80 km to one",
                        "All checks passed",
                        "5 checks in 84 cells",
                        "2 × 100 Gb/s",
                        "80 km, 400 µs one way",
                        "−22.5 %",
                        "✓ agrees",
                        "Latency against number of background flows",
                        "99.9th percentile FCT",
                        "XOFF 6 MB",
                        "✓ 84 of 84 cells",
                        "✓ 42 of 42 cells",
                        "4f2c1d9e",
                        "./losslab run bifrost/case-a --seed 1 --out results/case-a",
                        "The experiment as run. Keys that it leaves out have the defaults of",
                        "kind: latency")) {
            assertTrue(complete.contains(text), text);
        }
    }

    /** The picture whose title begins so. */
    private static String picture(String title) {
        Matcher picture =
                Pattern.compile("(?s)<svg role[^>]*>\\s*<title[^>]*>" + title + ".*?</svg>")
                        .matcher(complete);
        assertTrue(picture.find(), title);
        return picture.group();
    }

    /** What the pattern's group holds, wherever it matches. */
    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().map(m -> m.group(1)).toList();
    }

    @Test
    void staysSmall() {
        Matcher pictures = Pattern.compile("(?s)<svg role.*?</svg>").matcher(complete);
        while (pictures.find()) {
            assertTrue(
                    pictures.group().length() < 300_000, "picture of " + pictures.group().length());
        }
        assertTrue(complete.length() < 1_000_000, "page of " + complete.length());
    }

    @Test
    void putsFailuresFirstWithWhatWasSeen() throws Exception {
        String html = report(new SyntheticRun(temp.resolve("failed")).failing(11, DROPPED));

        assertTrue(html.contains("1 check failed"));
        assertTrue(html.contains("no drop: failed in 1 cell"));
        assertTrue(html.indexOf(DROPPED.detail()) < html.indexOf("Passed in"));
        assertTrue(html.contains("✗ 83 of 84 cells"));
    }

    @Test
    void reportsAnInterruptedRunAsFarAsItCame() throws Exception {
        String html = report(new SyntheticRun(temp.resolve("cut")).interruptedWithout(42));

        assertTrue(html.contains("<strong>Interrupted</strong>42 of 84 cells finished"));
        assertTrue(html.contains("not measured"), "the paper needs both schemes");
        parse(html);
    }

    @Test
    void reportsARunWithoutAnyFinishedCell() throws Exception {
        String html = report(new SyntheticRun(temp.resolve("none")).interruptedWithout(CELLS));

        assertTrue(html.contains("No finished cell has"));
        parse(html);
    }

    @Test
    void escapesTextsOfTheUser() throws Exception {
        String html =
                report(
                        new SyntheticRun(temp.resolve("nasty"))
                                .titled("<script>alert('x')</script>"));

        assertFalse(html.contains("<script>alert"));
        assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
        assertTrue(html.contains("&lt;BDP&gt; is 10 MB &amp; not"));
        parse(html);
    }

    @Test
    void drawsOtherTopologies() throws Exception {
        for (TopologyGraph graph :
                List.of(SyntheticTopologies.caseC(), SyntheticTopologies.fatTree(4))) {
            Path directory = temp.resolve("topology-" + graph.nodes().size());
            String html = report(new SyntheticRun(directory, graph));

            Document page = parse(html);
            NodeList groups = page.getElementsByTagName("g");
            int nodes = 0;
            for (int i = 0; i < groups.getLength(); i++) {
                nodes +=
                        ((Element) groups.item(i)).getAttribute("class").startsWith("node") ? 1 : 0;
            }
            assertEquals(graph.nodes().size(), nodes);
        }
    }

    @Test
    void printsTablesForATerminal() throws Exception {
        Path directory = new SyntheticRun(temp.resolve("text")).failing(3, DROPPED).make();
        Summary summary = RunAnalysis.summarise(directory);

        String text = TextTable.render(RunManifest.read(directory), summary);

        assertTrue(text.contains("Latency against number of background flows"), text);
        assertTrue(text.contains("fct.p99 PFC"), text);
        assertTrue(text.contains("change (95%)"), text);
        assertTrue(text.contains("-40.8% (-48 to -33)"), text);
        assertTrue(text.contains("FAILED  no drop  cell 3 (PFC, messageSize 512KB, seed 1)"), text);
        assertTrue(text.contains("no drop                        83 of 84 cells"), text);
        assertTrue(text.lines().allMatch(line -> line.equals(line.stripTrailing())));
    }

    @Test
    void theMeanOfASessionHasNoPercentileAnywhere() throws Exception {
        Path directory = new SyntheticRun(temp.resolve("sessions")).withSessions().make();
        Summary summary = RunAnalysis.summarise(directory);

        String html = Files.readString(RunAnalysis.report(directory));
        String row =
                "<td class=\"num\">1, mean of a session</td><td class=\"num\">500.0</td>"
                        + "<td class=\"num\">–</td><td class=\"num\">–</td>";
        assertTrue(html.contains(row), "row of a cell");
        parse(html);
        String text = TextTable.render(RunManifest.read(directory), summary);
        assertTrue(text.contains("  traffic 'probe': only means are known\n"), text);
        List<String> of128 =
                text.lines().filter(line -> line.strip().matches("128 .* us .*")).toList();
        assertFalse(of128.isEmpty());
        for (String line : of128) {
            // fct.mean of both schemes and its change; fct.p99 and fct.p999 of both, and changes.
            assertEquals(
                    "128 500 us 500 us 0.0% (+0 to +0) - - - - - -",
                    line.strip().replaceAll(" +", " "));
        }
    }

    @Test
    void barsOverAParameterHaveARowForEachOfItsValues() throws Exception {
        Path directory = new SyntheticRun(temp.resolve("bars")).make();
        Summary summary = RunAnalysis.summarise(directory);
        String lines = TextTable.render(RunManifest.read(directory), summary);
        Path manifest = directory.resolve("run.json");
        String written = Files.readString(manifest);
        String asBars = written.replaceFirst("\"lines\"", "\"bars\"");
        assertNotEquals(written, asBars);
        Files.writeString(manifest, asBars);

        String bars = TextTable.render(RunManifest.read(directory), summary);

        assertEquals(lines, bars);
    }

    private static String report(SyntheticRun run) throws Exception {
        Path directory = run.make();
        RunAnalysis.summarise(directory);
        return Files.readString(RunAnalysis.report(directory));
    }

    private static Document parse(String html) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(html.getBytes(StandardCharsets.UTF_8)));
    }
}
