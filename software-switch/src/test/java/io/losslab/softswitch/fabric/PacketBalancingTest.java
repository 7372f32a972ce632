package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.BUFFER;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Irn;
import io.losslab.softswitch.fabric.capture.FrameCapture;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Switches that choose ports packet by packet: DRILL and packet spraying. */
class PacketBalancingTest {
    private static final int MTU = 1_024;
    private static final int LINKS = 4;
    private static final long BYTES = 4_096_000;
    private static final int PACKETS = (int) (BYTES / MTU);
    private static final PortChoice DRILL = PortChoice.drill(2, 1);

    /** Each link has the mean share to within five standard deviations of the binomial. */
    @Test
    void sprayingSpreadsAFlowLikeFairDraws() {
        Fabric fabric = parallel(PortChoice.spray(), 7);
        send(fabric, 1);
        double mean = (double) PACKETS / LINKS;
        double deviation = Math.sqrt(mean * (1 - 1.0 / LINKS));
        for (long packets : packetsByLink(fabric)) {
            assertEquals(mean, packets, 5 * deviation);
        }
    }

    @Test
    void aFlowKeepsToOneLinkByDefaultAndTakesAllUnderDrill() {
        Fabric fabric = parallel(PortChoice.BY_FLOW, 7);
        send(fabric, 1);
        assertEquals(PACKETS, Arrays.stream(packetsByLink(fabric)).max().orElseThrow());

        fabric = parallel(DRILL, 7);
        send(fabric, 1);
        for (long packets : packetsByLink(fabric)) {
            assertTrue(packets > PACKETS / (2 * LINKS), "packets on a link: " + packets);
        }
    }

    /**
     * As many senders as links, each at line rate. The hash puts the flows on two links, whose
     * queues then grow by half of what they carry, 4 MB; the longer of two drawn queues grows like
     * the double logarithm of their number (DRILL, section 3.2.2).
     */
    @Test
    void drillKeepsQueuesShortWhereFlowsCollide() {
        Fabric fabric = parallel(PortChoice.BY_FLOW, 7);
        fabric.counters().countQueues();
        send(fabric, LINKS);
        assertTrue(longestQueue(fabric) > BYTES / 2, "by flow: " + longestQueue(fabric));

        Fabric drilled = parallel(DRILL, 7);
        drilled.counters().countQueues();
        List<Long> ends = send(drilled, LINKS);
        assertTrue(longestQueue(drilled) < 16 * 1_100, "drilled: " + longestQueue(drilled));
        double idealNanos = PACKETS * 1_106 * 8 / 100.0;
        assertTrue(ends.get(LINKS - 1) < 1.02 * idealNanos, "last end: " + ends);

        Fabric sprayed = parallel(PortChoice.spray(), 7);
        sprayed.counters().countQueues();
        send(sprayed, LINKS);
        assertTrue(
                longestQueue(sprayed) > 2 * longestQueue(drilled),
                "sprayed: " + longestQueue(sprayed));
    }

    /** One drawn and the best of the choice before: without the memory it would be spraying. */
    @Test
    void drillComparesThePortItRemembers() {
        Fabric sprayed = parallel(PortChoice.spray(), 7);
        sprayed.counters().countQueues();
        send(sprayed, LINKS);

        Fabric drilled = parallel(PortChoice.drill(1, 1), 7);
        drilled.counters().countQueues();
        send(drilled, LINKS);
        assertTrue(
                longestQueue(sprayed) > 2 * longestQueue(drilled),
                "%d and %d".formatted(longestQueue(sprayed), longestQueue(drilled)));
    }

    /** At half the rate of its links and more, a flow always finds one of two links idle. */
    @Test
    void aPortThatSendsIsBusierThanOneThatIdles() {
        Topology topology =
                new TopologyBuilder("halves")
                        .switchNode("M", BUFFER)
                        .switchNode("N", BUFFER)
                        .link("M", "N", DataRate.parse("60Gbps"), new Nanos(600), "core")
                        .link("M", "N", DataRate.parse("60Gbps"), new Nanos(600), "core")
                        .host("a0")
                        .link("a0", "M", RATE, new Nanos(600), "edge")
                        .host("b0")
                        .link("b0", "N", RATE, new Nanos(600), "edge")
                        .build();
        Fabric fabric = fabric(topology, PortChoice.drill(2, 0), 7);
        fabric.counters().countQueues();
        send(fabric, 1);
        int m = id(topology, "M");
        for (int port = 1; port <= 2; port++) {
            assertEquals(0, fabric.counters().queue(m, port, Networks.PRIORITY).maxBytes());
            assertEquals(PACKETS / 2.0, fabric.counters().port(m, port).txFrames(), 1);
        }
    }

    @Test
    void theDrawsFollowTheSeed() {
        assertEquals(ends(DRILL, 7), ends(DRILL, 7));
        assertNotEquals(ends(DRILL, 7), ends(DRILL, 8));
    }

    /**
     * Nothing is lost, so no hole is to be retransmitted, however often packets overtake others.
     */
    @Test
    void aSenderThatAllowsForReorderingSendsNothingTwice() {
        Fabric fabric = parallel(PortChoice.spray(), 7);
        send(fabric, LINKS);
        long sent = 0;
        for (int sender = 0; sender < LINKS; sender++) {
            int node = id(fabric.topology(), "a" + sender);
            sent += fabric.counters().host(node).dataPacketsSent();
        }
        assertEquals((long) LINKS * PACKETS, sent);
    }

    /**
     * Two ways, one five times as long: NAKs ask for packets that are late, and ACKs overtake them.
     */
    @Test
    void goBackNNeverSendsAgainWhatIsAcknowledged() {
        Topology topology =
                new TopologyBuilder("unequal")
                        .switchNode("M", BUFFER)
                        .switchNode("N", BUFFER)
                        .link("M", "N", RATE, new Nanos(1_000), "core")
                        .link("M", "N", RATE, new Nanos(5_000), "core")
                        .host("a0")
                        .link("a0", "M", RATE, new Nanos(600), "edge")
                        .host("b0")
                        .link("b0", "N", RATE, new Nanos(600), "edge")
                        .build();
        Fabric fabric = fabric(topology, PortChoice.spray(), 7);
        HostSettings hosts =
                HostSettings.of(
                        new TransportSettings(MTU, 1, new GoBackN(1_000_000, 20_000), null));
        topology.hosts().forEach(host -> fabric.configureHost(host.id(), hosts));
        Answers answers = new Answers();
        fabric.taps().add(id(topology, "a0"), 1, 0, 1 << 14, answers);

        assertEquals(1, send(fabric, 1).size());

        assertTrue(answers.overtaken > 0, "no NAK was overtaken");
        assertEquals(0, answers.sentAfterAll, "packets");
    }

    /** What the sender of a flow hears and sends. */
    private static final class Answers implements FrameCapture {
        private static final int BTH = 14 + 20 + 8;
        private static final int ACKNOWLEDGE = 0x11;
        private static final int NAK = 0x60;

        private int acked;
        private int overtaken;
        private int sentAfterAll;

        @Override
        public void onFrame(
                int tap, long nanos, boolean outbound, byte[] frame, int captured, int length) {
            int sequence =
                    (frame[BTH + 9] & 0xff) << 16
                            | (frame[BTH + 10] & 0xff) << 8
                            | frame[BTH + 11] & 0xff;
            if (outbound) {
                sentAfterAll += sequence < acked ? 1 : 0;
            } else if (frame[BTH] == ACKNOWLEDGE) {
                boolean nak = (frame[BTH + 12] & NAK) == NAK;
                overtaken += nak && sequence < acked ? 1 : 0;
                acked = Math.max(acked, nak ? sequence : sequence + 1);
            }
        }
    }

    /** A port lies on a flow's way only where every packet passes it. */
    @Test
    void onlyPortsThatAllWaysShareArePredicted() {
        Topology topology = leafSpine();
        Fabric fabric = fabric(topology, DRILL, 3);
        int from = id(topology, "h0");
        int to = id(topology, "h2");
        fabric.addFlow(Networks.message(1, from, to, BYTES));
        fabric.run(1_000);
        int leaf = id(topology, "leaf0");
        int farLeaf = id(topology, "leaf1");
        int spine = id(topology, "spine0");
        assertEquals(3, fabric.whole().hosts.hopsTo(1, from, farLeaf, 1));
        assertEquals(2, fabric.whole().hosts.hopsTo(1, leaf, farLeaf, 1));
        assertEquals(1, fabric.whole().hosts.hopsTo(1, spine, farLeaf, 1));
        assertEquals(0, fabric.whole().hosts.hopsTo(1, farLeaf, farLeaf, 1));
        assertEquals(-1, fabric.whole().hosts.hopsTo(1, from, spine, 2), "one of three ways");
        assertEquals(-1, fabric.whole().hosts.hopsTo(1, leaf, leaf, 3), "one of three ports");
        assertEquals(0, fabric.whole().hosts.hopsTo(1, spine, spine, 2));
        assertEquals(-1, fabric.whole().hosts.hopsTo(1, from, farLeaf, 2), "another host's port");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void switchesThatHashAndSwitchesThatBalanceDeliverEverything(long seed) {
        Topology topology = leafSpine();
        Fabric fabric = fabric(topology, DRILL, seed);
        fabric.routes().setChoice(id(topology, "leaf1"), PortChoice.BY_FLOW, 0);
        int flows = sendAllToAll(fabric);
        fabric.run(50_000_000);
        assertEquals(flows, fabric.drainFlows().size());
    }

    @ParameterizedTest
    @EnumSource(PortChoice.Kind.class)
    void aFailedLinkCarriesNothingAndAllFlowsComplete(PortChoice.Kind kind) {
        Topology topology = leafSpine();
        PortChoice choice = kind == PortChoice.Kind.DRILL ? DRILL : new PortChoice(kind, 0, 0);
        Fabric fabric = fabric(topology, choice, 5);
        Node leaf = topology.node("leaf0").orElseThrow();
        Link failed = topology.linkAt(leaf, 4);
        for (Node host : topology.hosts()) {
            List<List<Integer>> ports = topology.nextHopsTo(host, Set.of(failed));
            for (Node node : topology.nodes()) {
                int[] set = ports.get(node.id()).stream().mapToInt(Integer::intValue).toArray();
                if (set.length > 0) {
                    fabric.routes().put(node.id(), Topology.ipv4Of(host), 32, set);
                }
            }
        }
        int flows = sendAllToAll(fabric);
        fabric.run(50_000_000);
        assertEquals(flows, fabric.drainFlows().size());
        assertEquals(0, fabric.counters().port(leaf.id(), 4).txFrames());
        assertEquals(0, fabric.counters().port(leaf.id(), 4).rxFrames());
        assertTrue(fabric.counters().port(leaf.id(), 3).txFrames() > 0);
    }

    @Test
    void aLoopOfChoicesDropsPackets() {
        Topology topology = parallelLinks();
        Fabric fabric = fabric(topology, DRILL, 7);
        int n = id(topology, "N");
        int ofB0 = Topology.ipv4Of(topology.node("b0").orElseThrow());
        fabric.routes().put(n, ofB0, 32, new int[] {1, 2});
        fabric.addFlow(Networks.message(1, id(topology, "a0"), id(topology, "b0"), MTU));
        fabric.run(1_000_000);
        assertEquals(0, fabric.drainFlows().size());
        long dropped = 0;
        for (Node node : topology.switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                dropped += fabric.counters().port(node.id(), port).droppedFrames();
            }
        }
        assertTrue(dropped > 0, "nothing dropped");
    }

    /** A message between any two of the four hosts; returns how many. */
    private static int sendAllToAll(Fabric fabric) {
        Topology topology = fabric.topology();
        int flows = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (i != j) {
                    fabric.addFlow(
                            Networks.message(
                                    ++flows, id(topology, "h" + i), id(topology, "h" + j), BYTES));
                }
            }
        }
        return flows;
    }

    private static List<Long> ends(PortChoice choice, long seed) {
        return send(parallel(choice, seed), LINKS);
    }

    /** One message from each of the first so many senders; sorted times of completion. */
    private static List<Long> send(Fabric fabric, int senders) {
        Topology topology = fabric.topology();
        for (int i = 0; i < senders; i++) {
            fabric.addFlow(
                    Networks.message(i + 1, id(topology, "a" + i), id(topology, "b" + i), BYTES));
        }
        fabric.run(50_000_000);
        FlowLog log = fabric.drainFlows();
        assertEquals(senders, log.size());
        List<Long> ends = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            ends.add(log.endNanos(row));
        }
        return ends.stream().sorted().toList();
    }

    private static long[] packetsByLink(Fabric fabric) {
        int n = id(fabric.topology(), "N");
        long[] packets = new long[LINKS];
        for (int link = 0; link < LINKS; link++) {
            packets[link] = fabric.counters().port(n, link + 1).rxFrames();
        }
        return packets;
    }

    private static long longestQueue(Fabric fabric) {
        int m = id(fabric.topology(), "M");
        long longest = 0;
        for (int link = 1; link <= LINKS; link++) {
            long bytes = fabric.counters().queue(m, link, Networks.PRIORITY).maxBytes();
            longest = Math.max(longest, bytes);
        }
        return longest;
    }

    private static Fabric parallel(PortChoice choice, long seed) {
        return fabric(parallelLinks(), choice, seed);
    }

    /** Senders a0.. at M, receivers b0.. at N, as many links between as there are of each. */
    private static Topology parallelLinks() {
        TopologyBuilder builder = new TopologyBuilder("parallel");
        builder.switchNode("M", BUFFER).switchNode("N", BUFFER);
        Nanos delay = new Nanos(600);
        for (int i = 0; i < LINKS; i++) {
            builder.link("M", "N", RATE, delay, "core");
        }
        for (int i = 0; i < LINKS; i++) {
            builder.host("a" + i).link("a" + i, "M", RATE, delay, "edge");
            builder.host("b" + i).link("b" + i, "N", RATE, delay, "edge");
        }
        return builder.build();
    }

    private static Topology leafSpine() {
        LinkType link = new LinkType(RATE, new Nanos(600));
        return new LeafSpine(2, 3, 2, link, link, new SwitchType(BUFFER, new Nanos(0)), List.of())
                .build();
    }

    private static Fabric fabric(Topology topology, PortChoice choice, long seed) {
        Fabric fabric = Networks.fabric(topology, MTU);
        Irn irn = new Irn(PACKETS, 1_000_000, 1_000_000, 3, PACKETS);
        for (Node host : topology.hosts()) {
            fabric.configureHost(
                    host.id(), HostSettings.of(new TransportSettings(MTU, 1, irn, null)));
        }
        for (Node node : topology.switches()) {
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, (int) seed);
            fabric.routes().setChoice(node.id(), choice, seed + node.id());
        }
        return fabric;
    }

    private static int id(Topology topology, String name) {
        return Networks.id(topology, name);
    }
}
