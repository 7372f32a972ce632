package io.losslab.configs.network;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;

/** The keys of the generators of topologies. */
public final class Generators {
    private static final Type<Long> MANY = Numbers.whole(1, 1024);

    /** The longest fibre's. */
    private static final Nanos MOST_DELAY = new FiberLength(FiberLength.MOST_MILLIMETRES).delay();

    /** One-way delay of a link. */
    static final Type<Nanos> LINK_DELAY =
            Type.TIME.where(delay -> delay.compareTo(MOST_DELAY) <= 0, "at most " + MOST_DELAY);

    static final Key<Nanos> DELAY =
            Key.required(
                            "delay",
                            LINK_DELAY,
                            "One-way delay of every link except a long-haul link.")
                    .like("1us");
    static final Key<DataSize> BUFFER =
            Key.required("buffer", Type.SIZE_ABOVE_ZERO, "Packet memory of every switch.")
                    .like("20MB");
    static final Key<Nanos> PIPELINE =
            Key.optional("pipeline", Type.TIME, "Pipeline latency of every switch.")
                    .otherwise(Node.DEFAULT_PIPELINE);
    static final Key<DataRate> RATE = rate("rate", "Line rate of every link.");
    static final Key<DataRate> HOST_RATE = rate("hostRate", "Line rate of the host links.");
    static final Key<FiberLength> LENGTH =
            Key.optional("length", Type.LENGTH, "Length of the long-haul fibre, 5 ns per metre.")
                    .like("600km");
    static final Key<Nanos> LONG_DELAY =
            Key.optional("longDelay", LINK_DELAY, "One-way delay of the long-haul link.")
                    .like("3ms");

    static final Key<Long> K =
            Key.required(
                    "k",
                    Numbers.whole(2, 64).where(k -> k % 2 == 0, "even"),
                    "Ports per switch: (k/2)^2 cores, k pods of k/2 edge and k/2 aggregation"
                            + " switches.");
    static final Key<Long> HOSTS_PER_EDGE =
            Key.optional("hostsPerEdge", MANY, "Hosts per edge switch.").ifAbsent("k/2");
    static final Section FAT_TREE =
            generator(
                    "fatTree",
                    "a fat-tree",
                    "Three-tier fat-tree: hosts `h0`..; switches `edge0-0`.., `agg0-0`.. (pod,"
                            + " number), `core0`..; link groups `host`, `edge`, `core`.",
                    K,
                    HOSTS_PER_EDGE,
                    RATE);

    static final Key<Long> LEAVES = Key.required("leaves", MANY, "Number of leaf switches.");
    static final Key<Long> SPINES = Key.required("spines", MANY, "Number of spine switches.");
    static final Key<Long> HOSTS_PER_LEAF = Key.required("hostsPerLeaf", MANY, "Hosts per leaf.");
    static final Key<DataRate> FABRIC_RATE =
            rate("fabricRate", "Line rate between leaves and spines.");
    static final Key<List<YamlValue>> FAILED =
            Key.optional(
                            "failed",
                            Type.listOf(Type.listOf(Type.WORD, 2, 2).raw()).called("list of links"),
                            "Failed links, each as a leaf and a spine.")
                    .like("[[leaf0, spine1]]");
    static final Section LEAF_SPINE =
            generator(
                    "leafSpine",
                    "a leaf-spine network",
                    "Leaves with a link to every spine: hosts `h0`.. leaf by leaf; switches"
                            + " `leaf0`.., `spine0`..; link groups `host`, `fabric`.",
                    LEAVES,
                    SPINES,
                    HOSTS_PER_LEAF,
                    HOST_RATE,
                    FABRIC_RATE,
                    FAILED);

    static final Key<Long> NDC_N =
            Key.required(
                    "n",
                    Numbers.whole(2, 256),
                    "Ports per switch; at most 16 with k = 2, 6 with k = 3.");
    static final Key<Long> NDC_K =
            Key.optional("k", Numbers.whole(0, 3), "Highest layer.").otherwise(1L);
    static final Key<List<DataRate>> NDC_RATES =
            Key.required(
                            "rates",
                            Type.oneOrMore(Type.RATE, 4),
                            "Line rate of every link, or a list with one rate per layer, starting"
                                    + " with layer 0.")
                    .like("100Gbps");
    static final Key<DataSize> NDC_RELAY_BUFFER =
            Key.optional(
                            "relayBuffer",
                            Type.SIZE_ABOVE_ZERO,
                            "Buffer of a node for forwarded packets.")
                    .otherwise(Node.DEFAULT_RELAY_BUFFER);
    static final Section NDC =
            generator(
                    "ndc",
                    "an NDC",
                    "NDC(n, k), which is BCube(n, k): n^(k+1) relaying nodes `n0`.. with k+1 ports"
                            + " and addresses 10.h.d.1 from their digits; switches `sN`, numbered"
                            + " after the nodes; link groups `layer0`, `layer1`..",
                    NDC_N,
                    NDC_K,
                    NDC_RATES,
                    NDC_RELAY_BUFFER);

    static final Key<Long> RING_SWITCHES =
            Key.required("switches", Numbers.whole(3, 1024), "Number of switches.");
    static final Key<Long> HOSTS_PER_SWITCH =
            Key.required("hostsPerSwitch", MANY, "Hosts per switch.");
    static final Section RING =
            generator(
                    "ring",
                    "a ring",
                    "Switches `sw0`.. in a ring with hosts `h0`.. switch by switch; link groups"
                            + " `host`, `ring`.",
                    RING_SWITCHES,
                    HOSTS_PER_SWITCH,
                    RATE);

    static final Key<Long> HOSTS_PER_SIDE = Key.required("hostsPerSide", MANY, "Hosts per switch.");
    static final Key<DataRate> BOTTLENECK_RATE = rate("rate", "Line rate between the switches.");
    static final Section DUMBBELL =
            generator(
                    "dumbbell",
                    "a dumbbell",
                    "Switches `left`, with hosts `l0`.., and `right`, with hosts `r0`.., and one"
                            + " link between them; link groups `host`, `bottleneck`.",
                    HOSTS_PER_SIDE,
                    HOST_RATE,
                    BOTTLENECK_RATE);

    static final Key<Long> LINE_SWITCHES =
            Key.required("switches", Numbers.whole(2, 1024), "Number of switches.");
    static final Key<DataRate> LAST_RATE =
            Key.optional("lastRate", Type.RATE, "Line rate of the receiver's link.")
                    .ifAbsent("`rate`");
    static final Section LINE =
            generator(
                            "line",
                            "a line",
                            "Host `A`, switches `sw1`.., host `B` in a line, whose second link may"
                                    + " be long; link groups `edge`, `longHaul`, `middle`, `last`.",
                            LINE_SWITCHES,
                            RATE,
                            LENGTH,
                            LONG_DELAY,
                            LAST_RATE)
                    .withAtMostOneOf(LENGTH, LONG_DELAY);

    static final Key<DataRate> LONG_RATE = rate("longRate", "Line rate of the long-haul link.");
    static final Key<DataSize> DCI_BUFFER =
            Key.required("dciBuffer", Type.SIZE_ABOVE_ZERO, "Packet memory of the DCI switches.")
                    .like("640MB");
    static final Key<DataSize> RELAY_BUFFER =
            Key.optional(
                            "relayBuffer",
                            Type.SIZE_ABOVE_ZERO,
                            "Adds relay boxes (`a-relay`, `b-relay`) with this much memory between"
                                    + " the DCI switches and the long-haul link, for SWING.")
                    .ifAbsent("no relays")
                    .like("640MB");
    static final Section TWO_DC =
            generator(
                            "twoDc",
                            "two datacenters",
                            "Two fat-trees, every core linked to the DCI switch of its fat-tree;"
                                    + " nodes as in a fat-tree, prefixed with `a-` and `b-`;"
                                    + " switches `a-dci`, `b-dci`; link groups `host`, `edge`,"
                                    + " `core`, `dci`, `relay`, `longHaul`.",
                            K,
                            HOSTS_PER_EDGE,
                            RATE,
                            LONG_RATE,
                            LENGTH,
                            LONG_DELAY,
                            DCI_BUFFER,
                            RELAY_BUFFER)
                    .withOneOf(LENGTH, LONG_DELAY);

    /** The section of each generator. */
    static final List<Section> ALL =
            List.of(FAT_TREE, LEAF_SPINE, NDC, RING, DUMBBELL, LINE, TWO_DC);

    /** A topology's key {@code generator}. */
    static final Section SECTION = oneOf(ALL);

    private Generators() {}

    private static Section oneOf(List<Section> generators) {
        List<Key<?>> keys = new ArrayList<>();
        generators.forEach(each -> keys.add(each.key()));
        return Section.of("generator", "a generator", "A generated topology of one kind.", keys)
                .withOneOf(keys.toArray(Key<?>[]::new));
    }

    /** A generator with keys of its own, and those that all have. */
    private static Section generator(String name, String title, String meaning, Key<?>... own) {
        List<Key<?>> keys = new ArrayList<>(List.of(own));
        keys.addAll(List.of(DELAY, BUFFER, PIPELINE));
        return Section.of(name, title, meaning, keys);
    }

    private static Key<DataRate> rate(String name, String meaning) {
        return Key.required(name, Type.RATE, meaning).like("100Gbps");
    }
}
