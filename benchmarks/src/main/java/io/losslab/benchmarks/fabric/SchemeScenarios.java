package io.losslab.benchmarks.fabric;

import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A network and traffic for each scheme on which it is at work, the same for PFC: what a scheme
 * costs is its CPU time a packet-hop over PFC's.
 */
final class SchemeScenarios {
    private static final int MTU = 1024;
    private static final DataRate RATE = DataRate.parse("100Gbps");
    private static final SwitchType SWITCHES =
            new SwitchType(DataSize.parse("40MB"), Node.DEFAULT_PIPELINE);

    /** Where a scheme is measured that wants no place of its own. */
    private static final Terrain ANYWHERE = Terrain.FAT_TREE;

    /** Schemes made for one kind of network. */
    private static final Map<String, Terrain> MADE_FOR =
            Map.of(
                    "bifrost", Terrain.LONG_LINK,
                    "bifrostX", Terrain.LONG_LINK,
                    "cbfc", Terrain.LONG_LINK,
                    "gfc", Terrain.LONG_LINK,
                    "swing", Terrain.RELAYED_LINK,
                    "ate", Terrain.NDC,
                    "pfcStar", Terrain.NDC,
                    "portfc", Terrain.NDC);

    /** Settings that the place needs. */
    private static final Map<String, Map<String, String>> SETTINGS =
            Map.of(
                    "bifrost",
                            Map.of(
                                    "slot",
                                    "10000",
                                    "priorities",
                                    Integer.toString(1 << BenchNetwork.PRIORITY)),
                    "pfcStar", Map.of("firstPriority", Integer.toString(BenchNetwork.PRIORITY)),
                    // The default leaves a long link no room to slow down in.
                    "gfc", Map.of("limit", "8000000"),
                    // 12-bit counters would starve a long link.
                    "cbfc", Map.of("ideal", "true"));

    /** Schemes that control no flow by themselves: PFC is added to them. */
    private static final Set<String> BESIDE_PFC = Set.of("ate", "strictPriority");

    /**
     * A scheme and PFC on the same network and traffic.
     *
     * @param scheme its name
     */
    record Pair(String scheme, Scenario own, Scenario pfc) {}

    // The sets are made by Set.of and cannot change.
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Terrain {
        /** A fat-tree of 16 hosts under a permutation and an incast of 8. */
        FAT_TREE("fat-tree k=4, incast and permutation", Set.of("host", "edge", "core"), Set.of()) {
            @Override
            Topology topology() {
                return new FatTree(4, 2, new LinkType(RATE, Nanos.parse("1us")), SWITCHES).build();
            }

            @Override
            void load(Fabric fabric) {
                new BenchTraffic(fabric).permutation().incast(8);
            }
        },
        /** 20 km between two relay boxes, and receivers slower than the link. */
        LONG_LINK("20 km link, incast", Set.of("longHaul"), Set.of("host", "relay")) {
            @Override
            Topology topology() {
                return longLink();
            }

            @Override
            void load(Fabric fabric) {
                fourToTwo(fabric);
            }
        },
        /** The same, and the scheme at both ports of the boxes. */
        RELAYED_LINK("20 km link, incast", Set.of("longHaul", "relay"), Set.of("host", "relay")) {
            @Override
            Topology topology() {
                return longLink();
            }

            @Override
            void load(Fabric fabric) {
                fourToTwo(fabric);
            }

            @Override
            boolean runs(Node node) {
                return node.name().endsWith("relay");
            }
        },
        /**
         * NDC(4,1) under flows of two hops, layer 0 first, so that PFC cannot deadlock, and an
         * incast.
         */
        NDC("NDC(4,1), incast and permutation", Set.of("layer0", "layer1"), Set.of()) {
            @Override
            Topology topology() {
                LinkType link = new LinkType(RATE, Nanos.parse("1us"));
                return new Ndc(4, 1, List.of(link, link), SWITCHES, SWITCHES.buffer()).build();
            }

            @Override
            void load(Fabric fabric) {
                BenchTraffic traffic = new BenchTraffic(fabric);
                for (int sender = 0; sender < 16; sender++) {
                    layerByLayer(traffic, sender, (sender + 5) % 16);
                }
                for (int sender = 0; sender < 9; sender++) {
                    layerByLayer(traffic, sender / 3 * 4 + sender % 3, 15);
                }
            }
        };

        final String title;

        /** Link groups that the scheme runs on. */
        @SuppressWarnings("ImmutableEnumChecker") // All are made by Set.of.
        final Set<String> groups;

        /** Link groups that run PFC in any case. */
        @SuppressWarnings("ImmutableEnumChecker") // All are made by Set.of.
        final Set<String> others;

        Terrain(String title, Set<String> groups, Set<String> others) {
            this.title = title;
            this.groups = groups;
            this.others = others;
        }

        abstract Topology topology();

        abstract void load(Fabric fabric);

        /** Whether the scheme runs at a device, where its links are of the groups. */
        boolean runs(Node node) {
            return true;
        }
    }

    private SchemeScenarios() {}

    /** Every registered scheme but PFC itself, with which each is compared. */
    static List<Pair> all() {
        return SchemeTypes.all().stream()
                .filter(type -> type != SchemeTypes.IN_HARDWARE)
                .map(SchemeScenarios::of)
                .toList();
    }

    private static Pair of(SchemeType type) {
        Terrain terrain = MADE_FOR.getOrDefault(type.name(), ANYWHERE);
        Map<String, String> settings = SETTINGS.getOrDefault(type.name(), Map.of());
        int queues = BenchNetwork.queuesFor(type, settings, terrain.topology());
        UnaryOperator<BenchNetwork> own =
                network -> {
                    if (BESIDE_PFC.contains(type.name())) {
                        network.withPfc(terrain.groups);
                    }
                    return network.withScheme(type, settings, terrain.groups, terrain::runs);
                };
        return pair(type.name(), terrain, queues, own);
    }

    private static Pair pair(
            String scheme, Terrain terrain, int queues, UnaryOperator<BenchNetwork> own) {
        return new Pair(
                scheme,
                scenario(scheme, terrain, queues, own),
                scenario("PFC", terrain, 8, network -> network.withPfc(terrain.groups)));
    }

    private static Scenario scenario(
            String scheme, Terrain terrain, int queues, UnaryOperator<BenchNetwork> put) {
        return Scenario.endless(
                scheme + ", " + terrain.title,
                () -> {
                    BenchNetwork network = new BenchNetwork(terrain.topology(), MTU, queues);
                    network.withPfc(new TreeSet<>(terrain.others));
                    Fabric fabric = put.apply(network).fabric();
                    terrain.load(fabric);
                    return fabric;
                });
    }

    private static Topology longLink() {
        TopologyBuilder builder = new TopologyBuilder("long-link");
        for (String site : List.of("a", "b")) {
            builder.switchNode(site + "-switch", SWITCHES).switchNode(site + "-relay", SWITCHES);
            builder.link(site + "-switch", site + "-relay", RATE, new Nanos(1_000), "relay");
        }
        builder.link("a-relay", "b-relay", RATE, Nanos.parse("100us"), "longHaul");
        for (int host = 0; host < 4; host++) {
            builder.host("a" + host).link("a" + host, "a-switch", RATE, new Nanos(1_000), "host");
        }
        DataRate slow = DataRate.parse("40Gbps");
        for (int host = 0; host < 2; host++) {
            builder.host("b" + host).link("b" + host, "b-switch", slow, new Nanos(1_000), "host");
        }
        return builder.build();
    }

    private static void fourToTwo(Fabric fabric) {
        BenchTraffic traffic = new BenchTraffic(fabric);
        for (int sender = 0; sender < 4; sender++) {
            traffic.endless(sender, 4, List.of());
            traffic.endless(sender, 5, List.of());
        }
    }

    /** From node to node of NDC(4,1) over the node that has the receiver's low digit. */
    private static void layerByLayer(BenchTraffic traffic, int sender, int receiver) {
        traffic.endless(sender, receiver, List.of(1, receiver % 4 + 1, 2, receiver / 4 + 1));
    }
}
