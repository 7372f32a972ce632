package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Irn;
import io.losslab.roce.recovery.Recovery;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.InFlight;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Go-Back-N and IRN on switches that drop. */
class RecoveryTest {
    private static final int MTU = 1024;
    private static final Irn IRN = new Irn(0, 100_000, 320_000, 3, 0);

    @Property(tries = 40)
    void irnDeliversEveryMessageOnce(@ForAll long seed) {
        RandomNetwork network = RandomNetwork.lossy(seed, IRN);
        Fabric fabric = network.fabric;
        fabric.run(3_000_000_000L);
        fabric.run(3_100_000_000L);
        assertEquals(network.messages, fabric.drainFlows().size());
        assertEquals(network.messageBytes, sum(fabric, HostTotals::payloadBytesDelivered));
        assertEquals(new InFlight(0, 0), fabric.counters().inFlight());
    }

    @Test
    void irnSendsOnlyHolesAgain() {
        Fabric selective = incast(IRN);
        long dropped = Networks.dropped(selective);
        assertTrue(dropped > 100, "dropped: " + dropped);
        long again = sum(selective, HostTotals::retransmittedPackets);
        Fabric cumulative = incast(new GoBackN(320_000, 0));
        assertTrue(again >= dropped, "all that was lost is sent again");
        assertTrue(again < 2 * dropped, again + " for " + dropped);
        assertTrue(sum(cumulative, HostTotals::retransmittedPackets) > 3 * again);
        long packets = 8 * 4 * RoceFrame.packets(300_000, MTU);
        assertEquals(packets + again, sum(selective, HostTotals::dataPacketsSent));
    }

    /** What was sent again is in the log once, with one of the messages of its flow. */
    @Test
    void theLogsRetransmitsAddUpToThoseOfTheHosts() {
        for (Recovery recovery : List.of(IRN, new GoBackN(320_000, 0))) {
            Fabric fabric = incast(recovery);
            FlowLog log = fabric.drainFlows();
            long logged = 0;
            for (int row = 0; row < log.size(); row++) {
                logged += log.retransmits(row);
            }
            assertEquals(sum(fabric, HostTotals::retransmittedPackets), logged, "" + recovery);
        }
    }

    /** With nothing in flight nothing is missing, however long ago the last ACK came. */
    @ParameterizedTest(name = "IRN: {0}")
    @ValueSource(booleans = {true, false})
    void afterAnIdleTimeTheTimeoutCountsFromTheNextPacket(boolean selective) {
        Fabric fabric =
                line(selective ? new Irn(0, 100_000, 100_000, 3, 0) : new GoBackN(100_000, 0));
        int from = Networks.id(fabric.topology(), "A");
        int to = Networks.id(fabric.topology(), "C");
        long[] posts = {0, 5_000_000, 12_345_678};
        long[] bytes = {20 * MTU, 20 * MTU, 20 * MTU};
        fabric.addFlow(
                FlowSpec.scheduled(1, from, to, 49_153, 3, MessageSchedule.of(posts, bytes)));
        fabric.run(100_000_000);
        assertEquals(3, fabric.drainFlows().size());
        assertEquals(0, sum(fabric, HostTotals::retransmittedPackets));
    }

    /** Each of two losses, far apart, costs the NACK's way and not the timer's time. */
    @Test
    void goBackNAsksForEveryGapOnce() {
        Fabric once = twoGaps(new GoBackN(50_000_000, 0));
        Fabric again = twoGaps(new GoBackN(50_000_000, 500_000));
        FlowLog log = once.drainFlows();
        long took = log.endNanos(0) - log.startNanos(0);
        assertTrue(took < 1_000_000, took + " ns");
        assertEquals(sum(once, HostTotals::retransmittedPackets), log.retransmits(0));
        assertEquals(
                sum(once, HostTotals::retransmittedPackets),
                sum(again, HostTotals::retransmittedPackets),
                "within the interval it does not ask again");
    }

    @Test
    void aHostKeepsWhenPacketsFirstCameOutOfOrder() {
        Fabric fabric = twoGaps(new GoBackN(50_000_000, 0));
        HostTotals totals = fabric.counters().host(Networks.id(fabric.topology(), "C"));
        assertEquals(1, totals.firstReorderFlow());
        assertEquals(2_020_000.0, totals.firstReorderNanos(), 10_000.0);
    }

    /** The timer has gone back, and before anything is sent again all of it is acknowledged. */
    @Test
    void acknowledgementsBeyondARewindReachIntoLaterMessages() {
        Fabric fabric = line(new GoBackN(30_000, 0));
        int from = Networks.id(fabric.topology(), "A");
        int to = Networks.id(fabric.topology(), "C");
        long bytes = 3 * MTU - 100;
        fabric.addFlow(FlowSpec.bandwidth(1, from, to, 1, 3, bytes, 16).times(40));
        fabric.run(10_000);
        int ofA = fabric.numbers.portsOf(from)[0];
        fabric.whole().pauses.pause(ofA, 3, 60_000);
        fabric.run(1_000_000);
        assertTrue(sum(fabric, HostTotals::retransmittedPackets) > 0, "the timer went off");
        assertEquals(40, fabric.drainFlows().size());
        assertEquals(40 * bytes, fabric.counters().host(to).payloadBytesDelivered());
    }

    @Test
    void keptPacketsAreNoOrderViolation() {
        Fabric fabric = incast(IRN);
        assertEquals(0, sum(fabric, HostTotals::reorderedPackets));
        assertTrue(sum(fabric, HostTotals::keptOutOfOrderPackets) > 100);
        assertTrue(sum(incast(new GoBackN(320_000, 0)), HostTotals::reorderedPackets) > 100);
    }

    /** With a cap of n packets the line carries n a round trip: of a frame there and its ACK. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10})
    void theCapBoundsGoodputOnALosslessLine(int cap) {
        Fabric fabric = line(new Irn(cap, 1_000_000, 1_000_000, 0, 0));
        int packets = 1_000;
        fabric.addFlow(message(fabric, (long) packets * MTU));
        fabric.run(100_000_000);
        FlowLog log = fabric.drainFlows();
        long frame = Networks.wireBytes(MTU, MTU) - 16;
        long ack = RoceFrame.wireBytes(RoceFrame.ackFrameBytes());
        long pipeline = 2 * Networks.PIPELINE_PICOS;
        long roundTrip = 2 * (frame + ack) * 80 + 4 * 10_000_000L + pipeline;
        long expected = packets / cap * roundTrip / 1000;
        double took = log.endNanos(0) - log.startNanos(0);
        assertEquals(expected, took, 0.01 * expected + roundTrip / 1000.0);
        assertEquals(0, sum(fabric, HostTotals::retransmittedPackets));
    }

    /** The automatic cap is just enough: a line without loss runs as with Go-Back-N. */
    @Test
    void theAutomaticCapFillsALosslessLine() {
        Fabric selective = line(IRN);
        selective.addFlow(message(selective, 3_000_000));
        selective.run(10_000_000);
        Fabric cumulative = line(new GoBackN(0, 0));
        cumulative.addFlow(message(cumulative, 3_000_000));
        cumulative.run(10_000_000);
        assertEquals(cumulative.drainFlows().endNanos(0), selective.drainFlows().endNanos(0));
    }

    /** What is in flight when the answer to the first packet is due: of a frame and its ACK. */
    @Test
    void theAutomaticCapIsARoundTripOfAFrameAndItsAck() {
        Fabric fabric = line(IRN);
        int node = Networks.id(fabric.topology(), "S1");
        int towardsC = fabric.numbers.portsOf(node)[1];
        fabric.whole().pauses.pause(towardsC, Networks.PRIORITY, DataPlane.FOREVER);
        fabric.addFlow(message(fabric, 1_000 * MTU));
        fabric.run(90_000);
        long frame = Networks.wireBytes(MTU, MTU);
        long ack = RoceFrame.wireBytes(RoceFrame.ackFrameBytes());
        double roundTrip = 2 * (frame + ack) * 80 + 4 * 10_000_000L + 2 * Networks.PIPELINE_PICOS;
        double packets = Math.ceil(roundTrip / ((frame - 16) * 80));
        assertEquals(packets, sum(fabric, HostTotals::dataPacketsSent));
    }

    /** As the paper on PortFC has it, section V-E: the slowest part of the path limits a flow. */
    @Test
    void theAutomaticCapFillsTheSlowestLinkAndLeavesNoQueueBehindTheFirstBurst() {
        Fabric fabric = narrow(new DataSize(1_000_000), "160Gbps", "100Gbps", 5_000);
        configure(fabric, IRN);
        int bytes = 10_000 * MTU;
        fabric.addFlow(message(fabric, bytes));
        fabric.run(10_000_000);
        long line = 10_000L * Networks.wireBytes(MTU, MTU) * 8 / 100;
        assertEquals(line, fabric.drainFlows().endNanos(0), 0.02 * line);
        long queue =
                fabric.counters()
                        .port(fabric.topology().switches().get(0).id(), 2)
                        .maxEgressBytes();
        // What comes at 160 and leaves at 100 Gb/s of the first round trip of 20 us.
        double burst = 100e9 / 8 * 20e-6 * (1 - 100 / 160.0);
        assertEquals(burst, queue, 0.1 * burst);
    }

    /** A resent packet that is lost too need not wait for the timer. */
    @Test
    void goBackNThatAsksAgainIsDoneEarlier() {
        long once = lastEnd(incast(new GoBackN(10_000_000, 0)));
        long again = lastEnd(incast(new GoBackN(10_000_000, 20_000)));
        assertTrue(again < once, again + " ns, and " + once + " ns asking once a gap");
    }

    /** The end of a message is lost, which no NACK tells: it is sent again one timeout later. */
    @Test
    void theTimeoutCountsFromTheLastAcknowledgement() {
        Fabric fabric = toASlowHost();
        configure(fabric, new GoBackN(1_000_000, 0));
        fabric.addFlow(message(fabric, 12 * MTU));
        fabric.run(100_000_000);
        long lost = Networks.dropped(fabric);
        assertTrue(lost > 0 && lost < 12, "lost: " + lost);
        assertEquals(lost, sum(fabric, HostTotals::retransmittedPackets));
        long perPacket = 8L * Networks.wireBytes(MTU, MTU);
        long expected = 12 * perPacket + 1_000_000;
        FlowLog log = fabric.drainFlows();
        assertEquals((double) expected, log.endNanos(0), 20_000);
        assertEquals(lost, log.retransmits(0));
    }

    /** Each lost packet once more, the short last one of a message with its own length. */
    @Test
    void irnResendsPacketsAsTheyWere() {
        Fabric fabric = toASlowHost();
        configure(fabric, new Irn(100, 1_000_000, 1_000_000, 0, 0));
        int bytes = 12 * MTU - 100;
        fabric.addFlow(message(fabric, bytes));
        fabric.run(100_000_000);
        long lost = Networks.dropped(fabric);
        assertTrue(lost > 0 && lost < 12, "lost: " + lost);
        assertEquals(lost, fabric.drainFlows().retransmits(0));
        assertEquals(lost, sum(fabric, HostTotals::retransmittedPackets));
        int node = Networks.id(fabric.topology(), "S1");
        long lostBytes = fabric.counters().port(node, 1).droppedBytes();
        assertTrue(lostBytes < lost * RoceFrame.dataFrameBytes(MTU, false), "the last is short");
        assertEquals(
                Networks.frameBytes(bytes, MTU) + lostBytes,
                sum(fabric, HostTotals::dataBytesSent));
    }

    @Test
    void aLatencyFlowAsksAGapAfterTheAnswer() {
        Fabric fabric = line(new GoBackN(0, 0));
        int from = Networks.id(fabric.topology(), "A");
        int to = Networks.id(fabric.topology(), "C");
        fabric.addFlow(FlowSpec.latency(1, from, to, 49_153, 3, 64).times(5).withGap(10_000));
        fabric.run(10_000_000);
        FlowLog log = fabric.drainFlows();
        assertEquals(5, log.size());
        for (int row = 1; row < 5; row++) {
            assertEquals(10_000, log.startNanos(row) - log.endNanos(row - 1), 1.0);
        }
    }

    @Test
    void aMessageDueAtTheStopIsNotPosted() {
        Fabric fabric = line(IRN);
        int from = Networks.id(fabric.topology(), "A");
        int to = Networks.id(fabric.topology(), "C");
        MessageSchedule posts = MessageSchedule.of(new long[] {0, 5_000}, new long[] {MTU, MTU});
        for (int flow : new int[] {1, 2}) {
            fabric.addFlow(
                    FlowSpec.scheduled(flow, from, to, flow, 3, posts).between(0, 4_999 + flow));
        }
        fabric.run(1_000_000);
        assertEquals(3, fabric.drainFlows().size(), "flow 1 stops at 5 us, flow 2 after");
    }

    @Test
    void aFlowStartsWhenThoseItWaitsForHaveCompleted() {
        Fabric fabric = Networks.fabric(Networks.star(4, Networks.RATE, 1_000), MTU);
        int[] host = new int[4];
        for (int i = 0; i < 4; i++) {
            host[i] = Networks.id(fabric.topology(), "h" + i);
        }
        fabric.addFlow(
                Networks.message(3, host[0], host[3], 5_000)
                        .after(List.of(1, 2))
                        .between(2_000, Long.MAX_VALUE));
        fabric.addFlow(Networks.message(1, host[1], host[0], 100_000));
        fabric.addFlow(Networks.message(2, host[2], host[0], 50_000));
        fabric.run(1_000_000);
        FlowLog log = fabric.drainFlows();
        assertEquals(3, log.flow(2));
        assertEquals(Math.max(log.endNanos(0), log.endNanos(1)) + 2_000, log.startNanos(2));
    }

    /** A switch drops what comes at 100 Gb/s for a host with a hundredth of that. */
    private static Fabric toASlowHost() {
        return narrow(new DataSize(10_000), "100Gbps", "1Gbps", 1_000);
    }

    /** From A to C by S1 with a buffer, over two links with rates and a delay. */
    private static Fabric narrow(DataSize buffer, String first, String second, long delayNanos) {
        Nanos delay = new Nanos(delayNanos);
        Topology narrow =
                new TopologyBuilder("narrow")
                        .host("A")
                        .host("C")
                        .switchNode("S1", buffer)
                        .link("A", "S1", DataRate.parse(first), delay, "edge")
                        .link("S1", "C", DataRate.parse(second), delay, "edge")
                        .build();
        Fabric fabric = new Fabric(narrow);
        ShortestPaths.install(fabric);
        return fabric;
    }

    /** A message to a slower link, whose buffer has no room for a microsecond, twice. */
    private static Fabric twoGaps(Recovery recovery) {
        Fabric fabric = narrow(Networks.BUFFER, "100Gbps", "80Gbps", 1_000);
        configure(fabric, recovery);
        int node = Networks.id(fabric.topology(), "S1");
        long start = 2_000_000;
        fabric.addFlow(message(fabric, 2_000 * MTU).between(start, Long.MAX_VALUE));
        long lost = 0;
        for (long gap : new long[] {20_000, 150_000}) {
            fabric.run(start + gap);
            fabric.setBuffer(node, 0);
            fabric.run(start + gap + 1_000);
            fabric.setBuffer(node, Networks.BUFFER.bytes());
            assertTrue(Networks.dropped(fabric) > lost, "lost at " + gap);
            lost = Networks.dropped(fabric);
        }
        fabric.run(1_000_000_000);
        assertEquals(lost, Networks.dropped(fabric));
        return fabric;
    }

    private static long lastEnd(Fabric fabric) {
        FlowLog log = fabric.drainFlows();
        assertEquals(8 * 4, log.size());
        return log.endNanos(log.size() - 1);
    }

    private static Fabric incast(Recovery recovery) {
        Fabric fabric = new Fabric(Networks.star(9, Networks.RATE, 1_000));
        ShortestPaths.install(fabric);
        fabric.setBuffer(Networks.id(fabric.topology(), "S"), 30_000);
        configure(fabric, recovery);
        int target = Networks.id(fabric.topology(), "h0");
        for (int sender = 1; sender <= 8; sender++) {
            int from = Networks.id(fabric.topology(), "h" + sender);
            fabric.addFlow(
                    FlowSpec.bandwidth(sender, from, target, 1, 3, 300_000, 2)
                            .times(4)
                            .between(sender * 13_000L, Long.MAX_VALUE));
        }
        fabric.run(1_000_000_000);
        return fabric;
    }

    private static Fabric line(Recovery recovery) {
        Fabric fabric = new Fabric(Networks.chain(1, Networks.RATE, 10_000));
        ShortestPaths.install(fabric);
        configure(fabric, recovery);
        return fabric;
    }

    private static void configure(Fabric fabric, Recovery recovery) {
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(
                    host.id(), HostSettings.of(new TransportSettings(MTU, 1, recovery, null)));
        }
    }

    private static FlowSpec message(Fabric fabric, long bytes) {
        int from = Networks.id(fabric.topology(), "A");
        return Networks.message(1, from, Networks.id(fabric.topology(), "C"), bytes);
    }

    private static long sum(Fabric fabric, java.util.function.ToLongFunction<HostTotals> count) {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> count.applyAsLong(fabric.counters().host(host.id())))
                .sum();
    }
}
