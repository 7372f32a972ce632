package io.losslab.orchestrator.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What users read and import about metrics is what the program exports. */
class WatchingDocsTest {
    private static final Path PAGE = Path.of("../docs/watching.md");
    private static final Path DASHBOARD = Path.of("../docs/grafana-dashboard.json");
    private static final String BEGIN = "<!-- metrics: generated, do not edit -->\n";
    private static final String END = "<!-- end of metrics -->\n";
    private static final Pattern NAME = Pattern.compile("losslab_[a-z_]+");
    private static final Pattern LABEL = Pattern.compile("\\{\\{([a-z]+)}}");

    private static final Map<String, Metric> BY_SAMPLE =
            Arrays.stream(Metric.values())
                    .collect(Collectors.toMap(Metric::sample, Function.identity()));

    /** With {@code -Dlosslab.golden=update} the table is written anew. */
    @Test
    void thePageHasATableOfAllMetrics() throws IOException {
        String text = Files.readString(PAGE);
        String table =
                Arrays.stream(Metric.values())
                        .map(WatchingDocsTest::row)
                        .collect(
                                Collectors.joining(
                                        "",
                                        "| metric | type | labels | meaning |\n|---|---|---|---|\n",
                                        ""));
        String expected =
                text.substring(0, text.indexOf(BEGIN) + BEGIN.length())
                        + table
                        + text.substring(text.indexOf(END));
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(PAGE, expected);
        }
        assertEquals(expected, Files.readString(PAGE));
    }

    private static String row(Metric metric) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        metric.sample(),
                        metric.kind().name().toLowerCase(Locale.ROOT),
                        metric.labels().stream()
                                .map(label -> "`" + label + "`")
                                .collect(Collectors.joining(", ")),
                        metric.help());
    }

    @Test
    void theDashboardQueriesOnlyMetricsThatAreExported() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : panels()) {
            panel.path("targets").forEach(target -> expressions.add(target.get("expr").asText()));
        }
        assertTrue(expressions.size() > 10);
        for (String expression : expressions) {
            List<String> names = names(expression);
            assertFalse(names.isEmpty(), expression);
            names.forEach(name -> assertTrue(BY_SAMPLE.containsKey(name), name));
            names.stream()
                    .filter(name -> BY_SAMPLE.get(name).kind() != Metric.Kind.COUNTER)
                    .forEach(name -> assertFalse(expression.contains("rate(" + name), expression));
        }
    }

    @Test
    void thePageNamesOnlyMetricsThatAreExported() throws IOException {
        names(Files.readString(PAGE))
                .forEach(name -> assertTrue(BY_SAMPLE.containsKey(name), name));
    }

    @Test
    void unitsAndLegendsOfTheDashboardAreThoseOfItsMetrics() throws IOException {
        for (JsonNode panel : panels()) {
            String unit = panel.at("/fieldConfig/defaults/unit").asText();
            for (JsonNode target : panel.path("targets")) {
                String expression = target.get("expr").asText();
                Metric metric = BY_SAMPLE.get(names(expression).get(0));
                boolean rate = expression.contains("rate(");
                assertEquals(unit(metric, rate), unit, expression);
                assertEquals(rate && unit.equals("bps"), expression.startsWith("8 * "), expression);
                LABEL.matcher(target.get("legendFormat").asText())
                        .results()
                        .map(label -> label.group(1))
                        .forEach(
                                label ->
                                        assertTrue(
                                                metric.labels().contains(label),
                                                metric + " has no label " + label));
            }
        }
    }

    private static String unit(Metric metric, boolean rate) {
        if (metric.sample().contains("_bytes")) {
            return rate ? "bps" : "bytes";
        }
        if (metric.sample().contains("_seconds")) {
            return rate ? "percentunit" : "s";
        }
        return rate ? "ops" : "none";
    }

    private static List<JsonNode> panels() throws IOException {
        List<JsonNode> panels = new ArrayList<>();
        new ObjectMapper()
                .readTree(DASHBOARD.toFile())
                .path("panels")
                .forEach(
                        panel -> {
                            if (!panel.path("type").asText().equals("row")) {
                                panels.add(panel);
                            }
                        });
        return panels;
    }

    private static List<String> names(String text) {
        return NAME.matcher(text).results().map(MatchResult::group).toList();
    }
}
