package io.losslab.analysis.comparison;

import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** Name of the check of each cell. */
    public static final String CHECK = "agrees with virtual time";

    /** By what part of it a figure may differ from virtual time. */
    private static final double TOLERANCE = 0.1;

    /** Few frames differ by a larger part where only one more is sent. */
    private static final double FEW_FRAMES = 2;

    private static final double ANY = Double.POSITIVE_INFINITY;

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
     * @param allowed most that they may differ; infinite where they are shown only
     */
    public record Row(
            int cell,
            Map<String, Object> params,
            String group,
            String figure,
            double measured,
            double virtual,
            double allowed) {
        /** Whether it has to agree. */
        public boolean isChecked() {
            return allowed < ANY;
        }

        /** Whether they differ by no more than is allowed. */
        public boolean agrees() {
            return Math.abs(measured - virtual) <= allowed;
        }

        /** The first over the second; empty where the second is 0. */
        public OptionalDouble ratio() {
            return virtual == 0 ? OptionalDouble.empty() : OptionalDouble.of(measured / virtual);
        }
    }

    /** Reads both summaries of a results directory; empty where there is no second one. */
    public static Optional<BackendComparison> read(Path directory) throws IOException {
        return of(Summary.read(directory), directory);
    }

    /** Compares a summary with the second one in its directory; empty where there is none. */
    public static Optional<BackendComparison> of(Summary measured, Path directory)
            throws IOException {
        Path other = directory.resolve(FOLDER);
        if (!Files.exists(other.resolve(Summary.FILE))) {
            return Optional.empty();
        }
        return Optional.of(of(measured, Summary.read(other)));
    }

    /** A summary with the check of each cell that both have among its checks. */
    public Summary judged(Summary summary) {
        return summary.withChecks(
                cell ->
                        rows.stream().anyMatch(row -> row.cell() == cell.cell())
                                ? Optional.of(check(cell.cell()))
                                : Optional.empty());
    }

    private Check check(int cell) {
        List<String> different =
                rows.stream()
                        .filter(row -> row.cell() == cell && !row.agrees())
                        .map(BackendComparison::difference)
                        .toList();
        return different.isEmpty()
                ? Check.passed(CHECK, "FCT mean and p99, goodput, and pause frames within 10%")
                : Check.failed(CHECK, String.join("; ", different));
    }

    private static String difference(Row row) {
        return String.format(
                Locale.ROOT,
                "%s%s %.4g, in virtual time %.4g",
                row.figure(),
                row.group().isEmpty() ? "" : " of " + row.group(),
                row.measured(),
                row.virtual());
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
                other.switchPauseFrames(),
                frames(other.switchPauseFrames()));
        add(
                rows,
                cell,
                "",
                "pause frames of hosts",
                cell.hostPauseFrames(),
                other.hostPauseFrames(),
                frames(other.hostPauseFrames()));
        add(
                rows,
                cell,
                "",
                "largest egress queue, KB",
                cell.maxEgressQueueBytes() / 1e3,
                other.maxEgressQueueBytes() / 1e3,
                ANY);
        add(
                rows,
                cell,
                "",
                "largest ingress count, KB",
                cell.maxIngressBytes() / 1e3,
                other.maxIngressBytes() / 1e3,
                ANY);
        add(rows, cell, "", "drops", cell.drops(), other.drops(), ANY);
    }

    private static void addGroup(
            List<Row> rows, CellSummary cell, String name, GroupSummary group, GroupSummary twin) {
        if (group.sessions() == 0 && twin.sessions() == 0) {
            add(rows, cell, name, "completed messages", group.completed(), twin.completed(), ANY);
        }
        if (group.meanMicros() != null && twin.meanMicros() != null) {
            double mean = twin.meanMicros();
            add(rows, cell, name, "mean FCT, us", group.meanMicros(), mean, part(mean));
        }
        if (group.fctMicros() != null && twin.fctMicros() != null) {
            double p99 = twin.fctMicros().p99();
            add(rows, cell, name, "p99 FCT, us", group.fctMicros().p99(), p99, part(p99));
        }
        double goodput = twin.goodputGbps();
        add(rows, cell, name, "goodput, Gb/s", group.goodputGbps(), goodput, part(goodput));
    }

    private static double part(double virtual) {
        return TOLERANCE * virtual;
    }

    private static double frames(double virtual) {
        return Math.max(FEW_FRAMES, part(virtual));
    }

    private static void add(
            List<Row> rows,
            CellSummary cell,
            String group,
            String figure,
            double measured,
            double virtual,
            double allowed) {
        rows.add(new Row(cell.cell(), cell.params(), group, figure, measured, virtual, allowed));
    }
}
