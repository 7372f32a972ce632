package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.paper.VerdictCounts;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The summary as plain text for a terminal: every figure of lines as a table with the schemes side
 * by side, the paper's numbers, and the checks. Seeds are pooled.
 */
public final class TextTable {
    private static final int MOST_FAILURES = 20;

    private final RunManifest manifest;
    private final Summary summary;
    private final StringBuilder out = new StringBuilder();

    private TextTable(RunManifest manifest, Summary summary) {
        this.manifest = manifest;
        this.summary = summary;
    }

    /** Renders a summary; lines end with a line feed. Empty where no cell was finished. */
    public static String render(RunManifest manifest, Summary summary) {
        TextTable table = new TextTable(manifest, summary);
        if (summary.cells().isEmpty()) {
            return "";
        }
        manifest.figures().stream()
                .filter(TextTable::hasRowsByParameter)
                .forEach(table::byParameter);
        manifest.figures().stream()
                .filter(figure -> figure.kind() == Figure.Kind.BARS && figure.x() == null)
                .forEach(table::bars);
        table.paper();
        table.warnings();
        table.iterations();
        table.pauses();
        table.deadlocks();
        table.checks();
        return table.out.toString();
    }

    /** The cells that failed, a line each, with their errors; empty where none did. */
    public static String failedCells(RunManifest manifest, Summary summary) {
        return firstOf(
                summary.failures().stream()
                        .map(
                                failure ->
                                        "  cell %d (%s): %s\n"
                                                .formatted(
                                                        failure.cell(),
                                                        ParameterText.of(
                                                                failure.params(), manifest),
                                                        failure.error()))
                        .toList());
    }

    /** The first lines of a list that may be long. */
    private static String firstOf(List<String> lines) {
        String first = lines.stream().limit(MOST_FAILURES).collect(Collectors.joining());
        return lines.size() <= MOST_FAILURES
                ? first
                : first + "  and %d more\n".formatted(lines.size() - MOST_FAILURES);
    }

    private static boolean hasRowsByParameter(Figure figure) {
        return figure.kind() == Figure.Kind.LINES
                || figure.kind() == Figure.Kind.BARS && figure.x() != null;
    }

    private void byParameter(Figure figure) {
        List<CellSummary> cells = summary.cellsWhere(figure.sweep(), figure.where());
        List<String> series = series(figure, cells);
        List<String> positions =
                cells.stream()
                        .map(cell -> cell.param(figure.x()))
                        .distinct()
                        .sorted(ParamValue.order())
                        .toList();
        List<Metric> metrics = figure.metrics().stream().map(Metric::parse).toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(figure.x()));
        for (Metric metric : metrics) {
            for (String value : series) {
                head.add(metric.name() + " " + name(figure, value));
            }
            series.stream()
                    .filter(value -> comparable(metric, series, value))
                    .forEach(value -> head.add("change (95%)"));
        }
        rows.add(head);
        for (String position : positions) {
            List<String> row = new ArrayList<>(List.of(position));
            for (Metric metric : metrics) {
                Map<String, Optional<Pooled>> values = new LinkedHashMap<>();
                for (String value : series) {
                    values.put(value, pooled(figure, metric, cells, value, position));
                }
                values.values().forEach(value -> row.add(text(metric, value)));
                series.stream()
                        .filter(value -> comparable(metric, series, value))
                        .forEach(
                                value ->
                                        row.add(
                                                change(
                                                        values.get(value),
                                                        values.get(manifest.baseline()))));
            }
            rows.add(row);
        }
        heading(figure.title());
        out.append(AlignedText.of(rows, 1));
    }

    private String name(Figure figure, String series) {
        return ParameterText.value(figure.by(), series, manifest);
    }

    private void bars(Figure figure) {
        List<CellSummary> cells = summary.cellsWhere(figure.sweep(), figure.where());
        List<List<String>> rows = new ArrayList<>();
        List<Metric> metrics = figure.metrics().stream().map(Metric::parse).toList();
        List<String> head = new ArrayList<>(List.of(figure.by()));
        metrics.forEach(metric -> head.add(metric.label()));
        rows.add(head);
        for (String value : series(figure, cells)) {
            List<String> row = new ArrayList<>(List.of(name(figure, value)));
            for (Metric metric : metrics) {
                List<CellSummary> own =
                        cells.stream().filter(c -> c.param(figure.by()).equals(value)).toList();
                row.add(text(metric, Pooled.of(metric, figure.group(), own)));
            }
            rows.add(row);
        }
        heading(figure.title());
        out.append(AlignedText.of(rows, 1));
    }

    /** Rows that were measured; a run of a part of an experiment leaves most others out. */
    private void paper() {
        if (summary.paper().isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("paper", "reported", "measured", "95% interval", "verdict"));
        for (PaperRow row : PaperRow.of(manifest, summary)) {
            if (!row.verdict().equals(Verdict.NOT_MEASURED.label())) {
                rows.add(
                        List.of(
                                row.metric(),
                                plain(row.reported()),
                                plain(row.measured()),
                                plain(row.interval()),
                                row.verdict()));
            }
        }
        heading("Comparison with the paper");
        if (rows.size() > 1) {
            out.append(AlignedText.of(rows, 1));
        }
        out.append(VerdictCounts.text(summary.paper())).append('\n');
    }

    private void warnings() {
        if (!summary.warnings().isEmpty()) {
            heading("Warnings");
            summary.warnings().forEach(warning -> out.append("  ").append(warning).append('\n'));
        }
    }

    private void iterations() {
        List<List<String>> rows = new ArrayList<>();
        IterationsTable table = new IterationsTable(manifest, summary, Optional.empty());
        rows.add(table.head());
        for (List<String> row : table.rows()) {
            rows.add(row.stream().map(text -> text.equals("–") ? "-" : plain(text)).toList());
        }
        if (rows.size() > 1) {
            heading("Iteration times");
            out.append(AlignedText.of(rows.stream().limit(MOST_FAILURES + 1).toList(), 3));
            if (rows.size() > MOST_FAILURES + 1) {
                out.append(
                        "and %d more, in the report\n".formatted(rows.size() - MOST_FAILURES - 1));
            }
        }
    }

    private void pauses() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                List.of(
                        "scheme",
                        "traffic",
                        "paused",
                        "victim",
                        "share",
                        "root-cause port of most victim time"));
        for (List<String> row : new PausesTable(manifest, summary).rows()) {
            rows.add(row.stream().map(text -> text.equals("–") ? "-" : plain(text)).toList());
        }
        if (rows.size() > 1) {
            heading(
                    "Pause time of flows per cell, and victim pause time (paused by ports the"
                            + " flow does not cross)");
            out.append(AlignedText.of(rows, 1));
        }
    }

    private void deadlocks() {
        List<CellSummary> stuck =
                summary.cells().stream().filter(cell -> cell.deadlock() != null).toList();
        if (stuck.isEmpty()) {
            return;
        }
        heading("Deadlocks");
        for (CellSummary cell : stuck) {
            out.append(
                    "  cell %d (%s) deadlocked: %s\n"
                            .formatted(
                                    cell.cell(),
                                    ParameterText.of(cell.params(), manifest),
                                    cell.deadlock().cycle()));
        }
    }

    private void checks() {
        heading("Checks");
        Map<String, long[]> counts = ChecksTable.passedAndAll(summary);
        List<String> failures = new ArrayList<>();
        for (CellSummary cell : summary.cells()) {
            for (Check check : cell.checks()) {
                if (!check.passed()) {
                    failures.add(
                            "  FAILED  %s  cell %d (%s)  %s\n"
                                    .formatted(
                                            check.name(),
                                            cell.cell(),
                                            ParameterText.of(cell.params(), manifest),
                                            check.detail()));
                }
            }
        }
        out.append(firstOf(failures));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("check", "passed in"));
        counts.forEach(
                (name, count) -> rows.add(List.of(name, count[0] + " of " + count[1] + " cells")));
        out.append(AlignedText.of(rows, 1));
        out.append("dropped packets: ").append(drops()).append('\n');
    }

    private String drops() {
        List<Long> known =
                summary.cells().stream().map(CellSummary::drops).filter(Objects::nonNull).toList();
        return known.isEmpty() && !summary.cells().isEmpty()
                ? "not counted by any switch"
                : String.valueOf(known.stream().mapToLong(Long::longValue).sum());
    }

    private List<String> series(Figure figure, List<CellSummary> cells) {
        return cells.stream()
                .map(cell -> cell.param(figure.by()))
                .distinct()
                .sorted(ParamValue.order())
                .toList();
    }

    private boolean comparable(Metric metric, List<String> series, String value) {
        return metric.comparable()
                && series.contains(manifest.baseline())
                && !value.equals(manifest.baseline());
    }

    private static Optional<Pooled> pooled(
            Figure figure, Metric metric, List<CellSummary> cells, String series, String position) {
        return Pooled.of(
                metric,
                figure.group(),
                cells.stream()
                        .filter(cell -> cell.param(figure.by()).equals(series))
                        .filter(cell -> cell.param(figure.x()).equals(position))
                        .toList());
    }

    private static String text(Metric metric, Optional<Pooled> value) {
        return value.map(pooled -> plain(NumberText.of(metric.unit(), pooled.mean()))).orElse("-");
    }

    private static String change(Optional<Pooled> value, Optional<Pooled> baseline) {
        return value.flatMap(some -> baseline.flatMap(some::changeFrom))
                .map(TextTable::text)
                .orElse("-");
    }

    /**
     * A change with its interval in whole percent, as in {@code -33.5% (-38 to -26)}; with a digit
     * more where a bound would lose its sign or the change would be outside.
     */
    static String text(PairedChange change) {
        String text = plain(NumberText.signedPercent(change.change()));
        if (change.interval() == null) {
            return text;
        }
        double low = 100 * change.interval().low();
        double high = 100 * change.interval().high();
        double percent = 100 * change.change();
        boolean whole =
                !isFraction(low)
                        && !isFraction(high)
                        && Math.round(low) <= percent
                        && percent <= Math.round(high);
        return whole
                ? "%s (%+d to %+d)".formatted(text, Math.round(low), Math.round(high))
                : String.format(Locale.ROOT, "%s (%+.1f to %+.1f)", text, low, high);
    }

    private static boolean isFraction(double percent) {
        return percent != 0 && Math.abs(percent) < 1;
    }

    /** Terminals without UTF-8 get letters they have. */
    public static String plain(String text) {
        return text.replace('−', '-').replace("µ", "u").replace(" %", "%").replace(" ×", "x");
    }

    private void heading(String title) {
        out.append(out.isEmpty() ? "" : "\n").append(title).append('\n');
    }
}
