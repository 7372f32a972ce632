package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Node;
import io.losslab.configs.plan.CellPlan;
import io.losslab.labs.backend.TestPlans;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampledPortsTest {
    @TempDir Path folder;

    @Test
    void averagesAllPortsThoseOfALinkGroupAndThoseOfTheTrafficsWay() throws IOException {
        CellPlan plan = plan();
        Node left = plan.topology().switches().get(0);
        // Ports 1 and 2 lead to l0 and l1, port 3 over the bottleneck, where all traffic goes.
        SampledPorts ports = new SampledPorts(plan);
        ports.add(left, samples(10_000, 1_000, 1_000, 1_000));
        ports.add(left, samples(20_000, 0, 600, 3_000));
        ports.add(left, samples(30_000, 0, 0, 6_000));
        ports.add(left, samples(1_000_001, 5_000, 5_000, 5_000));
        assertEquals(
                Map.of(
                        "meanQueueBytes", 1_600.0,
                        "hostQueueBytes", 150.0,
                        "bottleneckQueueBytes", 4_500.0,
                        "webPathQueueBytes", 4_500.0),
                ports.figures());
    }

    @Test
    void throughputOfALinkGroupIsTheMeanOfItsPorts() throws IOException {
        CellPlan plan = plan();
        Node left = plan.topology().switches().get(0);
        SampledPorts ports = new SampledPorts(plan);
        // 10,000 B and 20,000 B in 80 us are 1 and 2 Gb/s; before the warm-up nothing counts.
        ports.add(left, samples(Counter.TX_BYTES, 10_000, 7, 7, 7));
        ports.add(left, samples(Counter.TX_BYTES, 20_000, 500, 0, 1_000));
        ports.add(left, samples(Counter.TX_BYTES, 60_000, 6_000, 20_000, 1_000));
        ports.add(left, samples(Counter.TX_BYTES, 100_000, 10_500, 20_000, 11_000));
        assertEquals(Map.of("hostGbps", 1.5, "bottleneckGbps", 1.0), ports.figures());
    }

    /**
     * A sum of doubles depends on its order; that of hash codes differs from one JVM to another.
     */
    @Test
    void theMeanIsThatInTheTopologysOrderWhicheverPortIsSampledFirst() throws IOException {
        CellPlan plan = plan();
        List<Node> switches = new ArrayList<>(plan.topology().switches());
        DoubleSummaryStatistics inOrder = new DoubleSummaryStatistics();
        for (Node node : switches) {
            inOrder.accept(8.0 * bytes(node, 1) / 70_001);
            inOrder.accept(8.0 * bytes(node, 2) / 70_001);
        }
        for (int turn = 0; turn < 2; turn++) {
            SampledPorts ports = new SampledPorts(plan);
            for (Node node : switches) {
                ports.add(node, samples(Counter.TX_BYTES, 20_000, 0, 0));
                ports.add(node, samples(Counter.TX_BYTES, 90_001, bytes(node, 1), bytes(node, 2)));
            }
            assertEquals(Map.of("hostGbps", inOrder.getAverage()), ports.figures());
            Collections.reverse(switches);
        }
    }

    private static long bytes(Node node, int port) {
        return 1_003L * (7 * node.id() + 3 * port);
    }

    private static CounterSamples samples(long nanos, long... queueOfPort) {
        return samples(Counter.EGRESS_BYTES, nanos, queueOfPort);
    }

    private static CounterSamples samples(Counter counter, long nanos, long... valueOfPort) {
        CounterSamples.Builder samples = CounterSamples.newBuilder();
        for (int i = 0; i < valueOfPort.length; i++) {
            samples.addTimeNs(nanos)
                    .addPort(i + 1)
                    .addQueue(-1)
                    .addCounter(counter)
                    .addValue(valueOfPort[i]);
        }
        return samples.build();
    }

    private CellPlan plan() throws IOException {
        Path file = folder.resolve("queues.yaml");
        Files.writeString(
                file,
                """
                experiment: test/queues
                title: Two racks
                topology:
                  generator: {dumbbell: {hostsPerSide: 2, hostRate: 10Gbps, rate: 10Gbps, delay: 1us, buffer: 1MB}}
                duration: 1ms
                warmup: 10us
                schemes:
                  pfc: [{links: [host, bottleneck], pfc: {xoff: 75KB}}]
                traffic:
                  - {name: web, kind: burst, from: [l0, l1], to: r0, size: 10KB, flows: 2}
                record: {counters: {interval: 10us, links: [host, bottleneck]}}
                """);
        return TestPlans.first(file.toString());
    }
}
