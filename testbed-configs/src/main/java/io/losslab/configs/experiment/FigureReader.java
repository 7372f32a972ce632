package io.losslab.configs.experiment;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataSize;
import io.losslab.configs.experiment.PaperNumber.Compare;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads figures and a publication's numbers and checks what they refer to. Not thread safe. */
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
            Figure figure = figure(map.get());
            if (!figure.id().isEmpty() && !ids.add(figure.id())) {
                map.get()
                        .getOrSelf("id")
                        .error("two figures have the id '%s'".formatted(figure.id()));
            }
            figures.add(figure);
        }
        return figures;
    }

    List<PaperNumber> paper(YamlValue list) {
        List<PaperNumber> numbers = new ArrayList<>();
        for (YamlValue item : list.items()) {
            item.map(ExperimentFormat.PAPER).ifPresent(map -> numbers.add(number(map)));
        }
        return numbers;
    }

    private Figure figure(YamlMap map) {
        Optional<String> kind =
                map.get("kind")
                        .flatMap(value -> value.choice(List.of("lines", "timeseries", "bars")));
        kind.ifPresent(known -> requireKeys(map, known));
        List<String> metrics = new ArrayList<>();
        map.get("metrics")
                .map(YamlValue::itemsOrOne)
                .orElse(List.of())
                .forEach(value -> metric(value).ifPresent(metrics::add));
        List<String> ports = new ArrayList<>();
        map.get("ports")
                .map(YamlValue::itemsOrOne)
                .orElse(List.of())
                .forEach(value -> port(value).ifPresent(ports::add));
        List<Figure.Threshold> thresholds = new ArrayList<>();
        for (YamlValue value : map.get("thresholds").map(YamlValue::items).orElse(List.of())) {
            value.map(ExperimentFormat.THRESHOLD).ifPresent(t -> thresholds.add(threshold(t)));
        }
        return new Figure(
                text(map, "id"),
                text(map, "title"),
                kind.orElse("lines"),
                oneOf(map, "sweep", names.sweeps()),
                oneOf(map, "x", names.parameters()),
                map.has("by") ? oneOf(map, "by", names.parameters()) : SweepReader.SCHEME,
                oneOf(map, "group", names.groups()),
                metrics,
                map.get("counter").flatMap(value -> value.choice(COUNTERS)).orElse(""),
                map.get("rate").flatMap(YamlValue::flag).orElse(false),
                ports,
                where(map),
                thresholds,
                text(map, "caption"));
    }

    private static void requireKeys(YamlMap map, String kind) {
        List<String> needed =
                switch (kind) {
                    case "lines" -> List.of("x", "metrics");
                    case "timeseries" -> List.of("counter", "ports");
                    default -> List.of("metrics");
                };
        for (String key : needed) {
            if (!map.has(key)) {
                map.self().error("a figure of kind %s lacks the key '%s'".formatted(kind, key));
            }
        }
    }

    private Figure.Threshold threshold(YamlMap map) {
        return new Figure.Threshold(
                text(map, "label"),
                map.get("value").flatMap(YamlValue::size).map(DataSize::bytes).orElse(0L),
                oneOf(map, "scheme", names.schemes()));
    }

    private PaperNumber number(YamlMap map) {
        Optional<Compare> compare =
                map.get("compare")
                        .flatMap(value -> value.map(ExperimentFormat.COMPARE))
                        .map(this::compare);
        Optional<String> expect = map.get("expect").flatMap(value -> value.choice(EXPECTATIONS));
        checkClaim(map, expect);
        return new PaperNumber(
                text(map, "figure"),
                map.get("metric").flatMap(this::metric).orElse(""),
                oneOf(map, "group", names.groups()),
                where(map),
                compare,
                map.get("reported").flatMap(YamlValue::ratio),
                expect.orElse(""),
                text(map, "notReproducible"),
                text(map, "note"));
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

    private Compare compare(YamlMap map) {
        String by = oneOf(map, "by", names.parameters());
        boolean schemes = by.equals(SweepReader.SCHEME);
        return new Compare(
                by,
                schemes ? oneOf(map, "value", names.schemes()) : text(map, "value"),
                schemes ? oneOf(map, "to", names.schemes()) : text(map, "to"));
    }

    private Map<String, Object> where(YamlMap map) {
        Map<String, Object> where = new LinkedHashMap<>();
        for (YamlEntry entry : map.get("where").map(YamlValue::entries).orElse(List.of())) {
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

    private static String text(YamlMap map, String key) {
        return map.get(key).flatMap(YamlValue::text).map(String::strip).orElse("");
    }

    private static String oneOf(YamlMap map, String key, Collection<String> known) {
        Optional<YamlValue> value = map.get(key);
        Optional<String> word = value.flatMap(YamlValue::word);
        if (word.isPresent() && !known.contains(word.get())) {
            value.get()
                    .error(
                            "there is no '%s' to refer to".formatted(word.get()),
                            "one of " + String.join(", ", known),
                            Spelling.didYouMean(word.get(), known));
            return "";
        }
        return word.orElse("");
    }
}
