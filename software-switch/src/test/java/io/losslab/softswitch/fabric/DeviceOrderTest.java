package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** In which order events of one time were asked for makes no difference, down to the picosecond. */
class DeviceOrderTest {
    private static final DataRate RATE = Networks.RATE;
    private static final int LEAVES = 3;
    private static final int HOSTS_OF_A_LEAF = 3;

    @Property(tries = 25)
    void flowsThatStartAtTheSameTimeMayBeAddedInAnyOrder(@ForAll long seed) {
        List<Integer> hosts = new ArrayList<>();
        for (int host = 0; host < LEAVES * HOSTS_OF_A_LEAF; host++) {
            hosts.add(host);
        }
        Map<String, Object> asWritten = run(hosts);
        Collections.shuffle(hosts, new Random(seed));
        assertEquals(asWritten, run(hosts));
    }

    /**
     * Equal links and equal flows that start together: nearly every event has a twin.
     *
     * @param senders hosts in the order in which their flows are added
     */
    private static Map<String, Object> run(List<Integer> senders) {
        TopologyBuilder builder = new TopologyBuilder("tree").switchNode("spine", Networks.BUFFER);
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            builder.switchNode("leaf" + leaf, Networks.BUFFER);
            for (int host = 0; host < HOSTS_OF_A_LEAF; host++) {
                builder.host("h" + leaf + host);
            }
        }
        Nanos delay = new Nanos(1_000);
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            for (int host = 0; host < HOSTS_OF_A_LEAF; host++) {
                builder.link("h" + leaf + host, "leaf" + leaf, RATE, delay, "edge");
            }
            builder.link("leaf" + leaf, "spine", RATE, delay, "core");
        }
        Topology topology = builder.build();
        Fabric fabric = Networks.fabric(topology, 1_024);
        Networks.pfcEverywhere(fabric, 1 << Networks.PRIORITY, 75_000, 50_000);
        for (int sender : senders) {
            int leaf = sender / HOSTS_OF_A_LEAF;
            int from = Networks.id(topology, "h" + leaf + sender % HOSTS_OF_A_LEAF);
            int to = Networks.id(topology, "h" + (leaf + 1) % LEAVES + "0");
            fabric.addFlow(FlowSpec.bandwidth(sender, from, to, 7, Networks.PRIORITY, 50_000, 4));
        }
        fabric.run(1_000_000);
        return seen(fabric);
    }

    private static Map<String, Object> seen(Fabric fabric) {
        Map<String, Object> seen = new TreeMap<>();
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                seen.put(node.name() + ":" + port, fabric.counters().port(node.id(), port));
            }
        }
        FlowLog log = fabric.drainFlows();
        for (int row = 0; row < log.size(); row++) {
            long[] times = {log.startNanos(row), log.endNanos(row)};
            seen.put("flow %d %d".formatted(log.flow(row), times[0]), times[1]);
        }
        return seen;
    }
}
