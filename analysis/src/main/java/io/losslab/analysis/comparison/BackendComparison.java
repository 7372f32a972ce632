package io.losslab.analysis.comparison;

import io.losslab.analysis.replay.RecordedPauses;
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
import java.util.stream.Stream;

/**
 * Two runs of the same cells side by side: with real frames, and in virtual time.
 *
 * @param backend of the first
 * @param rows every figure that both have, cell by cell
 */
public record BackendComparison(String backend, List<Row> rows) {
    /** Directory, within the results, of the run in virtual time. */
    public static final String FOLDER = "virtual";

    /**
     * Directory of a second one, with hosts that act on a pause at once. Those of the first act as
     * late as they may; real ones do somewhere between. Where the number of pause frames depends on
     * that (PFC whose XON is XOFF, for example), it depends on the order of single frames, and real
     * frames need not agree with either; the time that queues and ports were paused has to.
     */
    public static final String AT_ONCE_FOLDER = "virtual-at-once";

    /** Both. */
    public static final List<String> FOLDERS = List.of(FOLDER, AT_ONCE_FOLDER);

    /** Name of the check of each cell. */
    public static final String CHECK = "agrees with virtual time";

    /** By what part of it a figure may differ from virtual time. */
    private static final double TOLERANCE = 0.1;

    /** Few frames differ by a larger part where only one more is sent. */
    private static final double FEW_FRAMES = 2;

    private static final double ANY = Double.POSITIVE_INFINITY;

    private static final String PAUSE_FRAMES = "pause frames of ";
    private static final String PAUSED_TIME = "time paused, ms";

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
     * @param atOnce in virtual time with hosts that act on a pause at once; {@code virtual} where
     *     that was not run
     * @param allowed most that they may differ; infinite where they are shown only
     */
    public record Row(
            int cell,
            Map<String, Object> params,
            String group,
            String figure,
            double measured,
            double virtual,
            double atOnce,
            double allowed) {
        /** Whether it has to agree. */
        public boolean isChecked() {
            return allowed < ANY;
        }

        /** Whether it lies between those of virtual time, or off by no more than is allowed. */
        public boolean agrees() {
            return measured >= Math.min(virtual, atOnce) - allowed
                    && measured <= Math.max(virtual, atOnce) + allowed;
        }

        /** Whether the two runs in virtual time differ in it. */
        public boolean varies() {
            return virtual != atOnce;
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
        if (!Files.exists(directory.resolve(FOLDER).resolve(Summary.FILE))) {
            return Optional.empty();
        }
        Run virtual = Run.read(directory.resolve(FOLDER));
        Path atOnce = directory.resolve(AT_ONCE_FOLDER);
        boolean hasBoth = Files.exists(atOnce.resolve(Summary.FILE));
        return Optional.of(
                of(
                        new Run(measured, RecordedPauses.read(directory)),
                        virtual,
                        hasBoth ? Run.read(atOnce) : virtual));
    }

    /** What is compared of a run. */
    record Run(Summary summary, RecordedPauses pauses) {
        static Run read(Path directory) throws IOException {
            return new Run(Summary.read(directory), RecordedPauses.read(directory));
        }

        /** Without recorded pauses. */
        static Run of(Summary summary) {
            return new Run(summary, RecordedPauses.NONE);
        }

        Optional<CellSummary> cell(int number) {
            return summary.cells().stream().filter(cell -> cell.cell() == number).findFirst();
        }
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
                ? Check.passed(
                        CHECK,
                        "FCT mean and p99, goodput, and pause frames within 10%%%s"
                                .formatted(unsettled(cell)))
                : Check.failed(CHECK, String.join("; ", different));
    }

    private String unsettled(int cell) {
        if (figure(cell, PAUSE_FRAMES).allMatch(Row::isChecked)) {
            return "";
        }
        return "; where two runs in virtual time differ by more, pause frames are not compared"
                + (figure(cell, PAUSED_TIME).anyMatch(Row::isChecked)
                        ? ", but the time that queues and ports were paused"
                        : "");
    }

    private Stream<Row> figure(int cell, String name) {
        return rows.stream().filter(row -> row.cell() == cell && row.figure().startsWith(name));
    }

    private static String difference(Row row) {
        return String.format(
                Locale.ROOT,
                "%s%s %.4g, in virtual time %.4g%s",
                row.figure(),
                row.group().isEmpty() ? "" : " of " + row.group(),
                row.measured(),
                row.virtual(),
                row.varies()
                        ? String.format(
                                Locale.ROOT,
                                ", and %.4g with hosts that act on a pause at once",
                                row.atOnce())
                        : "");
    }

    /** Compares the cells that both have. */
    public static BackendComparison of(Summary measured, Summary virtual) {
        return of(measured, virtual, virtual);
    }

    /** Compares the cells that all have. */
    public static BackendComparison of(Summary measured, Summary virtual, Summary atOnce) {
        return of(Run.of(measured), Run.of(virtual), Run.of(atOnce));
    }

    private static BackendComparison of(Run measured, Run virtual, Run atOnce) {
        List<Row> rows = new ArrayList<>();
        for (CellSummary cell : measured.summary().cells()) {
            Optional<CellSummary> other = virtual.cell(cell.cell());
            if (other.isPresent()) {
                Run third = atOnce.cell(cell.cell()).isPresent() ? atOnce : virtual;
                CellSummary early = third.cell(cell.cell()).orElseThrow();
                Side whole = new Side(rows, cell, "");
                addGroups(rows, cell, other.get(), early);
                boolean settled = addFrames(whole, cell, other.get(), early);
                addPausedTime(whole, measured.pauses(), virtual.pauses(), third.pauses(), !settled);
                addLargest(whole, cell, other.get());
            }
        }
        return new BackendComparison(measured.summary().backend(), rows);
    }

    private static void addGroups(
            List<Row> rows, CellSummary cell, CellSummary other, CellSummary early) {
        cell.groups()
                .forEach(
                        (name, group) -> {
                            GroupSummary twin = other.groups().get(name);
                            if (twin != null) {
                                GroupSummary third = early.groups().getOrDefault(name, twin);
                                addGroup(new Side(rows, cell, name), group, twin, third);
                            }
                        });
    }

    /** Whether they are compared. */
    private static boolean addFrames(
            Side whole, CellSummary cell, CellSummary other, CellSummary early) {
        boolean ofSwitches =
                whole.addFrames(
                        PAUSE_FRAMES + "switches",
                        cell.switchPauseFrames(),
                        other.switchPauseFrames(),
                        early.switchPauseFrames());
        boolean ofHosts =
                whole.addFrames(
                        PAUSE_FRAMES + "hosts",
                        cell.hostPauseFrames(),
                        other.hostPauseFrames(),
                        early.hostPauseFrames());
        return ofSwitches && ofHosts;
    }

    /** As long as all of them are known, where any were recorded. */
    private static void addPausedTime(
            Side whole,
            RecordedPauses measured,
            RecordedPauses virtual,
            RecordedPauses atOnce,
            boolean compared) {
        int cell = whole.cell().cell();
        long untilNanos =
                Stream.of(measured, virtual, atOnce)
                        .mapToLong(pauses -> pauses.knownUntilNanos(cell))
                        .min()
                        .getAsLong();
        double millis = measured.pausedNanos(cell, untilNanos) / 1e6;
        double virtualMillis = virtual.pausedNanos(cell, untilNanos) / 1e6;
        double atOnceMillis = atOnce.pausedNanos(cell, untilNanos) / 1e6;
        if (millis > 0 || virtualMillis > 0) {
            double allowed = compared ? TOLERANCE * virtualMillis : ANY;
            whole.row(PAUSED_TIME, millis, virtualMillis, atOnceMillis, allowed);
        }
    }

    private static void addLargest(Side whole, CellSummary cell, CellSummary other) {
        whole.showKilobytes(
                "largest egress queue, KB",
                cell.maxEgressQueueBytes(),
                other.maxEgressQueueBytes());
        whole.showKilobytes(
                "largest ingress count, KB", cell.maxIngressBytes(), other.maxIngressBytes());
        if (cell.drops() != null && other.drops() != null) {
            whole.show("drops", cell.drops(), other.drops());
        }
    }

    private static void addGroup(
            Side side, GroupSummary group, GroupSummary twin, GroupSummary third) {
        if (group.sessions() == 0 && twin.sessions() == 0) {
            side.show("completed messages", group.completed(), twin.completed());
        }
        if (group.meanMicros() != null && twin.meanMicros() != null) {
            double early = third.meanMicros() == null ? twin.meanMicros() : third.meanMicros();
            side.add("mean FCT, us", group.meanMicros(), twin.meanMicros(), early);
        }
        if (group.fctMicros() != null && twin.fctMicros() != null) {
            double p99 = twin.fctMicros().p99();
            double early = third.fctMicros() == null ? p99 : third.fctMicros().p99();
            side.add("p99 FCT, us", group.fctMicros().p99(), p99, early);
        }
        side.add("goodput, Gb/s", group.goodputGbps(), twin.goodputGbps(), third.goodputGbps());
    }

    /** Takes the figures of a traffic group of a cell, or of the whole cell. */
    private record Side(List<Row> rows, CellSummary cell, String group) {
        void add(String figure, double measured, double virtual, double atOnce) {
            row(figure, measured, virtual, atOnce, TOLERANCE * virtual);
        }

        /**
         * Whether both runs in virtual time agree, so that it is compared, where the other side
         * knows it.
         */
        boolean addFrames(String figure, Long measured, Long virtual, Long atOnce) {
            if (virtual == null || atOnce == null) {
                return false;
            }
            double allowed = Math.max(FEW_FRAMES, TOLERANCE * virtual);
            boolean settled = Math.abs(virtual - atOnce) <= allowed;
            if (measured != null) {
                row(figure, measured, virtual, atOnce, settled ? allowed : ANY);
            }
            return settled;
        }

        /** Only where both sides know it. */
        void showKilobytes(String figure, Long measuredBytes, Long virtualBytes) {
            if (measuredBytes != null && virtualBytes != null) {
                show(figure, measuredBytes / 1e3, virtualBytes / 1e3);
            }
        }

        void show(String figure, double measured, double virtual) {
            row(figure, measured, virtual, virtual, ANY);
        }

        private void row(
                String figure, double measured, double virtual, double atOnce, double allowed) {
            rows.add(
                    new Row(
                            cell.cell(),
                            cell.params(),
                            group,
                            figure,
                            measured,
                            virtual,
                            atOnce,
                            allowed));
        }
    }
}
