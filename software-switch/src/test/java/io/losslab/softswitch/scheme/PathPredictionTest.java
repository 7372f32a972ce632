package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Pyrrha, IV-B: what a switch predicts of a flow's way is the way its packets take, and the way
 * that hashing the 5-tuple at each switch gives.
 */
class PathPredictionTest {
    private static final int FLOWS = 100_000;
    private static final int MOST_HOPS = 5;

    private final Fabric fabric = fatTree();
    private final Topology topology = fabric.topology();
    private final Map<Integer, Integer> seeds = new HashMap<>();

    /** By flow: egress ports of switches in the order a packet left by them. */
    private final long[][] ways = new long[FLOWS + 1][];

    private final int[] portOfFlow = new int[FLOWS + 1];
    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void predictedWaysAreRealWays() {
        for (Node node : topology.switches()) {
            seeds.put(node.id(), random.nextInt());
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, seeds.get(node.id()));
            fabric.schemes()
                    .addEgress(
                            node.id(),
                            IntStream.rangeClosed(1, node.ports()).boxed().toList(),
                            WayRecorder::new);
        }
        List<Node> hosts = topology.hosts();
        int[] sources = new int[FLOWS + 1];
        int[] targets = new int[FLOWS + 1];
        for (int flow = 1; flow <= FLOWS; flow++) {
            sources[flow] = random.nextInt(hosts.size());
            targets[flow] = (sources[flow] + random.nextInt(1, hosts.size())) % hosts.size();
            portOfFlow[flow] = random.nextInt(49_152, 65_536);
            fabric.addFlow(
                    FlowSpec.scheduled(
                            flow,
                            hosts.get(sources[flow]).id(),
                            hosts.get(targets[flow]).id(),
                            portOfFlow[flow],
                            3,
                            MessageSchedule.of(new long[] {flow * 20L}, new long[] {100})));
        }
        fabric.run(10_000_000);
        assertEquals(FLOWS, fabric.drainFlows().size());
        for (int flow = 1; flow <= FLOWS; flow++) {
            long[] way = ways[flow];
            assertArrayEquals(
                    hashedWay(hosts.get(sources[flow]), hosts.get(targets[flow]), flow), way);
            assertPredicts(flow, way);
        }
    }

    private void assertPredicts(int flow, long[] way) {
        for (int from = 0; from < way.length; from++) {
            DataPlane plane = fabric.schemes().planeOf(device(way[from]) - 1);
            for (int to = 0; to < way.length; to++) {
                assertEquals(
                        to < from ? -1 : to - from,
                        plane.hopsTo(flow, device(way[to]), (int) way[to]));
            }
            int otherPort = 1 + (int) way[from] % plane.ports();
            assertEquals(-1, plane.hopsTo(flow, device(way[from]), otherPort));
        }
    }

    private static int device(long port) {
        return (int) (port >>> 32);
    }

    /** The way by the topology and the hash alone. */
    private long[] hashedWay(Node source, Node target, int flow) {
        List<List<Integer>> nextHops = topology.nextHopsTo(target);
        long[] way = new long[MOST_HOPS];
        int hops = 0;
        Node at = topology.peerAt(source, 1);
        while (at.isSwitch()) {
            List<Integer> equal = nextHops.get(at.id());
            int member =
                    FlowHash.FNV1A.member(
                            seeds.get(at.id()),
                            Topology.ipv4Of(source),
                            Topology.ipv4Of(target),
                            portOfFlow[flow],
                            FlowHash.ROCE_PORT,
                            equal.size());
            way[hops++] = DataPlane.root(at.id() + 1, equal.get(member));
            at = topology.peerAt(at, equal.get(member));
        }
        return Arrays.copyOf(way, hops);
    }

    private static Fabric fatTree() {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), new Nanos(600));
        SwitchType type = new SwitchType(DataSize.parse("20MB"), new Nanos(0));
        Fabric fabric = new Fabric(new FatTree(4, 2, link, type).build());
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(1_024));
        }
        return fabric;
    }

    /** Writes down where packets leave; sends them on as they come. */
    private final class WayRecorder implements EgressScheme {
        private final DataPlane plane;

        WayRecorder(DataPlane plane) {
            this.plane = plane;
        }

        @Override
        public int classify(int packet, int ingress, int egress) {
            return 0;
        }

        @Override
        public void onDequeue(int packet, int ingress, int egress, int queue) {
            int flow = plane.flow(packet);
            long[] way = ways[flow] == null ? new long[0] : ways[flow];
            ways[flow] = Arrays.copyOf(way, way.length + 1);
            ways[flow][way.length] = DataPlane.root(plane.deviceId(), egress);
        }
    }
}
