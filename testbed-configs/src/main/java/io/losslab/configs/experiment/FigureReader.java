package io.losslab.configs.experiment;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.PaperClaim.Comparison;
import io.losslab.analysis.summary.Metric;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads figures and a publication's claims and checks what they refer to. Not thread safe. */
final class FigureReader {
    private static final Pattern METRIC =
            Pattern.compile(
                    "(fct|slowdown)\\.(mean|p50|p95|p99|p999|max)|goodputGbps|flowGbps"
                            + "|maxQueueBytes|reservedBufferBytes|pauseFrames|drops|reordered"
                            + "|retransmitted|deadlocked|pausedMicros|holBlockedMicros|extra\\.[A-Za-z][A-Za-z0-9]*");
    private static final List<String> METRIC_EXAMPLES =
            List.of(
                    "fct.mean",
                    "fct.p50",
                    "fct.p95",
                    "fct.p99",
                    "fct.p999",
                    "fct.max",
                    "slowdown.mean",
                    "slowdown.p99",
                    "goodputGbps",
                    "flowGbps",
                    "maxQueueBytes",
                    "reservedBufferBytes",
                    "pauseFrames",
                    "holBlockedMicros",
                    "extra.throughputLossFraction");
    private static final List<String> KINDS = List.of("lines", "timeseries", "bars");
    private static final List<String> EXPECTATIONS = List.of("lower", "higher", "equal", "zero");
    private static final List<String> COUNTERS =
            List.of(
                    "ingressBytes",
                    "egressBytes",
                    "rxPackets",
                    "rxBytes",
                    "txPackets",
                    "txBytes",
                    "rxPauseFrames",
                    "txPauseFrames",
                    "droppedPackets",
                    "droppedBytes",
                    "pausedNanos",
                    "maxIngressBytes",
                    "throughputLossNanos");

    private final Names names;
    private final List<Topology> topologies;

    /**
     * What figures can refer to.
     *
     * @param parameters all of them, and the two reserved words
     */
    record Names(
            Collection<String> sweeps,
            Collection<String> parameters,
            Collection<String> schemes,
            Collection<String> groups) {}

    /**
     * Makes a reader.
     *
     * @param topologies of the cells, to check ports; empty if none could be read
     */
    FigureReader(Names names, List<Topology> topologies) {
        this.names = names;
        this.topologies = List.copyOf(topologies);
    }

    List<Figure> figures(YamlValue list) {
        List<Figure> figures = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (YamlValue item : list.items()) {
            Optional<YamlMap> map = item.map(ExperimentFormat.FIGURE);
            if (map.isEmpty()) {
                continue;
            }
            Optional<String> id = text(map.get(), "id");
            if (id.isPresent() && !ids.add(id.get())) {
                map.get().getOrSelf("id").error("two figures have the id '%s'".formatted(id.get()));
            }
            figure(map.get()).ifPresent(figures::add);
        }
        return figures;
    }

    List<PaperClaim> paper(YamlValue list) {
        List<PaperClaim> claims = new ArrayList<>();
        for (YamlValue item : list.items()) {
            item.map(ExperimentFormat.PAPER).flatMap(this::claim).ifPresent(claims::add);
        }
        return claims;
    }

    /** The figure; empty where the file lacks what one of its kind needs, which is reported. */
    private Optional<Figure> figure(YamlMap map) {
        Optional<String> id = text(map, "id");
        Optional<Figure.Kind> kind =
                map.get("kind").flatMap(value -> value.choice(KINDS)).map(FigureReader::kind);
        kind.ifPresent(known -> requireKeys(map, known));
        List<String> metrics = all(map, "metrics", this::metric);
        List<String> ports = all(map, "ports", this::port);
        String sweep = oneOf(map, "sweep", names.sweeps());
        String x = oneOf(map, "x", names.parameters());
        String by = oneOf(map, "by", names.parameters());
        String group = oneOf(map, "group", names.groups());
        String counter = map.get("counter").flatMap(value -> value.choice(COUNTERS)).orElse(null);
        boolean rate = map.get("rate").flatMap(YamlValue::flag).orElse(false);
        Map<String, Object> where = where(map);
        Optional<Metric.Unit> unit =
                counter != null
                        ? Optional.of(Metric.Unit.ofCounter(counter, rate))
                        : metrics.stream().findFirst().map(name -> Metric.parse(name).unit());
        List<Figure.Threshold> thresholds = new ArrayList<>();
        for (YamlValue value : map.get("thresholds").map(YamlValue::items).orElse(List.of())) {
            value.map(ExperimentFormat.THRESHOLD)
                    .flatMap(threshold -> threshold(threshold, unit))
                    .ifPresent(thresholds::add);
        }
        if (id.isEmpty() || kind.isEmpty() || !complete(kind.get(), x, metrics, counter, ports)) {
            return Optional.empty();
        }
        return Optional.of(
                new Figure(
                        id.get(),
                        text(map, "title").orElse(""),
                        kind.get(),
                        sweep,
                        x,
                        by,
                        group,
                        metrics,
                        counter,
                        rate,
                        ports,
                        where,
                        thresholds,
                        text(map, "caption").orElse("")));
    }

    private static Figure.Kind kind(String word) {
        return Figure.Kind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static void requireKeys(YamlMap map, Figure.Kind kind) {
        List<String> needed =
                switch (kind) {
                    case LINES -> List.of("x", "metrics");
                    case TIMESERIES -> List.of("counter", "ports");
                    case BARS -> List.of("metrics");
                };
        for (String key : needed) {
            if (!map.has(key)) {
                map.self()
                        .error(
                                "a figure of kind %s lacks the key '%s'"
                                        .formatted(kind.name().toLowerCase(Locale.ROOT), key));
            }
        }
    }

    private static boolean complete(
            Figure.Kind kind, String x, List<String> metrics, String counter, List<String> ports) {
        return switch (kind) {
            case LINES -> x != null && !metrics.isEmpty();
            case TIMESERIES -> counter != null && !ports.isEmpty();
            case BARS -> !metrics.isEmpty();
        };
    }

    /** A threshold, its value in the unit of the axis it is drawn on; a number where unknown. */
    private Optional<Figure.Threshold> threshold(YamlMap map, Optional<Metric.Unit> unit) {
        String scheme = oneOf(map, "scheme", names.schemes());
        Optional<Double> value =
                map.get("value").flatMap(v -> unit.flatMap(known -> quantity(v, known)));
        return value.map(
                number -> new Figure.Threshold(text(map, "label").orElse(""), number, scheme));
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

    private Optional<PaperClaim> claim(YamlMap map) {
        Optional<Comparison> compare =
                map.get("compare")
                        .flatMap(value -> value.map(ExperimentFormat.COMPARE))
                        .map(this::compare);
        Optional<String> expect = map.get("expect").flatMap(value -> value.choice(EXPECTATIONS));
        checkClaim(map, expect);
        String figure = text(map, "figure").orElse("");
        Optional<String> metric = map.get("metric").flatMap(this::metric);
        String group = oneOf(map, "group", names.groups());
        Map<String, Object> where = where(map);
        Optional<Double> reported = map.get("reported").flatMap(YamlValue::ratio);
        return metric.map(
                name ->
                        new PaperClaim(
                                figure,
                                name,
                                group,
                                where,
                                compare.orElse(null),
                                reported.orElse(null),
                                expect.orElse(null),
                                text(map, "notReproducible").orElse(null),
                                text(map, "note").orElse(null)));
    }

    private static void checkClaim(YamlMap map, Optional<String> expect) {
        if (map.has("reported") && map.has("expect")) {
            map.getOrSelf("expect").error("a paper's number goes without 'expect'");
        }
        if (!map.has("reported") && !map.has("expect") && !map.has("notReproducible")) {
            map.self()
                    .error(
                            "a paper's number says nothing",
                            "'reported', 'expect' or 'notReproducible'",
                            "");
        }
        boolean relative = expect.isPresent() && !expect.get().equals("zero");
        if (relative && !map.has("compare")) {
            map.getOrSelf("expect")
                    .error("'%s' needs 'compare': than what?".formatted(expect.get()));
        }
    }

    private Comparison compare(YamlMap map) {
        String by = oneOf(map, "by", names.parameters());
        boolean schemes = SweepReader.SCHEME.equals(by);
        return new Comparison(
                by,
                schemes ? oneOf(map, "value", names.schemes()) : text(map, "value").orElse(""),
                schemes ? oneOf(map, "to", names.schemes()) : text(map, "to").orElse(""));
    }

    private Map<String, Object> where(YamlMap map) {
        Map<String, Object> where = new LinkedHashMap<>();
        for (YamlValue.Entry entry : map.get("where").map(YamlValue::entries).orElse(List.of())) {
            if (!names.parameters().contains(entry.key())) {
                entry.value()
                        .report(
                                Problem.error(
                                                entry.keyAt(),
                                                entry.value().path(),
                                                "there is no parameter '%s'".formatted(entry.key()))
                                        .expecting(
                                                "one of " + String.join(", ", names.parameters()))
                                        .suggesting(
                                                Spelling.didYouMean(
                                                        entry.key(), names.parameters())));
            }
            entry.value().word().ifPresent(text -> where.put(entry.key(), Cell.typed(text)));
        }
        return where;
    }

    private Optional<String> metric(YamlValue value) {
        Optional<String> metric = value.word();
        if (metric.isPresent() && !METRIC.matcher(metric.get()).matches()) {
            value.error(
                    "there is no metric '%s'".formatted(metric.get()),
                    "one of " + String.join(", ", METRIC_EXAMPLES),
                    Spelling.didYouMean(metric.get(), METRIC_EXAMPLES));
            return Optional.empty();
        }
        return metric;
    }

    private Optional<String> port(YamlValue value) {
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
        return text;
    }

    private static List<String> all(
            YamlMap map, String key, Function<YamlValue, Optional<String>> read) {
        return map.get(key).map(YamlValue::itemsOrOne).orElse(List.of()).stream()
                .flatMap(value -> read.apply(value).stream())
                .toList();
    }

    /** The text of a key without blanks at its ends; empty where there is none. */
    private static Optional<String> text(YamlMap map, String key) {
        return map.get(key)
                .flatMap(YamlValue::text)
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** The word of a key that is one of the known; null where there is none. */
    private static String oneOf(YamlMap map, String key, Collection<String> known) {
        Optional<YamlValue> value = map.get(key);
        Optional<String> word = value.flatMap(YamlValue::word);
        if (word.isPresent() && !known.contains(word.get())) {
            value.get()
                    .error(
                            "there is no '%s' to refer to".formatted(word.get()),
                            "one of " + String.join(", ", known),
                            Spelling.didYouMean(word.get(), known));
            return null;
        }
        return word.orElse(null);
    }
}
