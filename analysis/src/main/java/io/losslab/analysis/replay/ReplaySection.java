package io.losslab.analysis.replay;

import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The section of a report that plays back pauses, queues, and congestion trees of some cells. The
 * data of a cell is unpacked when the reader chooses it.
 */
public final class ReplaySection {
    private static final int MOST_CELLS = 12;
    private static final int MOST_CHARACTERS = 24_000_000;
    private static final List<String> SCRIPTS =
            List.of("recording.js", "scene.js", "stage.js", "timeline.js", "player.js");

    private final RunManifest manifest;
    private final List<CellOutcome> outcomes;
    private final Map<CellOutcome, String> packed = new LinkedHashMap<>();

    private ReplaySection(RunManifest manifest, List<CellOutcome> outcomes) {
        this.manifest = manifest;
        this.outcomes =
                outcomes.stream()
                        .filter(outcome -> manifest.topology().isOf(outcome.cell()))
                        .toList();
    }

    /**
     * Makes the section; it is empty where no cell recorded a pause.
     *
     * @param directory of the results
     * @param outcomes of its finished cells
     */
    public static ReplaySection of(Path directory, RunManifest manifest, List<CellOutcome> outcomes)
            throws IOException {
        ReplaySection section = new ReplaySection(manifest, outcomes);
        Path events = directory.resolve("events.parquet");
        if (!Files.exists(events) || manifest.topology().nodes().isEmpty()) {
            return section;
        }
        try (Connection duckDb = RowQueries.open()) {
            if (anyPause(duckDb, events)) {
                section.pack(duckDb, directory);
            }
        } catch (SQLException e) {
            throw new IOException("replay of %s: %s".formatted(directory, e.getMessage()), e);
        }
        return section;
    }

    public boolean isEmpty() {
        return packed.isEmpty();
    }

    /** Styles of the section, for the head of the page. */
    public String styles() throws IOException {
        return isEmpty() ? "" : resource("replay.css");
    }

    /** The section's content. */
    public String html() throws IOException {
        if (isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder();
        html.append("<p class=\"soft\">").append(Markup.escape(introduction())).append("</p>\n");
        html.append("<div id=\"replay-player\" class=\"replay\">")
                .append("<p class=\"empty\">The replay needs JavaScript.</p></div>\n");
        html.append("<script type=\"application/json\" id=\"replay-index\">")
                .append(Embedded.json(index()))
                .append("</script>\n");
        packed.forEach(
                (outcome, data) ->
                        html.append("<script type=\"text/plain\" id=\"replay-cell-")
                                .append(outcome.cell())
                                .append("\">")
                                .append(data)
                                .append("</script>\n"));
        html.append("<script>\n/*<![CDATA[*/\n(function () {\n\"use strict\";\n");
        for (String script : SCRIPTS) {
            html.append(resource(script));
        }
        return html.append("})();\n/*]]>*/\n</script>\n").toString();
    }

    private String introduction() {
        String chosen =
                packed.size() == outcomes.size()
                        ? ""
                        : " Only %d of %d cells are in this file, those of the first seeds."
                                .formatted(packed.size(), outcomes.size());
        return "Which queues were paused, how full they were, and because of which congested port,"
                + " as recorded."
                + chosen
                + (manifest.topology().others().isEmpty()
                        ? ""
                        : " Cells with another topology than that of cell 0 are left out.");
    }

    private static boolean anyPause(Connection duckDb, Path events) throws SQLException {
        String query =
                "SELECT count(*) FROM (SELECT 1 FROM %s WHERE kind = 'pause' LIMIT 1)"
                        .formatted(ParquetRows.of(events));
        try (Statement select = duckDb.createStatement();
                ResultSet row = select.executeQuery(query)) {
            row.next();
            return row.getLong(1) > 0;
        }
    }

    private void pack(Connection duckDb, Path directory) throws SQLException {
        Map<CellOutcome, String> chosen = new LinkedHashMap<>();
        long characters = 0;
        for (CellOutcome outcome : bySeed()) {
            if (chosen.size() == MOST_CELLS || characters > MOST_CHARACTERS) {
                break;
            }
            String data = CellReplay.read(duckDb, directory, outcome, manifest).packed();
            characters += data.length();
            chosen.put(outcome, data);
        }
        chosen.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> entry.getKey().cell()))
                .forEach(entry -> packed.put(entry.getKey(), entry.getValue()));
    }

    /** Cells of the first seed first. */
    private List<CellOutcome> bySeed() {
        List<String> seeds = manifest.seeds().stream().map(String::valueOf).toList();
        return outcomes.stream()
                .sorted(
                        Comparator.comparingInt(
                                        (CellOutcome outcome) ->
                                                seeds.indexOf(
                                                        String.valueOf(
                                                                outcome.params().get("seed"))))
                                .thenComparingInt(CellOutcome::cell))
                .toList();
    }

    private Map<String, Object> index() {
        TopologyGraph topology = manifest.topology();
        NodePlaces places = NodePlaces.of(topology);
        List<String> names = topology.nodes().stream().map(TopologyGraph.Node::name).toList();
        Map<String, Integer> number = new LinkedHashMap<>();
        names.forEach(name -> number.put(name, number.size()));
        Map<String, Object> index = new LinkedHashMap<>();
        index.put(
                "nodes",
                topology.nodes().stream()
                        .map(
                                node ->
                                        List.of(
                                                node.name(),
                                                node.host() ? 1 : 0,
                                                places.of(node.name()).x(),
                                                places.of(node.name()).y(),
                                                node.bufferBytes()))
                        .toList());
        index.put(
                "links",
                topology.links().stream()
                        .map(
                                link ->
                                        List.of(
                                                number.get(link.a()),
                                                link.portA(),
                                                number.get(link.b()),
                                                link.portB(),
                                                link.rateBitsPerSecond(),
                                                link.delayNanos()))
                        .toList());
        index.put(
                "cells",
                packed.keySet().stream()
                        .map(outcome -> Map.of("cell", outcome.cell(), "label", label(outcome)))
                        .toList());
        index.put("circle", places.isCircular());
        index.put("shown", shown());
        return index;
    }

    /** The first cell, and next to it the same with another scheme. */
    private List<Integer> shown() {
        List<CellOutcome> cells = new ArrayList<>(packed.keySet());
        List<Integer> shown = new ArrayList<>(List.of(cells.get(0).cell()));
        cells.stream()
                .skip(1)
                .filter(cell -> butScheme(cell).equals(butScheme(cells.get(0))))
                .findFirst()
                .ifPresent(cell -> shown.add(cell.cell()));
        return shown;
    }

    private static Map<String, Object> butScheme(CellOutcome outcome) {
        Map<String, Object> params = new LinkedHashMap<>(outcome.params());
        params.remove("scheme");
        return params;
    }

    private String label(CellOutcome outcome) {
        Map<String, Object> told = new LinkedHashMap<>(outcome.params());
        if (manifest.seeds().size() <= 1) {
            told.remove("seed");
        }
        return ParameterText.of(told, manifest);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ReplaySection.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
