package io.losslab.analysis.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure that can be read off a cell's summary by name: {@code fct.p99}, {@code slowdown.mean},
 * {@code goodputGbps}, {@code flowGbps}, {@code iteration.mean}, {@code extra.NAME}, or a count of
 * the cell such as {@code maxEgressQueueBytes}.
 */
public final class Metric {
    private static final Map<String, ToDoubleFunction<Distribution>> STATISTICS =
            Map.of(
                    "mean", Distribution::mean,
                    "p50", Distribution::p50,
                    "p95", Distribution::p95,
                    "p99", Distribution::p99,
                    "p999", Distribution::p999,
                    "max", Distribution::max);
    private static final Map<String, String> STATISTIC_LABELS =
            Map.of(
                    "mean", "Mean",
                    "p50", "Median",
                    "p95", "95th percentile",
                    "p99", "99th percentile",
                    "p999", "99.9th percentile",
                    "max", "Maximum");

    /** Of traffic with iterations. */
    private static final String BUS = "busGbps";

    /** Of a cell, but not always known. */
    private static final Map<String, Function<CellSummary, Number>> OF_SOME_CELLS =
            Map.of(
                    "drops", CellSummary::drops,
                    "retransmitted", CellSummary::retransmitted,
                    "pauseFrames", CellSummary::pauseFrames,
                    "switchPauseFrames", CellSummary::switchPauseFrames,
                    "maxEgressQueueBytes", CellSummary::maxEgressQueueBytes,
                    "maxIngressBytes", CellSummary::maxIngressBytes,
                    "deadlocked", Metric::deadlocks);

    private static final Map<String, ToDoubleFunction<CellSummary>> OF_CELL =
            Map.ofEntries(
                    Map.entry("reordered", CellSummary::reordered),
                    Map.entry("hostPauseFrames", CellSummary::hostPauseFrames),
                    Map.entry("reservedBufferBytes", CellSummary::reservedBufferBytes),
                    Map.entry("packetHops", CellSummary::packetHops),
                    Map.entry("wallSeconds", CellSummary::wallSeconds),
                    Map.entry("simulatedSeconds", CellSummary::simulatedSeconds));
    private static final Map<String, ToDoubleFunction<PausedTime>> OF_PAUSES =
            Map.of(
                    "pausedMicros", PausedTime::pausedMicros,
                    "holBlockedMicros", PausedTime::holBlockedMicros);
    private static final Map<String, String> CELL_LABELS =
            Map.ofEntries(
                    Map.entry("drops", "Dropped packets"),
                    Map.entry("reordered", "Reordered packets"),
                    Map.entry("retransmitted", "Retransmitted packets"),
                    Map.entry("deadlocked", "Deadlocked cells"),
                    Map.entry("pauseFrames", "Pause frames"),
                    Map.entry("switchPauseFrames", "Pause frames of switches"),
                    Map.entry("hostPauseFrames", "Pause frames of hosts"),
                    Map.entry("maxEgressQueueBytes", "Largest egress queue"),
                    Map.entry("maxIngressBytes", "Largest ingress count"),
                    Map.entry("reservedBufferBytes", "Reserved buffer"),
                    Map.entry("packetHops", "Packet-hops"),
                    Map.entry("wallSeconds", "Wall-clock time"),
                    Map.entry("simulatedSeconds", "Simulated time"));

    private final String name;
    private final Unit unit;
    private final String label;

    private Metric(String name, Unit unit, String label) {
        this.name = name;
        this.unit = unit;
        this.label = label;
    }

    /** All names, without a scheme's own figures, {@code extra.NAME}. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String family : List.of("fct.", "slowdown.", "iteration.")) {
            STATISTICS.keySet().stream().sorted().forEach(name -> names.add(family + name));
        }
        names.addAll(List.of("goodputGbps", "flowGbps", BUS));
        OF_PAUSES.keySet().stream().sorted().forEach(names::add);
        CELL_LABELS.keySet().stream().sorted().forEach(names::add);
        return names;
    }

    /**
     * Reads a metric's name.
     *
     * @throws IllegalArgumentException where there is no such metric; the message lists what there
     *     is
     */
    public static Metric parse(String name) {
        if (name.equals("goodputGbps")) {
            return new Metric(name, Unit.GBPS, "Goodput");
        }
        if (name.equals("flowGbps")) {
            return new Metric(name, Unit.GBPS, "Throughput of a flow");
        }
        if (name.equals(BUS)) {
            return new Metric(name, Unit.GBPS, "Bus bandwidth");
        }
        if (CELL_LABELS.containsKey(name)) {
            return new Metric(name, cellUnit(name), CELL_LABELS.get(name));
        }
        if (OF_PAUSES.containsKey(name)) {
            String label = name.startsWith("hol") ? "Victim pause time" : "Pause time";
            return new Metric(name, Unit.MICROS, label);
        }
        int dot = name.indexOf('.');
        String family = dot < 0 ? name : name.substring(0, dot);
        String rest = name.substring(dot + 1);
        if (family.equals("extra") && !rest.isEmpty()) {
            return new Metric(name, extraUnit(rest), words(rest));
        }
        if (STATISTICS.containsKey(rest)) {
            if (family.equals("fct")) {
                return new Metric(name, Unit.MICROS, STATISTIC_LABELS.get(rest));
            }
            if (family.equals("iteration")) {
                return new Metric(
                        name, Unit.MICROS, STATISTIC_LABELS.get(rest) + " iteration time");
            }
            if (family.equals("slowdown")) {
                return new Metric(name, Unit.TIMES, STATISTIC_LABELS.get(rest) + " slowdown");
            }
        }
        throw new IllegalArgumentException(
                "unknown metric %s; expected extra.NAME or one of %s"
                        .formatted(name, String.join(", ", names())));
    }

    private static Unit cellUnit(String name) {
        if (name.endsWith("Bytes")) {
            return Unit.BYTES;
        }
        return name.endsWith("Seconds") ? Unit.SECONDS : Unit.COUNT;
    }

    private static Unit extraUnit(String name) {
        if (name.endsWith("Fraction")) {
            return Unit.FRACTION;
        }
        if (name.endsWith("Bytes")) {
            return Unit.BYTES;
        }
        if (name.endsWith("Gbps")) {
            return Unit.GBPS;
        }
        if (name.endsWith("Micros")) {
            return Unit.MICROS;
        }
        return Unit.COUNT;
    }

    private static String words(String camelCase) {
        String spaced =
                camelCase
                        .replaceAll("(Fraction|Bytes|Gbps|Micros)$", "")
                        .replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                        .toLowerCase(Locale.ROOT);
        return spaced.isEmpty()
                ? camelCase
                : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }

    /** As it was parsed. */
    public String name() {
        return name;
    }

    /** What its values are counted in. */
    public Unit unit() {
        return unit;
    }

    /** For users, without the unit. */
    public String label() {
        return label;
    }

    /** Whether traffic groups have it, instead of the cell as a whole. */
    public boolean isOfTraffic() {
        return name.startsWith("fct.")
                || name.startsWith("slowdown.")
                || name.startsWith("iteration.")
                || name.equals(BUS)
                || name.equals("goodputGbps")
                || name.equals("flowGbps");
    }

    /**
     * Whether it is of the messages of one group: several have a sum of goodput, and nothing else.
     */
    public boolean isOfOneGroup() {
        return isOfTraffic() && !name.equals("goodputGbps");
    }

    /** Whether it follows from the configuration alone, so that all seeds have the same value. */
    public boolean isConfigured() {
        return name.equals("reservedBufferBytes");
    }

    /** Whether its change in percent says something; that of a fraction misleads. */
    public boolean comparable() {
        return unit != Unit.FRACTION;
    }

    private static Number deadlocks(CellSummary cell) {
        if (!cell.looksForDeadlock()) {
            return null;
        }
        return cell.deadlock() == null ? 0 : 1;
    }

    /**
     * The value in a cell.
     *
     * @param group traffic it is of; null: goodput and paused time of all, and for the others that
     *     of the only one
     */
    public OptionalDouble of(CellSummary cell, String group) {
        Function<CellSummary, Number> ofSomeCells = OF_SOME_CELLS.get(name);
        if (ofSomeCells != null) {
            Number value = ofSomeCells.apply(cell);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue());
        }
        ToDoubleFunction<CellSummary> ofCell = OF_CELL.get(name);
        if (ofCell != null) {
            return OptionalDouble.of(ofCell.applyAsDouble(cell));
        }
        ToDoubleFunction<PausedTime> ofPauses = OF_PAUSES.get(name);
        if (ofPauses != null) {
            GroupSummary known = group == null ? null : cell.groups().get(group);
            // Pauses are recorded by traffic, not by size.
            return cell.pauses() == null || known != null && known.derived()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(ofPauses.applyAsDouble(cell.pauses().of(group)));
        }
        if (name.startsWith("extra.")) {
            Double value = cell.extra().get(name.substring("extra.".length()));
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        }
        List<GroupSummary> groups =
                group == null
                        ? cell.groups().values().stream().filter(it -> !it.derived()).toList()
                        : cell.groups().containsKey(group)
                                ? List.of(cell.groups().get(group))
                                : List.of();
        if (name.equals("goodputGbps")) {
            return groups.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(
                            groups.stream().mapToDouble(GroupSummary::goodputGbps).sum());
        }
        if (groups.size() != 1) {
            return OptionalDouble.empty();
        }
        if (name.equals("flowGbps")) {
            return OptionalDouble.of(groups.get(0).flowGbps());
        }
        if (name.equals("fct.mean")) {
            Double mean = groups.get(0).meanMicros();
            return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean);
        }
        if (name.equals(BUS) || name.startsWith("iteration.")) {
            return ofIterations(groups.get(0).iterations());
        }
        Distribution distribution =
                name.startsWith("fct.") ? groups.get(0).fctMicros() : groups.get(0).slowdown();
        return distribution == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        STATISTICS
                                .get(name.substring(name.indexOf('.') + 1))
                                .applyAsDouble(distribution));
    }

    private OptionalDouble ofIterations(Iterations iterations) {
        if (iterations == null || name.equals(BUS) && iterations.busGbps() == null) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                name.equals(BUS)
                        ? iterations.busGbps()
                        : STATISTICS
                                .get(name.substring(name.indexOf('.') + 1))
                                .applyAsDouble(iterations.micros()));
    }

    /** What a metric's values are counted in. */
    public enum Unit {
        MICROS,
        TIMES,
        GBPS,
        BYTES,
        SECONDS,
        FRACTION,
        COUNT;

        /** Whether a counter has a rate in bit/s: it counts bytes, from the beginning on. */
        public static boolean hasRate(String counter) {
            return counter.equals("rxBytes")
                    || counter.equals("txBytes")
                    || counter.equals("droppedBytes");
        }

        /** Of a counter's samples, or of its rate. */
        public static Unit ofCounter(String counter, boolean rate) {
            if (rate) {
                return GBPS;
            }
            return counter.endsWith("Bytes") ? BYTES : COUNT;
        }
    }
}
