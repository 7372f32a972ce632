package io.losslab.configs.experiment.file;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.PaperClaim.Comparison;
import io.losslab.analysis.summary.Metric;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads figures and a publication's claims and checks what they refer to. Not thread safe. */
final class FigureReader {
    private final Names names;
    private final List<Topology> topologies;

    /** Switch ports at which some cell samples counters; empty if not all cells could be read. */
    private final Optional<Set<String>> sampled;

    /**
     * What figures can refer to.
     *
     * @param parameters all of them, and the two reserved words
     * @param traffic groups whose messages are in no other
     * @param groups these, and ranges of sizes and pools of them
     */
    record Names(
            Collection<String> sweeps,
            Collection<String> parameters,
            Collection<String> schemes,
            Collection<String> traffic,
            Collection<String> groups) {}

    /**
     * Makes a reader.
     *
     * @param setups of the cells and of schemes that no cell runs, to check ports; empty if none
     *     could be read
     * @param complete whether these are all
     */
    FigureReader(Names names, Collection<Setup> setups, boolean complete) {
        this.names = names;
        this.topologies = setups.stream().map(s -> s.network().topology()).distinct().toList();
        this.sampled = complete ? Optional.of(sampledPorts(setups)) : Optional.empty();
    }

    private static Set<String> sampledPorts(Collection<Setup> setups) {
        return setups.stream()
                .flatMap(setup -> setup.recording().links().stream())
                .flatMap(link -> Stream.of(link.a(), link.b()))
                .filter(end -> end.node().isSwitch())
                .map(PortRef::toString)
                .collect(Collectors.toSet());
    }

    List<Figure> figures(YamlValue list) {
        List<Figure> figures = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (YamlValue item : list.items()) {
            Optional<Fields> map = FigureSections.FIGURE.read(item);
            Optional<String> id = map.flatMap(keys -> keys.get(FigureSections.ID));
            if (id.isPresent() && !ids.add(id.get())) {
                map.get()
                        .blame(FigureSections.ID)
                        .error("duplicate figure id '%s'".formatted(id.get()));
            }
            map.flatMap(this::figure).ifPresent(figures::add);
        }
        return figures;
    }

    List<PaperClaim> paper(YamlValue list) {
        List<PaperClaim> claims = new ArrayList<>();
        for (YamlValue item : list.items()) {
            FigureSections.CLAIM.read(item).flatMap(this::claim).ifPresent(claims::add);
        }
        return claims;
    }

    /** The figure; empty where the file lacks what one of its kind needs, which is reported. */
    private Optional<Figure> figure(Fields map) {
        List<String> metrics = map.get(FigureSections.METRICS).orElse(List.of());
        List<YamlValue> asked =
                map.get(FigureSections.PORTS).map(YamlValue::itemsOrOne).orElse(List.of());
        List<String> ports =
                asked.stream()
                        .flatMap(value -> port(value, map.has(FigureSections.COUNTER)).stream())
                        .toList();
        String sweep = oneOf(map, FigureSections.SWEEP, names.sweeps());
        String x = oneOf(map, FigureSections.X, names.parameters());
        String by = oneOf(map, FigureSections.BY, names.parameters());
        String group = oneOf(map, FigureSections.GROUP, names.groups());
        String counter = map.get(FigureSections.COUNTER).orElse(null);
        boolean rate = map.value(FigureSections.RATE);
        Map<String, Object> where = where(map);
        Figure.Kind kind = map.get(FigureSections.KIND).orElse(null);
        boolean ofMetrics = kind == Figure.Kind.LINES || kind == Figure.Kind.BARS;
        Optional<Metric.Unit> unit =
                ofMetrics
                        ? metrics.stream().findFirst().map(name -> Metric.parse(name).unit())
                        : unitOfSamples(map, counter, rate);
        List<Figure.Threshold> thresholds = new ArrayList<>();
        map.get(FigureSections.THRESHOLDS)
                .orElse(List.of())
                .forEach(keys -> threshold(keys, unit).ifPresent(thresholds::add));
        boolean consistent =
                ports.size() == asked.size()
                        && hasRateIfAsked(map, counter, rate)
                        && marksAreDrawn(map, kind)
                        && (kind != Figure.Kind.TIMESERIES || areFewEnough(map, ports))
                        && (!ofMetrics
                                || isOfOneGroup(map.blame(FigureSections.METRICS), metrics, group));
        if (!map.isSound() || !consistent || map.has(FigureSections.X) && x == null) {
            return Optional.empty();
        }
        return Optional.of(
                new Figure(
                        map.value(FigureSections.ID),
                        map.get(FigureSections.TITLE).orElse(map.value(FigureSections.ID)),
                        kind,
                        sweep,
                        x,
                        by,
                        group,
                        metrics,
                        map.get(FigureSections.VALUES).orElse(null),
                        counter,
                        rate,
                        ports,
                        where,
                        thresholds,
                        map.get(FigureSections.CAPTION).orElse("")));
    }

    /** The unit of counter samples or of messages; empty where neither is shown. */
    private static Optional<Metric.Unit> unitOfSamples(Fields map, String counter, boolean rate) {
        if (counter != null) {
            return Optional.of(Metric.Unit.ofCounter(counter, rate));
        }
        return map.get(FigureSections.KIND)
                .filter(kind -> kind == Figure.Kind.CDF || kind == Figure.Kind.BOX)
                .map(
                        kind ->
                                map.get(FigureSections.VALUES)
                                                .filter(Figure.Values.SLOWDOWN::equals)
                                                .isPresent()
                                        ? Metric.Unit.TIMES
                                        : Metric.Unit.MICROS);
    }

    private static boolean hasRateIfAsked(Fields map, String counter, boolean rate) {
        if (counter == null || !rate || Metric.Unit.hasRate(counter)) {
            return true;
        }
        map.blame(FigureSections.RATE)
                .error("%s is no counter of bytes and has no rate in bit/s".formatted(counter));
        return false;
    }

    private static boolean marksAreDrawn(Fields map, Figure.Kind kind) {
        if (kind != Figure.Kind.LINES || !map.has(FigureSections.THRESHOLDS)) {
            return true;
        }
        map.blame(FigureSections.THRESHOLDS)
                .error("'thresholds' are for 'bars', 'timeseries', 'cdf', and 'box'");
        return false;
    }

    private static boolean areFewEnough(Fields map, List<String> ports) {
        if (ports.size() <= Figure.MOST_PORTS) {
            return true;
        }
        map.blame(FigureSections.PORTS)
                .error(
                        "a timeseries of %d ports".formatted(ports.size()),
                        "at most " + Figure.MOST_PORTS,
                        "make several figures");
        return false;
    }

    /** Messages of several groups have no common mean; goodput and pauses have a sum. */
    private boolean isOfOneGroup(YamlValue at, List<String> metrics, String group) {
        Optional<String> ofOne =
                metrics.stream().filter(name -> Metric.parse(name).isOfOneGroup()).findFirst();
        if (group != null || ofOne.isEmpty() || names.traffic().size() < 2) {
            return true;
        }
        at.error(
                "%s is of one traffic group, and the experiment has %d"
                        .formatted(ofOne.get(), names.traffic().size()),
                "'group', one of " + String.join(", ", names.traffic()),
                "");
        return false;
    }

    /** A threshold, its value in the unit of the axis it is drawn on; a number where unknown. */
    private Optional<Figure.Threshold> threshold(Fields map, Optional<Metric.Unit> unit) {
        String scheme = oneOf(map, FigureSections.THRESHOLD_SCHEME, names.schemes());
        Optional<Double> value =
                map.get(FigureSections.THRESHOLD_VALUE)
                        .flatMap(v -> unit.flatMap(known -> quantity(v, known)));
        return value.map(
                number ->
                        new Figure.Threshold(
                                map.get(FigureSections.THRESHOLD_LABEL).orElse(""),
                                number,
                                scheme));
    }

    private static Optional<Double> quantity(YamlValue value, Metric.Unit unit) {
        return switch (unit) {
            case BYTES -> value.size().map(size -> (double) size.bytes());
            case GBPS -> value.rate().map(rate -> rate.bitsPerSecond() / 1e9);
            case MICROS -> value.time().map(time -> time.nanos() / 1e3);
            case SECONDS -> value.time().map(time -> time.nanos() / 1e9);
            case TIMES, FRACTION, COUNT -> value.ratio();
        };
    }

    private Optional<PaperClaim> claim(Fields map) {
        Optional<Comparison> compare = map.get(FigureSections.COMPARISON).map(this::compare);
        Optional<String> expect = map.get(FigureSections.EXPECT);
        expect.ifPresent(direction -> checkDirection(map, direction));
        String group = oneOf(map, FigureSections.GROUP, names.groups());
        Map<String, Object> where = where(map);
        Optional<String> metric = map.get(FigureSections.METRIC);
        if (!map.has(FigureSections.NOT_REPRODUCIBLE)) {
            isOfOneGroup(map.blame(FigureSections.METRIC), metric.stream().toList(), group);
        }
        Optional<Double> reported = map.get(FigureSections.REPORTED);
        if (compare.isPresent() && reported.filter(change -> change < -1).isPresent()) {
            map.blame(FigureSections.REPORTED).error("a change is not below -100%");
        }
        return metric.map(
                name ->
                        new PaperClaim(
                                map.get(FigureSections.PAPER_FIGURE).orElse(""),
                                name,
                                group,
                                where,
                                compare.orElse(null),
                                reported.orElse(null),
                                map.value(FigureSections.WITHIN),
                                expect.orElse(null),
                                map.get(FigureSections.NOT_REPRODUCIBLE).orElse(null),
                                map.get(FigureSections.NOTE).orElse(null)));
    }

    private static void checkDirection(Fields map, String direction) {
        boolean ofChange = !direction.equals("zero");
        boolean compares = map.has(FigureSections.COMPARISON);
        if (ofChange && !compares) {
            map.blame(FigureSections.EXPECT).error("'%s' requires 'compare'".formatted(direction));
        }
        if (!ofChange && compares) {
            map.blame(FigureSections.EXPECT)
                    .error(
                            "'zero' is said of a value, and 'compare' makes a change",
                            "'lower', 'higher', or 'equal'",
                            "");
        }
    }

    private Comparison compare(Fields map) {
        String by = oneOf(map, FigureSections.COMPARED, names.parameters());
        boolean schemes = SweepReader.SCHEME.equals(by);
        return new Comparison(
                by,
                value(map, FigureSections.NUMERATOR, schemes),
                value(map, FigureSections.DENOMINATOR, schemes));
    }

    private String value(Fields map, Key<String> key, boolean isScheme) {
        return isScheme ? oneOf(map, key, names.schemes()) : map.get(key).orElse("");
    }

    private Map<String, Object> where(Fields map) {
        Map<String, Object> where = new LinkedHashMap<>();
        for (YamlValue.Entry entry : map.get(FigureSections.WHERE).orElse(List.of())) {
            if (!names.parameters().contains(entry.key())) {
                entry.unknown(
                        "there is no parameter '%s'".formatted(entry.key()), names.parameters());
            }
            entry.value().word().ifPresent(text -> where.put(entry.key(), Cell.typed(text)));
        }
        return where;
    }

    /** A switch port; one at which counters are sampled, where a figure shows one. */
    private Optional<String> port(YamlValue value, boolean hasCounter) {
        Optional<String> text = value.word();
        if (text.isEmpty() || topologies.isEmpty()) {
            return text;
        }
        List<String> known = new ArrayList<>();
        for (Topology topology : topologies) {
            for (Node node : topology.switches()) {
                for (int port = 1; port <= node.ports(); port++) {
                    known.add(node.name() + ":" + port);
                }
            }
        }
        if (!known.contains(text.get())) {
            value.error(
                    "there is no switch port '%s'".formatted(text.get()),
                    "a switch and a port such as " + known.get(0),
                    Spelling.didYouMean(text.get(), known));
            return Optional.empty();
        }
        if (hasCounter && sampled.isPresent() && !sampled.get().contains(text.get())) {
            value.error(
                    "no cell samples counters at port '%s'".formatted(text.get()),
                    "a port of 'links' in 'record.counters'",
                    "");
            return Optional.empty();
        }
        return text;
    }

    /** The word of a key that is one of the known; null where there is none. */
    private static String oneOf(Fields map, Key<String> key, Collection<String> known) {
        return map.get(key).isEmpty()
                ? null
                : map.blame(key).oneOf(known, "unknown name '%s'").orElse(null);
    }
}
