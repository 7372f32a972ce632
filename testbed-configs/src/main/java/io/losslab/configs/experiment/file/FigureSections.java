package io.losslab.configs.experiment.file;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.summary.Metric;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.proto.v1.Counter;
import java.util.List;
import java.util.Locale;

/** The keys of figures and of a paper's claims in experiment files. */
final class FigureSections {
    private static final Type<String> METRIC_TYPE =
            Type.name(
                    "metric",
                    String.join("|", Metric.names()).replace(".", "\\.")
                            + "|extra\\.[A-Za-z][A-Za-z0-9]*",
                    Metric.names());

    /** Counters that a figure can show; those that a figure names are sampled. */
    static final List<Counter> SHOWN =
            List.of(
                    Counter.INGRESS_BYTES,
                    Counter.EGRESS_BYTES,
                    Counter.RX_PACKETS,
                    Counter.RX_BYTES,
                    Counter.TX_PACKETS,
                    Counter.TX_BYTES,
                    Counter.RX_PAUSE_FRAMES,
                    Counter.TX_PAUSE_FRAMES,
                    Counter.DROPPED_PACKETS,
                    Counter.DROPPED_BYTES,
                    Counter.PAUSED_NANOS,
                    Counter.MAX_INGRESS_BYTES,
                    Counter.MAX_EGRESS_BYTES,
                    Counter.THROUGHPUT_LOSS_NANOS);

    static final Key<String> THRESHOLD_LABEL =
            Key.required("label", Type.TEXT, "Text next to the line.");
    static final Key<YamlValue> THRESHOLD_VALUE =
            Key.required(
                            "value",
                            Type.QUANTITY,
                            "In the unit of the axis: a size, a rate (with `rate: true`), a time,"
                                    + " or a plain number.")
                    .like("6MB");
    static final Key<String> THRESHOLD_SCHEME =
            Key.optional("scheme", Type.WORD, "Only in this scheme's panel.").ifAbsent("in all");
    static final Section THRESHOLD =
            Section.of(
                            "threshold",
                            "a threshold",
                            "A value to mark: a line across a time series, or a mark at the bars.",
                            THRESHOLD_LABEL,
                            THRESHOLD_VALUE,
                            THRESHOLD_SCHEME)
                    .withoutParameters();

    static final Key<String> ID = Key.required("id", Type.SCALAR, "Short, unique identifier.");
    static final Key<String> TITLE =
            Key.optional("title", Type.TEXT, "Heading, and its link at the top of the report.")
                    .ifAbsent("`id`");
    static final Key<Figure.Kind> KIND =
            Key.required(
                    "kind",
                    Type.choice(
                            List.of(Figure.Kind.values()),
                            kind -> kind.name().toLowerCase(Locale.ROOT)),
                    "Kind of figure.");
    static final Key<String> SWEEP =
            Key.optional("sweep", Type.WORD, "Sweep whose cells it shows.").ifAbsent("all");
    static final Key<String> BY =
            Key.optional("by", Type.WORD, "Parameter with one line, panel, or bar per value.")
                    .otherwise(SweepReader.SCHEME);
    static final Key<String> GROUP =
            Key.optional(
                            "group",
                            Type.WORD,
                            "Traffic group of the metrics; required where there are several, except"
                                    + " for goodput, pauses, and distributions.")
                    .ifAbsent("all");
    static final Key<List<YamlValue.Entry>> WHERE =
            Key.optional(
                    "where",
                    Type.mapOf(Type.SCALAR).called("mapping of parameters to values"),
                    "Parameter values that select cells.");
    static final Key<List<Fields>> THRESHOLDS =
            Key.optional(
                    "thresholds", Type.listOf(THRESHOLD.type()), "Values to mark; not in `lines`.");
    static final Key<String> CAPTION = Key.optional("caption", Type.TEXT, "Text below.");

    static final Key<String> X =
            Key.optional(
                    "x",
                    Type.WORD,
                    "Parameter on the horizontal axis; bars and boxes are grouped by its"
                            + " values, a `cdf` has a panel for each.");
    static final Key<List<String>> METRICS =
            Key.optional("metrics", Type.oneOrMore(METRIC_TYPE), "Metrics, one panel each.");
    static final Key<Figure.Values> VALUES =
            Key.optional(
                            "values",
                            Type.choice(
                                    List.of(Figure.Values.values()),
                                    values -> values.name().toLowerCase(Locale.ROOT)),
                            "What the messages of a `cdf` or `box` have a distribution of.")
                    .ifAbsent("`fct`, or samples of `counter`");
    static final Key<String> COUNTER =
            Key.optional(
                    "counter",
                    Type.words(SHOWN.stream().map(Setting::word).toList()),
                    "Counter of a time series, or whose samples a `cdf` or `box` shows.");
    static final Key<Boolean> RATE =
            Key.optional("rate", Type.FLAG, "Show the rate of a counter of bytes, in bit/s.")
                    .otherwise(false);
    static final Key<YamlValue> PORTS =
            Key.optional(
                            "ports",
                            Type.rawOneOrMore(Type.WORD),
                            "Switch ports, of `links` in `record.counters`.")
                    .like("[\"N:1\"]");

    /** A figure. */
    static final Section FIGURE =
            Section.of(
                            "figure",
                            "a figure",
                            "A figure of the report.",
                            ID,
                            KIND,
                            TITLE,
                            SWEEP,
                            BY,
                            GROUP,
                            WHERE,
                            THRESHOLDS,
                            CAPTION)
                    .inKinds(
                            KIND,
                            List.of(
                                    kind(
                                            "lines",
                                            "Metrics over a parameter.",
                                            X.mandatory(),
                                            METRICS.mandatory()),
                                    kind(
                                            "timeseries",
                                            "A counter over time at switch ports.",
                                            COUNTER.mandatory(),
                                            RATE,
                                            PORTS.mandatory()),
                                    kind(
                                            "bars",
                                            "A metric for each scheme.",
                                            X,
                                            METRICS.mandatory()),
                                    distribution(
                                            "cdf",
                                            "Cumulative distributions of messages or samples."),
                                    distribution(
                                            "box", "Distributions as boxes, one for each scheme.")))
                    .withoutParameters();

    static final Key<String> COMPARED =
            Key.required("by", Type.WORD, "Parameter, usually `scheme`.");
    static final Key<String> NUMERATOR = Key.required("value", Type.SCALAR, "Numerator.");
    static final Key<String> DENOMINATOR = Key.required("to", Type.SCALAR, "Denominator.");
    static final Section COMPARE =
            Section.of(
                            "compare",
                            "compare",
                            "Two values of a parameter; the change is value / to - 1.",
                            COMPARED,
                            NUMERATOR,
                            DENOMINATOR)
                    .withoutParameters();

    static final Key<String> PAPER_FIGURE =
            Key.required("figure", Type.SCALAR, "Figure or section of the paper.");
    static final Key<String> METRIC =
            Key.required("metric", METRIC_TYPE, "A metric of summary.json.");
    static final Key<Fields> COMPARISON = COMPARE.key();
    static final Key<Double> REPORTED =
            Key.optional("reported", Numbers.ratio(), "What the paper reports.").like("-22.5%");
    static final Key<Double> WITHIN =
            Key.optional(
                            "within",
                            Numbers.ratio(1, Double.POSITIVE_INFINITY),
                            "Factor within which a measured size agrees with the reported one.")
                    .otherwise(PaperClaim.DEFAULT_WITHIN);
    static final Key<String> EXPECT =
            Key.optional(
                    "expect",
                    Type.words("lower", "higher", "equal", "zero"),
                    "Direction, if there is no number; `zero` is for a value, the others need `compare`.");
    static final Key<String> NOT_REPRODUCIBLE =
            Key.optional("notReproducible", Type.WORD, "Why it cannot be measured here.");
    static final Key<String> NOTE = Key.optional("note", Type.WORD, "Remark for the report.");

    /** What a paper reports. */
    static final Section CLAIM =
            Section.of(
                            "paper",
                            "a paper's number",
                            "A result of the paper: a number, or only a direction.",
                            PAPER_FIGURE,
                            METRIC,
                            GROUP,
                            WHERE,
                            COMPARISON,
                            REPORTED,
                            WITHIN,
                            EXPECT,
                            NOT_REPRODUCIBLE,
                            NOTE)
                    .withSomeOf(REPORTED, EXPECT, NOT_REPRODUCIBLE)
                    .withAtMostOneOf(REPORTED, EXPECT)
                    .withoutParameters();

    private FigureSections() {}

    private static Section kind(String name, String meaning, Key<?>... keys) {
        return Section.of(name, "a figure of kind " + name, meaning, keys);
    }

    private static Section distribution(String name, String meaning) {
        return kind(name, meaning, X, VALUES, COUNTER, RATE, PORTS)
                .withAtMostOneOf(VALUES, COUNTER)
                .together(COUNTER, PORTS)
                .where(RATE, COUNTER);
    }
}
