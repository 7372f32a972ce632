package io.losslab.orchestrator.watch;

import java.io.IOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The samples of one scrape, read from Prometheus' text format. */
final class MetricsText {
    private static final int PATIENCE_MILLIS = 5_000;
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)(?: \\S+)?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, List<Sample>> samples = new HashMap<>();

    /**
     * One value.
     *
     * @param labels by name
     */
    record Sample(Map<String, String> labels, double value) {
        String label(String name) {
            return labels.getOrDefault(name, "");
        }
    }

    private MetricsText() {}

    /**
     * Scrapes an endpoint.
     *
     * @throws IOException where it does not answer
     */
    static MetricsText scrape(String url) throws IOException {
        URLConnection connection = URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setRequestProperty("Accept", "text/plain");
        try (var answer = connection.getInputStream()) {
            return parse(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Reads a text; lines that are no samples are passed over. */
    static MetricsText parse(String text) {
        MetricsText parsed = new MetricsText();
        text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(SAMPLE::matcher)
                .filter(Matcher::matches)
                .forEach(
                        line ->
                                parsed.samples
                                        .computeIfAbsent(line.group(1), any -> new ArrayList<>())
                                        .add(
                                                new Sample(
                                                        labels(line.group(2)),
                                                        Double.parseDouble(line.group(3)))));
        return parsed;
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2).replaceAll("\\\\(.)", "$1"));
        }
        return labels;
    }

    /** All samples of a name. */
    List<Sample> all(String name) {
        return samples.getOrDefault(name, List.of());
    }
}
