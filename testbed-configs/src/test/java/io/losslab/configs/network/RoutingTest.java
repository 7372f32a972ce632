package io.losslab.configs.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Routes of whole networks against shortest paths to one host at a time. */
class RoutingTest {
    @Property(tries = 200)
    void hostsAtOneSwitchShareRoutesThatAreTheShortestPaths(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Topology topology = network(random);
        Set<Link> failed = new HashSet<>();
        for (Link link : topology.links()) {
            if (random.nextInt(8) == 0) {
                failed.add(link);
            }
        }
        Routing routing = new Routing(topology, Map.of()).without(failed);
        for (Node host : topology.hosts()) {
            List<List<Integer>> expected = topology.nextHopsTo(host, failed);
            for (Node node : topology.nodes()) {
                assertEquals(expected.get(node.id()), routing.ports(node, host));
            }
        }
    }

    /** Switches with links in parallel, hosts with one or two ports, some of which relay. */
    private static Topology network(SplittableRandom random) {
        TopologyBuilder builder = new TopologyBuilder("random");
        DataSize buffer = new DataSize(1_000_000);
        int switches = random.nextInt(1, 6);
        for (int i = 0; i < switches; i++) {
            builder.switchNode("s" + i, buffer);
        }
        for (int links = switches > 1 ? random.nextInt(12) : 0; links > 0; links--) {
            int one = random.nextInt(switches);
            link(builder, "s" + one, "s" + (one + random.nextInt(1, switches)) % switches);
        }
        int hosts = random.nextInt(1, 8);
        for (int i = 0; i < hosts; i++) {
            if (random.nextInt(4) == 0) {
                builder.relayingHost("h" + i, buffer);
            } else {
                builder.host("h" + i);
            }
            link(builder, "h" + i, "s" + random.nextInt(switches));
            if (random.nextInt(4) == 0) {
                link(builder, "h" + i, i > 0 ? "h" + (i - 1) : "s0");
            }
        }
        return builder.build();
    }

    private static void link(TopologyBuilder builder, String a, String b) {
        builder.link(a, b, new DataRate(100_000_000_000L), new Nanos(600), "any");
    }
}
