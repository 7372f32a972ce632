package io.losslab.configs.network;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.topology.Node;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** The keys of topology files; those of generators stand with {@link Generators}. */
public final class TopologySections {
    static final String NODE_NAME = "[A-Za-z][A-Za-z0-9_.-]*";
    private static final String IPV4 = "[0-9]{1,3}(\\.[0-9]{1,3}){3}";
    private static final int MOST_PARALLEL_LINKS = 64;
    static final long MOST_HOST_PORTS = 256;

    /** An IPv4 address, four octets in an int. */
    public static final Type<Integer> ADDRESS =
            Type.parsed(
                    "IPv4 address",
                    IPV4,
                    "address",
                    "the address of one host, four numbers from 0 to 255 such as 10.0.1.1",
                    TopologySections::octets);

    static final Key<Boolean> RELAY =
            Key.optional(
                            "relay",
                            Type.FLAG,
                            "Whether the host forwards packets for others; a relay may have any"
                                    + " number of links.")
                    .otherwise(false);
    static final Key<DataSize> RELAY_MEMORY =
            Key.optional("buffer", Type.SIZE, "Buffer of a relay for forwarded packets.")
                    .otherwise(Node.DEFAULT_RELAY_BUFFER);
    static final Key<Integer> HOST_ADDRESS =
            Key.optional("address", ADDRESS, "Unique IPv4 address.")
                    .ifAbsent("10.x.y.1, from the host's number")
                    .like("10.0.1.1");
    static final Key<Long> HOST_PORTS =
            Key.optional("ports", Numbers.whole(1, MOST_HOST_PORTS), "Maximum number of links.")
                    .ifAbsent("1; %d for a relay".formatted(MOST_HOST_PORTS));
    static final Section HOST =
            Section.of(
                    "host",
                    "a host",
                    "A host with keys of its own.",
                    RELAY,
                    RELAY_MEMORY,
                    HOST_ADDRESS,
                    HOST_PORTS);

    static final Key<DataSize> BUFFER =
            Key.required("buffer", Type.SIZE_ABOVE_ZERO, "Packet memory shared by all ports.")
                    .like("64MB");
    static final Key<Nanos> PIPELINE =
            Key.optional(
                            "pipeline",
                            Type.TIME,
                            "Time from receiving a frame's last bit to placing the frame in the"
                                    + " egress queue.")
                    .otherwise(Node.DEFAULT_PIPELINE);
    static final Section SWITCH =
            Section.of("switch", "a switch", "A shared-buffer switch.", BUFFER, PIPELINE);

    static final Key<YamlValue> ENDS =
            Key.required(
                    "ends",
                    Type.listOf(Type.WORD.called("nodes"), 2, 2).raw(),
                    "The two nodes that the link connects.");
    static final Key<DataRate> RATE =
            Key.required("rate", Type.RATE, "Line rate of each direction.").like("100Gbps");
    static final Key<Long> COUNT =
            Key.optional(
                            "count",
                            Numbers.whole(1, MOST_PARALLEL_LINKS),
                            "Parallel links; switches spread flows over them.")
                    .otherwise(1L);
    static final Key<FiberLength> LENGTH =
            Key.optional("length", Type.LENGTH, "Length of the fibre, 5 ns per metre.")
                    .like("80km");
    static final Key<Nanos> DELAY =
            Key.optional("delay", Generators.LINK_DELAY, "One-way propagation delay.")
                    .like("400us");
    static final Key<String> GROUP =
            Key.optional("group", Type.WORD, "Name by which experiments refer to these links.")
                    .otherwise("links");
    static final Section LINK =
            Section.of(
                            "link",
                            "a link",
                            "A full-duplex link, or several identical ones between the same two"
                                    + " nodes. Ports are numbered from 1 in the order of the"
                                    + " links.",
                            ENDS,
                            RATE,
                            COUNT,
                            LENGTH,
                            DELAY,
                            GROUP)
                    .withOneOf(LENGTH, DELAY);

    static final Key<String> NAME = Key.optional("topology", Type.WORD, "Name of the topology.");
    static final Key<String> TITLE = Key.optional("title", Type.TEXT, "One-line description.");
    static final Key<YamlValue> HOSTS =
            Key.optional(
                    "hosts",
                    Type.either(
                                    Type.listOf(
                                            Type.pattern("name", NODE_NAME), 1, Integer.MAX_VALUE),
                                    Type.mapOf(NODE_NAME, HOST.type()).and("minProperties", 1))
                            .called("list of names, or a mapping of names to keys of a host"),
                    "The hosts: a list of names, each with one link, or a mapping if some are"
                            + " relays, have several links, or have an address of their own.");
    static final Key<List<YamlValue.Entry>> SWITCHES =
            Key.optional("switches", Type.mapOf(NODE_NAME, SWITCH.type()), "Switches by name.");
    static final Key<YamlValue> LINKS =
            Key.optional(
                    "links",
                    Type.listOf(LINK.type()).raw(),
                    "Links; ports are numbered in their order.");
    static final Type<YamlValue> NEIGHBOURS = Type.rawOneOrMore(Type.WORD);
    static final Key<List<YamlValue.Entry>> ROUTES =
            Key.optional(
                    "routes",
                    Type.mapOf(Type.mapOf(NEIGHBOURS)),
                    "Routes that replace the shortest paths: switch or relay, then destination host"
                            + " (or a switch for all its hosts), then the neighbours to forward"
                            + " to.");
    static final Key<Fields> GENERATOR =
            Key.optional(
                    "generator",
                    Generators.SECTION.type(),
                    "Generates hosts, switches, and links; replaces these keys.");

    /** A topology file, or a topology written in an experiment. */
    public static final Section TOPOLOGY =
            Section.of(
                            "topology",
                            "a topology",
                            "Hosts, switches and links of a network.",
                            NAME,
                            TITLE,
                            HOSTS,
                            SWITCHES,
                            LINKS,
                            ROUTES,
                            GENERATOR)
                    .insteadOf(GENERATOR, HOSTS, SWITCHES, LINKS);

    private TopologySections() {}

    private static Optional<Integer> octets(String text) {
        try {
            return Optional.of(Ipv4Address.parse(text)).filter(TopologySections::isOfOneHost);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Not of this network, loopback, a group, or reserved (RFC 6890; RFC 5771). */
    private static boolean isOfOneHost(int address) {
        int first = address >>> 24;
        return first != 0 && first != 127 && first < 224;
    }
}
