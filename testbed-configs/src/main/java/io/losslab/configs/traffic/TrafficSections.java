package io.losslab.configs.traffic;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.collective.Chunking;
import io.losslab.traffic.collective.Pipeline;
import io.losslab.traffic.collective.Ring;
import io.losslab.traffic.size.MessageSizes;
import io.losslab.traffic.trace.ChakraCollectives;
import java.util.ArrayList;
import java.util.List;

/** The keys of a traffic group in experiment files: those of all, and those of each kind. */
public final class TrafficSections {
    static final Type<DataSize> MESSAGE =
            Type.SIZE.where(
                    size -> size.bytes() > 0 && size.compareTo(MessageSizes.MOST) <= 0,
                    "1B to 2GiB");
    static final Type<List<DataSize>> MESSAGE_RANGE =
            Type.listOf(MESSAGE, 2, 2)
                    .where(
                            range -> range.get(0).compareTo(range.get(1)) <= 0,
                            "the minimum and maximum size")
                    .called("[least, greatest]");
    private static final Type<Long> MANY = Numbers.whole(1, 100_000);
    private static final Type<YamlValue> HOSTS =
            Type.rawOneOrMore(Type.WORD.called("host, pattern or `all`"));

    public static final Key<DataSize> MESSAGE_SIZE =
            Key.required("size", MESSAGE, "Bytes of a message.").like("1MB");
    static final Key<YamlValue> SIZE =
            Key.optional(
                            "size",
                            Type.either(MESSAGE, MESSAGE_RANGE),
                            "Bytes of a message, or the minimum and maximum of a uniform"
                                    + " distribution.")
                    .like("1MB");
    static final Key<YamlValue> SIZES =
            Key.optional(
                            "sizes",
                            Type.WORD.called("name or .cdf file").raw(),
                            "Distribution of the sizes: a bundled workload, or a .cdf file"
                                    + " relative to the experiment.")
                    .like("WebSearch");
    public static final Key<Long> FLOWS =
            Key.optional("flows", MANY, "Total number of queue pairs.").otherwise(1L);
    public static final Key<Long> TX_DEPTH =
            Key.optional(
                            "txDepth",
                            Numbers.whole(1, 1 << 20),
                            "Outstanding messages per queue pair; the default is that of"
                                    + " ib_write_bw.")
                    .otherwise(128L);
    public static final Key<Long> ITERATIONS =
            Key.optional(
                            "iterations",
                            Numbers.whole(1, Long.MAX_VALUE),
                            "Messages sent per queue pair.")
                    .ifAbsent("as many as fit");
    static final Section BANDWIDTH =
            Section.of(
                    "bandwidth",
                    "bandwidth traffic",
                    "Messages that keep the link full, like ib_write_bw; flows are assigned to"
                            + " senders and receivers in turn.",
                    MESSAGE_SIZE,
                    FLOWS,
                    TX_DEPTH,
                    ITERATIONS);

    public static final Key<Nanos> GAP =
            Key.optional("gap", Type.TIME, "Idle time between a response and the next message.")
                    .otherwise(new Nanos(0));
    static final Section LATENCY =
            Section.of(
                    "latency",
                    "latency traffic",
                    "Ping-pong, like ib_write_lat; half the round-trip time is reported.",
                    MESSAGE_SIZE,
                    FLOWS,
                    ITERATIONS,
                    GAP);

    static final Key<DataSize> LONG_LIVED_SIZE =
            Key.optional("size", MESSAGE, "Bytes of a message.").otherwise(new DataSize(1_000_000));
    static final Key<Long> LONG_LIVED_DEPTH =
            Key.optional(
                            "txDepth",
                            Numbers.whole(1, 1 << 20),
                            "Outstanding messages per queue pair.")
                    .otherwise(8L);
    static final Section LONG_LIVED =
            Section.of(
                    "longLived",
                    "longLived traffic",
                    "Like bandwidth, with long messages.",
                    LONG_LIVED_SIZE,
                    FLOWS,
                    LONG_LIVED_DEPTH);

    private static final Type<Double> LOAD_TYPE = Numbers.ratioAboveZero(2);
    static final Key<Double> LOAD =
            Key.required(
                            "load",
                            LOAD_TYPE,
                            "Payload as a fraction of each sender's line rate (of its slowest"
                                    + " port).")
                    .like("60%");
    static final Key<DataRate> CAPACITY =
            Key.optional(
                            "capacity",
                            Type.RATE,
                            "The load is a fraction of this rate, which all senders share.")
                    .ifAbsent("each sender's line")
                    .like("400Gbps");
    static final Key<List<YamlValue>> SITES =
            Key.optional(
                            "sites",
                            Type.listOf(HOSTS, 2, Integer.MAX_VALUE),
                            "Hosts of each datacenter; every sender and receiver is in one.")
                    .like("[\"a-*\", \"b-*\"]");
    static final Key<Double> INTER_SHARE =
            Key.optional(
                            "interShare",
                            Numbers.ratio(0, 1),
                            "Fraction of the flows that go to another site; the others stay in"
                                    + " their own.")
                    .like("30%");
    static final Section POISSON =
            Section.of(
                            "poisson",
                            "poisson traffic",
                            "Poisson arrivals between random hosts.",
                            LOAD,
                            SIZE,
                            SIZES,
                            CAPACITY,
                            SITES,
                            INTER_SHARE)
                    .withOneOf(SIZE, SIZES)
                    .together(SITES, INTER_SHARE);

    static final Key<Long> DEGREE =
            Key.optional(
                            "degree",
                            MANY,
                            "Number of different senders of an incast, drawn at random.")
                    .ifAbsent("all");
    static final Key<Long> PER_SENDER =
            Key.optional("perSender", MANY, "Messages per sender.").otherwise(1L);
    static final Key<Nanos> PERIOD =
            Key.optional("period", Type.TIME_ABOVE_ZERO, "Interval between rounds.")
                    .ifAbsent("one round")
                    .like("2ms");
    static final Key<Nanos> INCAST_PERIOD =
            Key.optional("period", Type.TIME_ABOVE_ZERO, "Interval between incasts.").like("2ms");
    static final Key<Double> INCAST_LOAD =
            Key.optional(
                            "load",
                            LOAD_TYPE,
                            "Total load of the incasts as a fraction of the receivers' line rates.")
                    .like("10%");
    static final Key<Long> COUNT =
            Key.optional("count", MANY, "Maximum number of incasts.").ifAbsent("as many as fit");
    static final Key<Nanos> WINDOW =
            Key.optional(
                            "window",
                            Type.TIME,
                            "Messages of a round start at random times within it.")
                    .otherwise(new Nanos(0));
    static final Section INCAST =
            sized(
                            "incast",
                            "incast traffic",
                            "Random senders post to one receiver drawn from `to`.",
                            DEGREE,
                            PER_SENDER,
                            INCAST_PERIOD,
                            INCAST_LOAD,
                            COUNT,
                            WINDOW)
                    .withOneOf(INCAST_PERIOD, INCAST_LOAD);

    static final Key<Long> BURST_FLOWS =
            Key.optional("flows", MANY, "Total number of messages.").otherwise(1L);
    static final Key<Nanos> STAGGER =
            Key.optional("stagger", Type.TIME, "Interval between messages.")
                    .otherwise(new Nanos(0));
    static final Key<List<List<Long>>> RACKS =
            Key.optional(
                            "racks",
                            Type.listOf(
                                            Type.listOf(Numbers.whole(0, 100_000), 2, 2)
                                                    .where(
                                                            pair ->
                                                                    !pair.get(0)
                                                                            .equals(pair.get(1)),
                                                            "two different racks"),
                                            1,
                                            Integer.MAX_VALUE)
                                    .called("list of pairs of racks"),
                            "Routes between racks, as [from, to], numbered from 0 in the order of"
                                    + " the hosts; the flows are split among them at random, every"
                                    + " split equally likely.")
                    .like("[[0, 3], [3, 0]]");
    static final Section BURST =
            sized(
                            "burst",
                            "burst traffic",
                            "Messages at once, within a window, or at intervals.",
                            BURST_FLOWS,
                            WINDOW,
                            STAGGER,
                            RACKS)
                    .withAtMostOneOf(WINDOW, STAGGER)
                    .withAtMostOneOf(STAGGER, RACKS);

    static final Key<Long> PROGRAM_ITERATIONS =
            Key.optional(
                            "iterations",
                            Numbers.whole(1, 1_000_000),
                            "How often it runs: a host begins again when all that it sends,"
                                    + " receives and computes is complete.")
                    .otherwise(1L);
    static final Key<Long> EXCHANGES =
            Key.optional(
                    "iterations",
                    Numbers.whole(1, 1_000_000),
                    "How often it runs, in place of a period: a host begins again when all that it"
                            + " sends and receives is complete, and iteration times are"
                            + " reported.");
    static final Section ALL_TO_ALL =
            sized(
                            "allToAll",
                            "allToAll traffic",
                            "A message between every pair of hosts.",
                            PERIOD,
                            WINDOW,
                            EXCHANGES)
                    .withAtMostOneOf(PERIOD, EXCHANGES)
                    .withAtMostOneOf(WINDOW, EXCHANGES)
                    .withAtMostOneOf(SIZES, EXCHANGES);
    static final Section PERMUTATION =
            rounds(
                    "permutation",
                    "permutation traffic",
                    "A message from every host to one other host.");

    static final Key<Long> ROUNDS =
            Key.optional(
                            "rounds",
                            Numbers.whole(1, 1_000),
                            "Number of times that parameters are synchronised.")
                    .otherwise(1L);
    static final Section PARAMETER_SERVER =
            sized(
                    "parameterServer",
                    "parameterServer traffic",
                    "All push to the host in `to`, which sends as much back once it has"
                            + " everything; reported as `name push` and `name broadcast`.",
                    ROUNDS);

    static final Key<Long> TOKENS =
            Key.optional("tokens", Numbers.whole(1, 1 << 20), "Tokens per sender.").otherwise(256L);
    static final Key<DataSize> TOKEN_SIZE =
            Key.optional(
                            "tokenSize",
                            MESSAGE,
                            "Bytes of a token; all tokens of a sender are at most 2GiB.")
                    .otherwise(new DataSize(4_096));
    static final Key<Long> TOP_EXPERTS =
            Key.optional(
                            "topExperts",
                            Numbers.whole(1, 64),
                            "Number of different experts per token.")
                    .otherwise(2L);
    static final Key<Double> ZIPF =
            Key.optional(
                            "zipf",
                            Numbers.ratio(0, Double.POSITIVE_INFINITY),
                            "Exponent of the experts' popularity; 0 for equal experts.")
                    .otherwise(1.0);
    static final Section MOE =
            Section.of(
                    "moe",
                    "moe traffic",
                    "Mixture of experts: tokens of each sender go to experts in `to`, and back;"
                            + " reported as `name dispatch` and `name combine`.",
                    TOKENS,
                    TOKEN_SIZE,
                    TOP_EXPERTS,
                    ZIPF,
                    PERIOD);

    static final Key<Long> M =
            Key.required(
                    "m", Numbers.whole(2, 1 << 16), "Every m-th rack receives, all others send.");
    static final Key<Long> STRESS_PER_SENDER =
            Key.optional("perSender", MANY, "Messages per sender.").otherwise(40L);
    static final Section QUEUE_STRESS =
            Section.of(
                            "queueStress",
                            "queueStress traffic",
                            "One in m racks receives; every host of the others posts its messages"
                                    + " at once.",
                            M,
                            SIZE,
                            SIZES,
                            STRESS_PER_SENDER)
                    .withOneOf(SIZE, SIZES);

    private static final DataSize MOST_COLLECTIVE_BYTES = new DataSize(1L << 40);
    private static final Type<DataSize> COLLECTIVE_SIZE =
            Type.SIZE.where(
                    size -> size.bytes() > 0 && size.compareTo(MOST_COLLECTIVE_BYTES) <= 0,
                    "1B to 1024GiB");
    static final Key<DataSize> COLLECTIVE_BYTES =
            Key.required(
                            "size",
                            COLLECTIVE_SIZE,
                            "Bytes of the data as nccl-tests counts them: of the whole buffer that"
                                    + " is reduced, scattered, or gathered.")
                    .like("64MB");
    static final Key<Ring.Operation> COLLECTIVE =
            Key.optional(
                            "collective",
                            Type.choice(List.of(Ring.Operation.values()), Ring.Operation::word),
                            "What is computed.")
                    .otherwise(Ring.Operation.ALL_REDUCE);
    static final Key<Long> CHANNELS =
            Key.optional(
                            "channels",
                            Numbers.whole(1, 64),
                            "Channels among which the data is divided, each with queue pairs of its"
                                    + " own.")
                    .otherwise(2L);
    private static final Type<DataSize> CHUNK_SIZE =
            Type.SIZE.where(
                    size -> size.bytes() >= 16 && size.compareTo(MessageSizes.MOST) <= 0,
                    "16B to 2GiB");
    static final Key<DataSize> RING_CHUNK =
            Key.optional(
                            "chunk",
                            CHUNK_SIZE,
                            "Longest chunk of a channel; it is sent in two slices, each passed on"
                                    + " when it has arrived.")
                    .otherwise(Chunking.RING_CHUNK);
    static final Key<DataSize> TREE_CHUNK =
            Key.optional("chunk", CHUNK_SIZE, "Longest message.")
                    .ifAbsent("512KiB, less for short buffers in deep trees");
    static final Key<Nanos> COMPUTE =
            Key.optional(
                            "compute",
                            Type.TIME,
                            "Time that every host computes before, in every iteration.")
                    .otherwise(new Nanos(0));
    static final Section RING =
            Section.of(
                    "ring",
                    "ring traffic",
                    "A collective of NCCL over the ring of the hosts in `from`, in their order.",
                    COLLECTIVE,
                    COLLECTIVE_BYTES,
                    CHANNELS,
                    RING_CHUNK,
                    COMPUTE,
                    PROGRAM_ITERATIONS);
    static final Section TREE =
            Section.of(
                    "tree",
                    "tree traffic",
                    "An all-reduce of NCCL over the double binary tree of the hosts in `from`.",
                    COLLECTIVE_BYTES,
                    CHANNELS,
                    TREE_CHUNK,
                    COMPUTE,
                    PROGRAM_ITERATIONS);

    static final Key<DataSize> ACTIVATIONS =
            Key.required(
                            "size",
                            MESSAGE,
                            "Bytes of the activations, and of the gradients, of a microbatch.")
                    .like("16MB");
    static final Key<Long> MICROBATCHES =
            Key.required(
                    "microbatches", Numbers.whole(1, 100_000), "Microbatches of an iteration.");
    static final Key<Nanos> FORWARD =
            Key.optional("forward", Type.TIME, "Time that a stage computes forward.")
                    .otherwise(new Nanos(0));
    static final Key<Nanos> BACKWARD =
            Key.optional("backward", Type.TIME, "Time that a stage computes backward.")
                    .ifAbsent("twice `forward`");
    static final Key<Pipeline.Schedule> SCHEDULE =
            Key.optional(
                            "schedule",
                            Type.choice(
                                    List.of(Pipeline.Schedule.values()), Pipeline.Schedule::word),
                            "Order in which a stage computes: one forward, one backward once the"
                                    + " pipeline is full; or all forward, then all backward.")
                    .otherwise(Pipeline.Schedule.ONE_FORWARD_ONE_BACKWARD);
    static final Section PIPELINE =
            Section.of(
                    "pipeline",
                    "pipeline traffic",
                    "Pipeline parallelism: the hosts in `from` are stages, each sends to the next"
                            + " and to the previous one.",
                    ACTIVATIONS,
                    MICROBATCHES,
                    FORWARD,
                    BACKWARD,
                    SCHEDULE,
                    PROGRAM_ITERATIONS);

    public static final Key<YamlValue> FILE =
            Key.required(
                            "file",
                            Type.WORD.called("file").raw(),
                            "The trace, relative to the experiment: GOAL (`.goal`), or Chakra"
                                    + " execution traces (`.et`), with `{rank}` in place of the"
                                    + " rank.")
                    .like("llama.{rank}.et");
    static final Key<List<YamlValue.Entry>> GROUPS =
            Key.optional(
                            "groups",
                            Type.mapOf(Type.listOf(Numbers.whole(0, 1 << 20))),
                            "Chakra: ranks of the process groups by name.")
                    .ifAbsent("all ranks")
                    .like("{\"0\": [0, 1], \"1\": [2, 3]}");
    static final Key<ChakraCollectives.Algorithm> ALGORITHM =
            Key.optional(
                            "algorithm",
                            Type.choice(
                                    List.of(ChakraCollectives.Algorithm.values()),
                                    ChakraCollectives.Algorithm::word),
                            "Chakra: how all-reduces are done.")
                    .otherwise(ChakraCollectives.Algorithm.RING);
    static final Section TRACE =
            Section.of(
                    "trace",
                    "trace traffic",
                    "Replays what ranks send, receive, and compute, with their dependencies; rank n"
                            + " is the n-th host in `from`.",
                    FILE,
                    GROUPS,
                    ALGORITHM,
                    CHANNELS,
                    RING_CHUNK,
                    PROGRAM_ITERATIONS);

    public static final Key<String> NAME =
            Key.required("name", Type.WORD, "Name, unique in the experiment.");
    public static final Key<TrafficKind> KIND =
            Key.required(
                    "kind",
                    Type.choice(List.of(TrafficKind.values()), TrafficKind::word),
                    "Traffic pattern.");
    public static final Key<YamlValue> FROM =
            Key.required(
                            "from",
                            HOSTS,
                            "Sending hosts; `\"!h0\"` excludes one. No host sends to itself.")
                    .like("[\"dc1-*\"]");
    public static final Key<YamlValue> TO =
            Key.optional(
                            "to",
                            HOSTS,
                            "Receiving hosts; the server of parameterServer, the experts of moe.")
                    .ifAbsent("`from`");
    public static final Key<String> ECMP =
            Key.optional(
                            "ecmp",
                            Type.words("hash", "spread"),
                            "How UDP source ports are chosen: at random from the seed, or so that"
                                    + " consecutive flows take different members of the first"
                                    + " equal-cost set.")
                    .otherwise("hash");
    public static final Key<YamlValue> VIA =
            Key.optional(
                    "via",
                    Type.rawOneOrMore(Type.WORD.called("node")),
                    "Nodes to pass, in order; the UDP source port is chosen so that the path leads"
                            + " through them.");
    public static final Key<YamlValue> PATH =
            Key.optional(
                    "path",
                    Type.listOf(Type.WORD.called("nodes"), 2, Integer.MAX_VALUE).raw(),
                    "All nodes from sender to receiver, regardless of the routes, over links that"
                            + " are up; loops are allowed (source routing).");
    static final Key<Long> CLASS =
            Key.optional("class", Numbers.whole(0, 7), "Traffic class.").otherwise(3L);
    static final Key<List<YamlValue.Entry>> CLASSES =
            Key.optional(
                            "classes",
                            Type.mapOf("[0-7]", Numbers.ratioAboveZero(1))
                                    .and("minProperties", 1)
                                    .called("mapping of classes to fractions"),
                            "Traffic classes by their fraction of the flows.")
                    .like("{0: 28%, 1: 32%, 2: 40%}");
    public static final Key<Nanos> START =
            Key.optional("start", Type.TIME, "When the first message is posted.")
                    .otherwise(new Nanos(0));
    public static final Key<Nanos> STOP =
            Key.optional("stop", Type.TIME, "No message is posted from this time on.")
                    .ifAbsent("the duration");
    static final Key<List<DataSize>> BINS =
            Key.optional(
                            "bins",
                            Type.oneOrMore(Type.SIZE),
                            "Size limits: messages are also reported as groups such as `name"
                                    + " <10KB`, `name 10KB-1MB`, `name >=1MB`.")
                    .like("[10KB, 1MB]");
    static final Key<String> POOL =
            Key.optional(
                            "pool",
                            Type.WORD,
                            "Group in which the messages are also reported, together with those of"
                                    + " all traffic that names it.")
                    .like("all");

    /** A traffic group. */
    public static final Section GROUP =
            Section.of(
                            "traffic",
                            "a traffic group",
                            "Flows of a kind that are reported under one name.",
                            NAME,
                            KIND,
                            FROM,
                            TO,
                            ECMP,
                            VIA,
                            PATH,
                            CLASS,
                            CLASSES,
                            START,
                            STOP,
                            BINS,
                            POOL)
                    .withAtMostOneOf(ECMP, VIA, PATH)
                    .withAtMostOneOf(CLASS, CLASSES)
                    .inKinds(
                            KIND,
                            List.of(
                                    BANDWIDTH,
                                    LATENCY,
                                    LONG_LIVED,
                                    POISSON,
                                    INCAST,
                                    BURST,
                                    ALL_TO_ALL,
                                    PERMUTATION,
                                    PARAMETER_SERVER,
                                    MOE,
                                    QUEUE_STRESS,
                                    RING,
                                    TREE,
                                    PIPELINE,
                                    TRACE));

    private TrafficSections() {}

    private static Section rounds(String name, String title, String meaning) {
        return sized(name, title, meaning, PERIOD, WINDOW);
    }

    /** Traffic whose messages have a size, or sizes of a distribution, with further keys. */
    private static Section sized(String name, String title, String meaning, Key<?>... more) {
        List<Key<?>> keys = new ArrayList<>(List.of(SIZE, SIZES));
        keys.addAll(List.of(more));
        return Section.of(name, title, meaning, keys).withOneOf(SIZE, SIZES);
    }
}
