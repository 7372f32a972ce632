package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.reference.NcclTests;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Iterations;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Iteration times of collectives and traces, a row a cell and traffic group. */
final class IterationsTable {
    private static final List<String> HEAD =
            List.of(
                    "cell",
                    "parameters",
                    "traffic",
                    "iterations",
                    "mean",
                    "median",
                    "p99",
                    "maximum",
                    "bus bandwidth");
    private static final List<String> REFERENCE_HEAD =
            List.of("nccl-tests, size", "nccl-tests, mean", "nccl-tests, bus bandwidth");
    private static final String NONE = "–";

    private final RunManifest manifest;
    private final Summary summary;
    private final Optional<NcclTests> reference;

    /**
     * The table.
     *
     * @param reference what nccl-tests measured, which gets columns of its own
     */
    IterationsTable(RunManifest manifest, Summary summary, Optional<NcclTests> reference) {
        this.manifest = manifest;
        this.summary = summary;
        this.reference = reference;
    }

    List<String> head() {
        List<String> head = new ArrayList<>(HEAD);
        reference.ifPresent(there -> head.addAll(REFERENCE_HEAD));
        return head;
    }

    /** Empty where no traffic has iterations. */
    String html() {
        List<List<String>> rows = rows();
        if (rows.isEmpty()) {
            return "";
        }
        HtmlTable table = new HtmlTable("scroll free");
        for (String title : head()) {
            boolean text = title.equals("parameters") || title.equals("traffic");
            table.column(NumberText.words(title), text ? "nowrap" : "num");
        }
        for (List<String> row : rows) {
            table.row("");
            row.forEach(table::cell);
        }
        return "<p class=\"soft\">An iteration takes the time from the end of the one before at the"
                + " last host to its own end there. Bus bandwidth as nccl-tests defines it."
                + reference.map(IterationsTable::sentence).orElse("")
                + "</p>\n"
                + table.html();
    }

    private static String sentence(NcclTests reference) {
        return (" Next to it, what %s measured on %d GPUs (%s): for iterations of as many ranks, the"
                        + " row that moves as many bytes over the bus.")
                .formatted(
                        reference.program().isEmpty()
                                ? "nccl-tests"
                                : reference.program() + " of nccl-tests",
                        reference.ranks(),
                        NcclTests.FILE);
    }

    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (CellSummary cell : summary.cells()) {
            cell.groups()
                    .forEach(
                            (name, group) -> {
                                if (group.iterations() != null) {
                                    rows.add(row(cell, name, group.iterations()));
                                }
                            });
        }
        return rows;
    }

    private List<String> row(CellSummary cell, String traffic, Iterations iterations) {
        List<String> row = new ArrayList<>();
        row.addAll(own(cell, traffic, iterations));
        reference.ifPresent(there -> row.addAll(measured(there.like(iterations))));
        return row;
    }

    private static List<String> measured(Optional<NcclTests.Row> reference) {
        return reference
                .map(
                        row ->
                                List.of(
                                        NumberText.of(Metric.Unit.BYTES, row.sizeBytes()),
                                        micros(row.micros()),
                                        gbps(row.busGbps())))
                .orElse(List.of(NONE, NONE, NONE));
    }

    private List<String> own(CellSummary cell, String traffic, Iterations iterations) {
        return List.of(
                Integer.toString(cell.cell()),
                ParameterText.of(cell.params(), manifest),
                traffic,
                Long.toString(iterations.completed()),
                micros(iterations.micros().mean()),
                micros(iterations.micros().p50()),
                micros(iterations.micros().p99()),
                micros(iterations.micros().max()),
                iterations.busGbps() == null ? NONE : gbps(iterations.busGbps()));
    }

    private static String gbps(double value) {
        return NumberText.of(Metric.Unit.GBPS, value);
    }

    private static String micros(double value) {
        return NumberText.of(Metric.Unit.MICROS, value);
    }
}
