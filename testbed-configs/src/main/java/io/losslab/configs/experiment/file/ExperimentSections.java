package io.losslab.configs.experiment.file;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.Recording;
import io.losslab.configs.experiment.SwitchSettings;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.traffic.TrafficSections;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.roce.host.TransportSettings;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The keys of experiment files, but for those of traffic, schemes and figures, which have classes
 * of their own.
 */
final class ExperimentSections {
    private static final Nanos LEAST_INTERVAL = new Nanos(1_000);
    static final String PARAMETER = "[A-Za-z][A-Za-z0-9_]*";
    private static final Type<YamlValue> TOPOLOGY_TYPE =
            Type.either(Type.WORD, Type.file("a topology written here", "topology.schema.json"))
                    .called("bundled name, .yaml file relative to this one, or a topology");

    static final Key<String> PAPER = Key.required("paper", Type.WORD, "Short name of the paper.");
    static final Key<List<String>> PAPER_FIGURES =
            Key.optional("figures", Type.oneOrMore(Type.WORD), "Its figures.");
    static final Section SOURCE =
            Section.of(
                            "source",
                            "a source",
                            "The publication that the experiment reproduces.",
                            PAPER,
                            PAPER_FIGURES)
                    .withoutParameters();

    static final Key<FlowHash> HASH =
            Key.optional(
                            "hash",
                            Type.choice(
                                    List.of(FlowHash.FNV1A, FlowHash.CRC32),
                                    hash -> hash.name().toLowerCase(Locale.ROOT)),
                            "Hash of the 5-tuple; each switch seeds it from the cell's seed.")
                    .otherwise(FlowHash.FNV1A);
    static final Key<PortChoice.Kind> CHOICE =
            Key.optional(
                            "choice",
                            Type.choice(
                                    List.of(PortChoice.Kind.values()),
                                    kind -> kind.name().toLowerCase(Locale.ROOT)),
                            "How a switch picks a port: by the flow's hash; for each packet, the"
                                    + " least loaded of some ports (DRILL); for each packet, at"
                                    + " random.")
                    .otherwise(PortChoice.Kind.FLOW);
    static final Key<Long> SAMPLES =
            Key.optional(
                            "samples",
                            Numbers.whole(1, PortChoice.MOST_COMPARED),
                            "d of DRILL(d, m): ports that a switch draws for each packet.")
                    .otherwise(2L);
    static final Key<Long> MEMORY =
            Key.optional(
                            "memory",
                            Numbers.whole(0, PortChoice.MOST_COMPARED),
                            "m of DRILL(d, m): least loaded ports of the last packet, compared"
                                    + " too.")
                    .otherwise(1L);
    static final Section ECMP =
            Section.of(
                    "ecmp",
                    "ecmp",
                    "How switches choose among equal-cost ports.",
                    HASH,
                    CHOICE,
                    SAMPLES,
                    MEMORY);

    static final Key<Long> MTU =
            Key.optional(
                            "mtu",
                            Numbers.whole(
                                    TransportSettings.MIN_MTU_BYTES,
                                    TransportSettings.MAX_MTU_BYTES),
                            "RoCE path MTU: payload bytes of a packet. RDMA NICs have 256, 512,"
                                    + " 1024, 2048, or 4096.")
                    .otherwise((long) HostSettings.DEFAULT.mtuBytes());
    static final Key<Long> ACK_EVERY =
            Key.optional(
                            "ackEvery",
                            Numbers.whole(1, 1 << 16),
                            "Packets per ACK; the last packet of a message is always acknowledged. IRN and"
                                    + " HPCC acknowledge every packet.")
                    .otherwise((long) HostSettings.DEFAULT.ackEveryPackets());
    static final Key<Nanos> RETRANSMIT_TIMEOUT =
            Key.optional(
                            "retransmitTimeout",
                            Type.TIME_ABOVE_ZERO,
                            "Timeout of Go-Back-N if `recovery` is absent.")
                    .otherwise(HostSettings.DEFAULT.retransmitTimeout());
    static final Key<Nanos> PAUSE_REACTION =
            Key.optional(
                            "pauseReaction",
                            Type.TIME,
                            "Time for which hosts may keep sending after a pause has arrived:"
                                    + " `headroom: auto` of the ports towards hosts includes it,"
                                    + " and hosts in virtual time react this late.")
                    .ifAbsent("0ns; in live runs 10 ms of wall-clock time");
    static final Key<YamlValue> RECOVERY =
            Key.optional(
                            "recovery",
                            Type.ANY.called("a name with its settings"),
                            "How lost packets are retransmitted.")
                    .ifAbsent("Go-Back-N with `retransmitTimeout`");
    static final Key<YamlValue> CONGESTION_CONTROL =
            Key.optional(
                            "congestionControl",
                            Type.ANY.called("a name with its settings"),
                            "Congestion control of all queue pairs.")
                    .ifAbsent("none");
    static final Section HOSTS =
            Section.of(
                    "hosts",
                    "hosts",
                    "Settings of all hosts.",
                    MTU,
                    ACK_EVERY,
                    RETRANSMIT_TIMEOUT,
                    PAUSE_REACTION,
                    RECOVERY,
                    CONGESTION_CONTROL);

    static final Key<Double> LOSSY_ALPHA =
            Key.optional(
                            "lossyAlpha",
                            Numbers.ratio(0, Double.POSITIVE_INFINITY),
                            "Dynamic threshold of queues without flow control: one takes packets"
                                    + " while shorter than this many times the free shared buffer;"
                                    + " 0: while there is buffer.")
                    .otherwise(SwitchSettings.DEFAULT.lossyAlpha());
    static final Key<SwitchSettings.Pipeline> PIPELINE =
            Key.optional(
                            "pipeline",
                            Type.choice(
                                    List.of(SwitchSettings.Pipeline.values()),
                                    SwitchSettings.Pipeline::word),
                            "What forwards packets: the switch's own routes, or the v1model program"
                                    + " of its scheme, sent over P4Runtime (virtual and served"
                                    + " switches).")
                    .otherwise(SwitchSettings.DEFAULT.pipeline());
    static final Section SWITCHES =
            Section.of("switches", "switches", "Settings of all switches.", LOSSY_ALPHA, PIPELINE);

    static final Key<YamlValue> LINKS =
            Key.required(
                    "links",
                    Type.rawOneOrMore(Type.WORD.called("link group")),
                    "Links whose ports the rule applies to.");
    static final Key<YamlValue> AT =
            Key.optional(
                            "at",
                            Type.rawOneOrMore(Type.WORD.called("device")),
                            "Only the ports of these devices.")
                    .ifAbsent("all");
    static final Key<DataSize> KMIN =
            Key.required("kmin", Type.SIZE, "Queue length below which no packet is marked.")
                    .like("100KB");
    static final Key<DataSize> KMAX =
            Key.required(
                            "kmax",
                            Type.SIZE,
                            "Queue length above which every packet is marked; must exceed kmin.")
                    .like("400KB");
    static final Key<Double> PMAX =
            Key.required("pmax", Numbers.ratio(0, 1), "Fraction of packets marked at kmax.")
                    .like("20%");
    static final Key<EcnMarking.Point> MARKING_POINT =
            Key.optional(
                            "point",
                            Type.choice(List.of(EcnMarking.Point.values()), EcnMarking.Point::word),
                            "Marked by the queue that a packet leaves behind, or by the one it"
                                    + " joins.")
                    .otherwise(EcnMarking.Point.DEQUEUE);
    static final Section ECN_RULE =
            Section.of(
                    "ecn",
                    "an ECN rule",
                    "ECN marking at the egress ports of the switches on some links. Later rules"
                            + " override earlier ones.",
                    LINKS,
                    AT,
                    KMIN,
                    KMAX,
                    PMAX,
                    MARKING_POINT);

    static final Key<Long> TIME_DILATION =
            Key.optional(
                            "timeDilation",
                            Numbers.whole(1, 1_000_000),
                            "Seconds of wall-clock time per second of lab time; also `--set"
                                    + " timeDilation=N`.")
                    .ifAbsent("calibrated on the machine before the first cell");
    static final Section LIVE =
            Section.of("live", "live", "Settings of a run with real frames.", TIME_DILATION)
                    .withoutParameters();

    static final Key<String> SWEEP_NAME =
            Key.required("name", Type.WORD, "Name, unique in the experiment.");
    static final Key<List<YamlValue.Entry>> MATRIX =
            Key.required(
                            "matrix",
                            Type.mapOf(Type.listOf(Type.SCALAR, 1, Integer.MAX_VALUE))
                                    .and("minProperties", 1)
                                    .called("mapping of parameters to lists of values"),
                            "Axes: `scheme` or a parameter, and its values.")
                    .like("{scheme: [pfc, bifrost], flows: [2, 4]}");
    static final Key<String> SWEEP_FIGURE =
            Key.optional(
                    "figure",
                    Type.SCALAR,
                    "Figure of the paper that it reproduces. `losslab paper` leaves out sweeps"
                            + " without one, where others have one.");
    static final Key<List<YamlValue.Entry>> SET =
            Key.optional(
                    "set",
                    Type.mapOf(Type.SCALAR).called("mapping of parameters to values"),
                    "Parameters with a single value in this sweep.");
    static final Section SWEEP =
            Section.of(
                    "sweep",
                    "a sweep",
                    "A matrix of parameter values; one cell for every combination and seed.",
                    SWEEP_NAME,
                    MATRIX,
                    SWEEP_FIGURE,
                    SET);

    static final Key<Nanos> INTERVAL =
            Key.required(
                            "interval",
                            Type.TIME.where(
                                    time -> time.compareTo(LEAST_INTERVAL) >= 0,
                                    "at least " + LEAST_INTERVAL),
                            "Time between samples.")
                    .like("100us");
    static final Key<YamlValue> COUNTER_LINKS =
            Key.required(
                    "links",
                    Type.rawOneOrMore(Type.WORD.called("link group")),
                    "Links at whose switch ports counters are sampled: occupancy, bytes received and"
                            + " sent, pause time, and the counters that `figures` show.");
    static final Section COUNTERS =
            Section.of("counters", "counters", "Counter samples.", INTERVAL, COUNTER_LINKS);
    static final Key<Fields> COUNTER_SAMPLES = COUNTERS.key();
    static final Key<Boolean> EVENTS =
            Key.optional(
                            "events",
                            Type.FLAG,
                            "Record pauses and resumes that a threshold caused; drops are always recorded.")
                    .otherwise(Recording.NONE.events());
    static final Key<Boolean> PAUSES =
            Key.optional(
                            "pauses",
                            Type.FLAG,
                            "Attribute the pause time of flows to the congested ports that caused"
                                    + " it.")
                    .otherwise(Recording.NONE.pauses());
    static final Section RECORD =
            Section.of(
                    "record",
                    "record",
                    "What is recorded in addition to flows.",
                    COUNTER_SAMPLES,
                    EVENTS,
                    PAUSES);

    /** A part of a run, which counts bytes and slots of all its time. */
    private static final Type<Nanos> PHASE =
            Type.TIME.where(time -> time.nanos() <= TimeUnit.DAYS.toNanos(1), "at most 86400s");

    static final Key<String> NAME =
            Key.required(
                    "experiment",
                    Type.TEXT
                            .where(
                                    name ->
                                            !name.isEmpty()
                                                    && name.length() <= Experiment.LONGEST_NAME,
                                    "1 to %d characters long".formatted(Experiment.LONGEST_NAME))
                            .and("maxLength", Experiment.LONGEST_NAME),
                    "Name; for a bundled experiment, its path.");
    static final Key<String> TITLE = Key.optional("title", Type.TEXT, "One-line description.");
    static final Key<String> NOTES = Key.optional("notes", Type.TEXT, "Paragraphs for the report.");
    static final Key<Fields> PUBLICATION = SOURCE.key();
    static final Key<YamlValue> TOPOLOGY =
            Key.required("topology", TOPOLOGY_TYPE, "The network.").like("bifrost-case-a");
    static final Key<Nanos> DURATION =
            Key.required("duration", PHASE, "End of the traffic.").like("50ms");
    static final Key<Nanos> WARMUP =
            Key.optional("warmup", PHASE, "Messages posted before this time are not measured.")
                    .otherwise(new Nanos(0));
    static final Key<Nanos> DRAIN =
            Key.optional("drain", PHASE, "How long messages may still complete after the duration.")
                    .otherwise(new Nanos(100_000_000));
    static final Key<YamlValue> SEEDS =
            Key.optional(
                            "seeds",
                            Type.rawOneOrMore(
                                    Type.either(
                                            Numbers.whole(0, Long.MAX_VALUE),
                                            Type.pattern("a range", "[0-9]+\\.\\.[0-9]+"))),
                            "Seeds, as a list or a range; every point of a sweep runs once with"
                                    + " each seed.")
                    .ifAbsent("1")
                    .like("1..40")
                    .withoutParameters();
    static final Key<Fields> ECMP_SETTINGS = ECMP.key();
    static final Key<List<YamlValue>> FAILED_LINKS =
            Key.optional(
                            "failedLinks",
                            Type.listOf(Type.listOf(Type.WORD, 2, 2).raw()).called("list of links"),
                            "Links that are down, each as two neighbours; routes go around them.")
                    .like("[[leaf0, spine1]]");
    static final Key<Fields> SWITCH_SETTINGS = SWITCHES.key();
    static final Key<YamlValue> HOST_SETTINGS =
            Key.optional("hosts", HOSTS.type().raw(), "Settings of all hosts.");
    static final Key<YamlValue> ECN =
            Key.optional("ecn", Type.listOf(ECN_RULE.type()).raw(), "ECN marking of switches.");
    static final Key<List<YamlValue.Entry>> PARAMETERS =
            Key.optional(
                    "parameters",
                    Type.mapOf("(?!(scheme|seed|scale)$)" + PARAMETER, Type.SCALAR)
                            .called("mapping of names to values"),
                    "Free parameters with their defaults, referred to as `${name}`; sweeps and"
                            + " --set change them.");
    static final Key<List<YamlValue.Entry>> SCALES =
            Key.optional(
                    "scales",
                    Type.mapOf(Type.mapOf(Type.ANY).and("minProperties", 1))
                            .called("mapping of names to changes"),
                    "Named sets of changes, applied by `--set scale=NAME`; each maps keys to"
                            + " values as `--set` does.");
    static final Key<String> BASELINE =
            Key.optional("baseline", Type.WORD, "Scheme that the others are compared with.")
                    .ifAbsent("the first");
    static final Key<List<YamlValue.Entry>> SCHEMES =
            Key.required(
                    "schemes",
                    Type.mapOf(Type.ANY).called("mapping of names to rules or schemes"),
                    "Flow-control schemes by name, each a list of rules, or a mapping with rules"
                            + " and more.");
    static final Key<YamlValue> TRAFFIC =
            Key.required(
                    "traffic", Type.listOf(TrafficSections.GROUP.type()).raw(), "Traffic groups.");
    static final Key<YamlValue> SWEEPS =
            Key.optional("sweeps", Type.listOf(SWEEP.type(), 1, Integer.MAX_VALUE).raw(), "Sweeps.")
                    .ifAbsent("every scheme once");
    static final Key<List<YamlValue.Entry>> ACCEPTED_WARNINGS =
            Key.optional(
                            "acceptedWarnings",
                            Type.mapOf(Type.TEXT).called("mapping of keys to reasons"),
                            "Keys whose warnings are not printed, each with the reason why its value"
                                    + " is meant.")
                    .like("{headroom: the paper's value}")
                    .withoutParameters();
    static final Key<Fields> RECORDING = RECORD.key();
    static final Key<Fields> LIVE_RUN = LIVE.key();
    static final Key<YamlValue> FIGURES =
            Key.optional(
                    "figures",
                    Type.listOf(FigureSections.FIGURE.type()).raw(),
                    "Figures of the report.");
    static final Key<YamlValue> CLAIMS =
            Key.optional(
                    "paper",
                    Type.listOf(FigureSections.CLAIM.type()).raw(),
                    "The paper's results, for comparison with the measured ones.");

    /** An experiment file, its schemes not known. */
    static final Section EXPERIMENT =
            Section.of(
                    "experiment",
                    "an experiment",
                    "An experiment: topology, schemes, traffic, and sweeps. Values may be"
                            + " parameters, `${name}`.",
                    NAME,
                    TITLE,
                    PUBLICATION,
                    NOTES,
                    TOPOLOGY,
                    DURATION,
                    WARMUP,
                    DRAIN,
                    SEEDS,
                    ECMP_SETTINGS,
                    FAILED_LINKS,
                    SWITCH_SETTINGS,
                    HOST_SETTINGS,
                    ECN,
                    PARAMETERS,
                    SCALES,
                    BASELINE,
                    SCHEMES,
                    TRAFFIC,
                    SWEEPS,
                    ACCEPTED_WARNINGS,
                    RECORDING,
                    LIVE_RUN,
                    FIGURES,
                    CLAIMS);

    static final Key<YamlValue> RULES =
            Key.required(
                    "rules",
                    Type.listOf(Type.ANY).raw(),
                    "Rules; an empty list means no flow control.");
    static final Key<String> LABEL =
            Key.optional("label", Type.WORD, "Name of the scheme in reports.").ifAbsent("its name");
    static final Key<YamlValue> OWN_TOPOLOGY =
            Key.optional("topology", TOPOLOGY_TYPE, "Replaces the experiment's topology.");
    static final Key<YamlValue> OWN_ECN =
            Key.optional(
                    "ecn",
                    Type.listOf(ECN_RULE.type()).raw(),
                    "Replaces the experiment's ECN rules.");
    static final Key<Boolean> MAY_DEADLOCK =
            Key.optional(
                            "mayDeadlock",
                            Type.FLAG,
                            "A deadlock is expected: it fails no check, and `validate` warns of none.")
                    .otherwise(false);

    /** A scheme written as a mapping, its rules not known. */
    static final Section SCHEME =
            Section.of(
                    "scheme",
                    "a scheme",
                    "A scheme that also replaces some of the experiment's settings.",
                    RULES,
                    LABEL,
                    OWN_TOPOLOGY,
                    ECMP_SETTINGS,
                    FAILED_LINKS,
                    HOST_SETTINGS,
                    OWN_ECN,
                    MAY_DEADLOCK);

    private ExperimentSections() {}
}
