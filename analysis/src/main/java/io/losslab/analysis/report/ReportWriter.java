package io.losslab.analysis.report;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.figure.Figures;
import io.losslab.analysis.figure.RunSentence;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.reference.NcclTests;
import io.losslab.analysis.replay.ReplaySection;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.summary.TimeChecks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes {@code report.html}: one self-contained file, readable on screen, on paper and without
 * colours. Every text of the run is escaped; the page is also well-formed XML.
 */
public final class ReportWriter {
    public static final String FILE = "report.html";

    /** The section whose figures the list of contents names one by one. */
    static final String FIGURES = "figures";

    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

    /** Shown by the script that zooms. */
    private static final String ZOOM_HINT =
            "<p class=\"soft zoomhint\" hidden=\"hidden\">Values are shown under the pointer. Drag"
                    + " over a figure to zoom in: along one axis, or over both. Double-click to see"
                    + " all again.</p>\n";

    private static final Pattern PARAGRAPH_END = Pattern.compile("\\n\\s*\\n");

    private final RunManifest manifest;
    private final Summary summary;
    private final Figures figures;
    private final ReplaySection replay;
    private final Optional<BackendComparison> comparison;
    private final Optional<NcclTests> reference;

    private ReportWriter(Path directory, List<CellOutcome> outcomes) throws IOException {
        this.manifest = RunManifest.read(directory);
        this.summary = Summary.read(directory);
        this.figures = new Figures(directory, manifest, summary, outcomes);
        this.replay = ReplaySection.of(directory, manifest, outcomes);
        this.comparison = BackendComparison.read(directory);
        this.reference = NcclTests.of(directory);
    }

    /**
     * Writes the report of a results directory from its {@code run.json}, {@code summary.json},
     * {@code cells.json} and Parquet files.
     *
     * @return the file
     */
    public static Path write(Path directory) throws IOException {
        ReportWriter writer = new ReportWriter(directory, CellOutcome.readAll(directory));
        Path file = directory.resolve(FILE);
        ResultsJson.writeText(file, writer.page());
        return file;
    }

    private String page() throws IOException {
        StringBuilder html = new StringBuilder(1 << 18);
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width,"
                                + " initial-scale=1\"/>\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .append(Markup.escape(POLICY))
                .append("\"/>\n<title>")
                .append(Markup.escape(manifest.title()))
                .append("</title>\n<style>\n")
                .append(resource("report.css"))
                .append(replay.styles())
                .append("</style>\n</head>\n<body>\n");
        List<ReportSection> sections = sections();
        html.append(new HeaderSection(manifest, summary, sections).html());
        html.append("<main>\n");
        sections.forEach(section -> html.append(section.markup()));
        html.append("</main>\n<footer>Created by losslab from ")
                .append(summary.cells().size())
                .append(" cells. Latencies and rates exclude the warm-up;")
                .append(
                        " percentiles use the nearest-rank method.</footer>\n<script>\n/*<![CDATA[*/\n")
                .append(resource("report.js"))
                .append(resource("figures.js"))
                .append("/*]]>*/\n</script>\n</body>\n</html>\n");
        return html.toString();
    }

    /** All that have something to show. */
    private List<ReportSection> sections() throws IOException {
        return Stream.of(
                        new ReportSection(
                                "topology",
                                "Topology",
                                figure("", figures.drawTopology(), ofWhichCells())),
                        new ReportSection("replay", "Congestion replay", replay.html()),
                        new ReportSection(
                                "paper",
                                "Comparison with the paper",
                                new PaperTable(manifest, summary).html()),
                        new ReportSection(
                                "backends",
                                "Real frames compared with virtual time",
                                new BackendTable(comparison).html()),
                        new ReportSection(FIGURES, "Figures", figures()),
                        new ReportSection(
                                "iterations",
                                "Iteration times",
                                new IterationsTable(manifest, summary, reference).html()),
                        new ReportSection(
                                "pauses",
                                "Pauses and their root causes",
                                new PausesTable(manifest, summary).html()),
                        new ReportSection(
                                "deadlocks",
                                "Deadlocks",
                                new DeadlocksTable(manifest, summary).html()),
                        new ReportSection(
                                "failures",
                                "Failed cells",
                                new FailuresTable(manifest, summary).html()),
                        new ReportSection(
                                "checks", "Checks", new ChecksTable(manifest, summary).html()),
                        new ReportSection(
                                "cells", "Cells", new CellsTable(manifest, summary).html()),
                        new ReportSection("notes", "Notes", notes()),
                        new ReportSection("reproduce", "Reproduce", reproduction()))
                .filter(section -> !section.isEmpty())
                .toList();
    }

    private String figures() throws IOException {
        if (manifest.figures().isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder(ZOOM_HINT);
        for (Figure spec : manifest.figures()) {
            FigureMarkup drawn = figures.draw(spec, Sheet.PAGE);
            String late = TimeChecks.complaint(summary.cellsWhere(spec.sweep(), spec.where()));
            String run = RunSentence.of(spec, summary, manifest);
            String caption = "%s %s %s".formatted(spec.caption(), run, late).strip();
            html.append(figure(spec.id(), drawn, caption, spec.title()));
        }
        return html.toString();
    }

    private String ofWhichCells() {
        int others = manifest.topology().others().size();
        return others == 0
                ? ""
                : "The topology of cell 0; %d of %d cells have another one."
                        .formatted(others, manifest.cells().size());
    }

    private static String figure(String id, FigureMarkup drawn, String caption) {
        return figure(id, drawn, caption, "");
    }

    private static String figure(String id, FigureMarkup drawn, String caption, String title) {
        StringBuilder html = new StringBuilder("<figure");
        if (!id.isEmpty()) {
            html.append(" id=\"figure-").append(Markup.escape(id)).append('"');
        }
        html.append(">\n");
        if (!title.isEmpty()) {
            html.append("<h3>").append(Markup.escape(title)).append("</h3>\n");
        }
        html.append(
                drawn.problem().isEmpty()
                        ? drawn.html()
                        : "<div class=\"empty\">" + Markup.escape(drawn.problem()) + "</div>\n");
        String text = caption.isEmpty() ? drawn.note() : (caption + " " + drawn.note()).strip();
        if (!text.isEmpty()) {
            html.append("<figcaption>").append(Markup.escape(text)).append("</figcaption>\n");
        }
        return html.append("</figure>\n").toString();
    }

    private String notes() {
        return PARAGRAPH_END
                .splitAsStream(manifest.notes().strip())
                .filter(paragraph -> !paragraph.isBlank())
                .map(paragraph -> "<p>" + Markup.escape(paragraph.strip()) + "</p>\n")
                .collect(Collectors.joining());
    }

    private String reproduction() {
        StringBuilder html = new StringBuilder();
        if (!manifest.command().isEmpty()) {
            html.append("<pre class=\"command\">")
                    .append(Markup.escape(manifest.command()))
                    .append("</pre>\n");
        }
        if (!manifest.resolved().isEmpty()) {
            html.append(
                            "<p class=\"soft\">The experiment as run. Keys that it leaves out have"
                                    + " the defaults of the version that ran it, which"
                                    + " 'losslab plan --format json' prints:</p>\n")
                    .append("<pre class=\"yaml\">")
                    .append(Markup.escape(manifest.resolved()))
                    .append("</pre>\n");
        }
        return html.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ReportWriter.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
