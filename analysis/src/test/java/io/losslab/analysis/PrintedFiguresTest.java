package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.print.FigureFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.w3c.dom.Element;

class PrintedFiguresTest {
    /** Every 10 us from the start of a cell to its end. */
    private static final long SAMPLES_OF_A_PORT = SyntheticRun.END_NANOS / 10_000 + 1;

    private static final String SAMPLES =
            """
            WITH samples AS (
              SELECT cell, device || ':' || port AS port, time_ns, value
              FROM '%s' WHERE counter = '%s')
            """;

    @TempDir private static Path directory;
    private static Path run;
    private static Path figures;

    @BeforeAll
    static void export() throws Exception {
        run = SharedRun.directory();
        figures = directory.resolve("figures");
        FigureFiles.write(run, figures, Sheet.SINGLE);
    }

    private static List<Path> files(String ending) throws IOException {
        try (var all = Files.list(figures)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    @Test
    void everyFigureIsThreeFiles() throws IOException {
        int all = SyntheticFigures.all().size();
        assertEquals(all, files(".svg").size());
        assertEquals(all, files(".pdf").size());
        assertEquals(all, files(".csv").size());
    }

    @Test
    void anSvgIsWellFormedAsWideAsAColumnAndNeedsNoStyleSheet() throws Exception {
        for (Path file : files(".svg")) {
            Element svg =
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(new ByteArrayInputStream(Files.readAllBytes(file)))
                            .getDocumentElement();
            assertEquals("240pt", svg.getAttribute("width"), file.toString());
            assertFalse(Files.readString(file).contains("class="), file.toString());
            assertTrue(
                    Files.readString(file).contains("@font-face{font-family:\"Liberation Sans\""),
                    file.toString());
            assertTrue(svg.getElementsByTagName("path").getLength() > 3, file.toString());
        }
    }

    @Test
    void aPdfIsOnePageOfThatWidth() throws Exception {
        String about = poppler("pdfinfo", "figure-11a.pdf");
        assertTrue(about.contains("Latency against background message size"), about);
        assertTrue(about.matches("(?s).*Pages: +1\\n.*Page size: +240 x [\\d.]+ pts.*"), about);
    }

    @Test
    void thePdfsHaveTheirFontEmbeddedAsASubset() throws Exception {
        for (Path file : files(".pdf")) {
            List<String> fonts = poppler("pdffonts", file.toString()).lines().skip(2).toList();
            assertEquals(1, fonts.size(), file.toString());
            assertTrue(
                    fonts.get(0).matches(".*\\+LiberationSans .* yes +yes +yes .*"), fonts.get(0));
        }
    }

    @Test
    void aPdfHasTheTextsOfItsSvg() throws Exception {
        String text = poppler("pdftotext", "figure-11a.pdf", "-");
        String svg = Files.readString(figures.resolve("figure-11a.svg"));
        for (String word : List.of("PFC", "Bifrost", "Mean FCT, µs", "64KB", "Message size")) {
            assertTrue(text.contains(word), text);
            assertTrue(svg.contains(">" + word + "<"), word);
        }
    }

    /** What a program of poppler-utils, which shares no code with ours, prints of a figure. */
    private static String poppler(String... command) throws Exception {
        if (!Files.exists(Path.of("/usr/bin", command[0]))) {
            String why = command[0] + " is not there: install poppler-utils";
            if ("true".equals(System.getenv("CI"))) {
                fail("CI=true, yet " + why);
            }
            throw new TestAbortedException(why);
        }
        Process process =
                new ProcessBuilder(command)
                        .directory(figures.toFile())
                        .redirectErrorStream(true)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text;
    }

    @Test
    void theRowsOfAFigureOfMeansAgreeWithTheParquetFile() throws Exception {
        Path csv = figures.resolve("figure-11a.csv");
        List<String> compared = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet rows =
                        sql.executeQuery(
                                """
                                WITH cells AS (
                                  SELECT cell, params.scheme AS scheme, params.messageSize AS size
                                  FROM read_json('%s') WHERE size IS NOT NULL),
                                of_cell AS (
                                  SELECT scheme, size, cell, avg(fct_ns) / 1e3 AS fct
                                  FROM '%s' JOIN cells USING (cell)
                                  WHERE "group" = 'probe' AND start_ns >= %d AND fct_ns >= 0
                                  GROUP BY ALL),
                                expected AS (
                                  SELECT scheme, size, avg(fct) AS fct, count(*) AS seeds
                                  FROM of_cell GROUP BY ALL)
                                SELECT abs(csv.mean - fct) / fct, csv.seeds = expected.seeds,
                                       interval_low < mean AND mean < interval_high
                                FROM read_csv('%s') csv
                                JOIN expected ON csv.scheme = expected.scheme AND messageSize = size
                                WHERE metric = 'fct.mean'
                                """
                                        .formatted(
                                                run.resolve("cells.json"),
                                                run.resolve("flows.parquet"),
                                                SyntheticRun.WARMUP_NANOS,
                                                csv))) {
            while (rows.next()) {
                assertEquals(0, rows.getDouble(1), 1e-9);
                compared.add(rows.getBoolean(2) + " " + rows.getBoolean(3));
            }
        }
        assertEquals(List.of("true true"), compared.stream().distinct().toList());
        assertEquals(14, compared.size());
    }

    @Test
    void theRowsOfAFigureOverTimeAreTheSamplesOfTheParquetFile() throws Exception {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet rows =
                        sql.executeQuery(
                                (SAMPLES
                                                + """
                                                SELECT count(*),
                                                  count(*) FILTER (value = ingressBytes)
                                                FROM read_csv('%s') csv
                                                JOIN samples USING (cell, port, time_ns)
                                                """)
                                        .formatted(
                                                run.resolve("counters.parquet"),
                                                "ingressBytes",
                                                figures.resolve("figure-occupancy.csv")))) {
            rows.next();
            assertEquals(4 * SAMPLES_OF_A_PORT, rows.getLong(1));
            assertEquals(4 * SAMPLES_OF_A_PORT, rows.getLong(2));
        }
    }

    @Test
    void theRatesOfAFigureOverTimeAreTheGrowthOfTheCounterInTheirSpans() throws Exception {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet rows =
                        sql.executeQuery(
                                (SAMPLES
                                                + """
                                        SELECT count(*),
                                          max(abs(rxBytes_gbps
                                            - 8 * (b.value - a.value) / (end_ns - start_ns)))
                                        FROM read_csv('%s') csv
                                        JOIN samples a ON a.cell = csv.cell AND a.port = csv.port
                                          AND a.time_ns = start_ns
                                        JOIN samples b ON b.cell = csv.cell AND b.port = csv.port
                                          AND b.time_ns = end_ns
                                        """)
                                        .formatted(
                                                run.resolve("counters.parquet"),
                                                "rxBytes",
                                                figures.resolve("figure-throughput.csv")))) {
            rows.next();
            assertEquals(rows(figures.resolve("figure-throughput.csv")), rows.getLong(1));
            assertEquals(0, rows.getDouble(2), 1e-9);
        }
    }

    /** The definition of a nearest rank, and not the function that the figure asks. */
    @ParameterizedTest
    @ValueSource(strings = {"cdf", "boxes"})
    void theQuantilesOfADistributionHaveTheirShareOfTheMessagesBelowThem(String figure)
            throws Exception {
        Path csv = figures.resolve("figure-" + figure + ".csv");
        String flows = figure.equals("boxes") ? "csv.flows = cells.flows" : "cells.flows = '128'";
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet rows =
                        sql.executeQuery(
                                """
                                WITH cells AS (
                                  SELECT cell, params.scheme AS scheme, params.flows::VARCHAR flows
                                  FROM read_json('%s') WHERE params.flows IS NOT NULL),
                                messages AS (
                                  SELECT scheme, flows, fct_ns / 1e3 AS fct
                                  FROM '%s' JOIN cells USING (cell)
                                  WHERE "group" = 'probe' AND start_ns >= %d AND fct_ns >= 0),
                                csv AS (SELECT * FROM read_csv('%s', all_varchar = true)),
                                ranked AS (
                                  SELECT percentile::DOUBLE AS percent, csv.count::BIGINT AS claimed,
                                    count(*) AS n,
                                    count(*) FILTER (fct < value::DOUBLE) AS below,
                                    count(*) FILTER (fct <= value::DOUBLE) AS upTo
                                  FROM csv JOIN messages cells
                                    ON csv.scheme = cells.scheme AND %s
                                  GROUP BY csv.scheme, cells.flows, csv.percentile, csv.value, csv.count)
                                SELECT count(*), count(*) FILTER (n = claimed),
                                  count(*) FILTER (
                                    below < greatest(1, ceil(percent * n / 100))
                                    AND greatest(1, ceil(percent * n / 100)) <= upTo)
                                FROM ranked
                                """
                                        .formatted(
                                                run.resolve("cells.json"),
                                                run.resolve("flows.parquet"),
                                                SyntheticRun.WARMUP_NANOS,
                                                csv,
                                                flows))) {
            rows.next();
            assertEquals(rows(csv), rows.getInt(1));
            assertEquals(rows(csv), rows.getInt(2));
            assertEquals(rows(csv), rows.getInt(3));
        }
    }

    private static int rows(Path csv) throws IOException {
        return Files.readAllLines(csv).size() - 1;
    }

    @Test
    void captionsTellWhatWasRun() throws IOException {
        String captions = Files.readString(figures.resolve("captions.txt"), StandardCharsets.UTF_8);
        assertTrue(captions.contains("11a: Latency against background message size."), captions);
        assertTrue(captions.contains("42 cells"), captions);
        assertTrue(captions.contains("seeds 1 to 3"), captions);
        assertTrue(captions.contains("95 % confidence intervals"), captions);
    }

    @Test
    void anAxisIsMarkedAsCutWhereItDoesNotStartAtZero() {
        assertTrue(Axis.covering(90, 100, 5).isCut());
        assertFalse(Axis.covering(10, 100, 5).isCut());
        assertFalse(Axis.fromZero(100, 5).isCut());
        assertFalse(Axis.logarithmic(3, 300).isCut());
    }
}
