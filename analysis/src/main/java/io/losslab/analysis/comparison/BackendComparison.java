package io.losslab.analysis.comparison;

import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two runs of the same cells side by side: with real frames, and in virtual time.
 *
 * @param backend of the first
 * @param rows every figure that both have, cell by cell
 */
public record BackendComparison(String backend, List<Row> rows) {
    /** Directory, within the results, of the run in virtual time. */
    public static final String FOLDER = "virtual";

    public BackendComparison {
        rows = List.copyOf(rows);
    }

    /**
     * One figure.
     *
     * @param cell number
     * @param params of the cell
     * @param group of traffic; empty: the whole cell
     * @param figure name with its unit
     * @param measured with real frames
     * @param virtual in virtual time
     */
    public record Row(
            int cell,
            Map<String, Object> params,
            String group,
            String figure,
            double measured,
            double virtual) {
        /** The first over the second; empty where the second is 0. */
        public OptionalDouble ratio() {
            return virtual == 0 ? OptionalDouble.empty() : OptionalDouble.of(measured / virtual);
        }
    }

    /** Reads both summaries of a results directory; empty where there is no second one. */
    public static Optional<BackendComparison> read(Path directory) throws IOException {
        Path other = directory.resolve(FOLDER);
        if (!Files.exists(other.resolve(Summary.FILE))) {
            return Optional.empty();
        }
        return Optional.of(of(Summary.read(directory), Summary.read(other)));
    }

    /** Compares the cells that both have. */
    public static BackendComparison of(Summary measured, Summary virtual) {
        List<Row> rows = new ArrayList<>();
        for (CellSummary cell : measured.cells()) {
            virtual.cells().stream()
                    .filter(other -> other.cell() == cell.cell())
                    .findFirst()
                    .ifPresent(other -> addCell(rows, cell, other));
        }
        return new BackendComparison(measured.backend(), rows);
    }

    private static void addCell(List<Row> rows, CellSummary cell, CellSummary other) {
        cell.groups()
                .forEach(
                        (name, group) -> {
                            GroupSummary twin = other.groups().get(name);
                            if (twin != null) {
                                addGroup(rows, cell, name, group, twin);
                            }
                        });
        add(
                rows,
                cell,
                "",
                "pause frames of switches",
                cell.switchPauseFrames(),
                other.switchPauseFrames());
        add(
                rows,
                cell,
                "",
                "pause frames of hosts",
                cell.hostPauseFrames(),
                other.hostPauseFrames());
        add(
                rows,
                cell,
                "",
                "largest egress queue, KB",
                cell.maxEgressQueueBytes() / 1e3,
                other.maxEgressQueueBytes() / 1e3);
        add(
                rows,
                cell,
                "",
                "largest ingress count, KB",
                cell.maxIngressBytes() / 1e3,
                other.maxIngressBytes() / 1e3);
        add(rows, cell, "", "drops", cell.drops(), other.drops());
    }

    private static void addGroup(
            List<Row> rows, CellSummary cell, String name, GroupSummary group, GroupSummary twin) {
        if (group.sessions() == 0 && twin.sessions() == 0) {
            add(rows, cell, name, "completed messages", group.completed(), twin.completed());
        }
        if (group.meanMicros() != null && twin.meanMicros() != null) {
            add(rows, cell, name, "mean FCT, us", group.meanMicros(), twin.meanMicros());
        }
        if (group.fctMicros() != null && twin.fctMicros() != null) {
            add(rows, cell, name, "p99 FCT, us", group.fctMicros().p99(), twin.fctMicros().p99());
        }
        add(rows, cell, name, "goodput, Gb/s", group.goodputGbps(), twin.goodputGbps());
    }

    private static void add(
            List<Row> rows,
            CellSummary cell,
            String group,
            String figure,
            double measured,
            double virtual) {
        rows.add(new Row(cell.cell(), cell.params(), group, figure, measured, virtual));
    }
}
