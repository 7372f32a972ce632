package io.losslab.flowcontrol.bfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import io.losslab.flowcontrol.bfc.BfcSettings.HostQueues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One device, by hand: packets come in by port 2 from queue 5 upstream and leave by port 1. */
class BfcTest {
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 600, 1_518);
    private static final int BYTES = 1_000;
    private static final int UPSTREAM_QUEUE = 5;
    private static final BfcSettings SETTINGS = settings(HostQueues.DYNAMIC, 1);

    private final RecordingPlane plane = new RecordingPlane(LINK, 2);
    private final Bfc bfc = new Bfc(plane, Map.of(1, SETTINGS, 2, SETTINGS));

    @Test
    void givesEachActiveFlowAQueueOfItsOwn() {
        assertEquals(1, classify(packet(1)));
        enqueue(1);
        enqueue(2);
        assertEquals(1, classify(packet(1)));
        assertEquals(2, classify(packet(2)));
        assertEquals(3, classify(packet(3)));
    }

    @Test
    void aFlowKeepsItsQueueForTwoRoundTrips() {
        enqueue(1);
        int second = enqueue(2);
        bfc.onDequeue(second, 2, 1, 2);
        plane.advanceTo(2_400);
        assertEquals(2, classify(packet(2)));
        assertEquals(3, classify(packet(3)), "queue 2 is empty, but flow 2's");
        plane.advanceTo(2_401);
        assertEquals(2, classify(packet(4)));
    }

    @Test
    void pausesTheUpstreamQueueWhileItHoldsAMarkedPacketOfIt() {
        int[] packets = new int[5];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = enqueue(1);
        }
        assertEquals(List.of("1 of 5 at 2"), frames(), "the fourth is over 3,000 B; once");
        for (int i = 0; i < 4; i++) {
            bfc.onDequeue(packets[i], 2, 1, 1);
        }
        assertEquals(List.of(), frames());
        bfc.onDequeue(packets[4], 2, 1, 1);
        assertEquals(List.of("2 of 5 at 2"), frames());
        assertEquals(List.of(), plane.violations());
    }

    @Test
    void activeQueuesShareTheThreshold() {
        enqueue(1);
        enqueue(2);
        enqueue(3);
        assertEquals(List.of(), frames());
        enqueue(1);
        assertEquals(List.of("1 of 5 at 2"), frames(), "2,000 B over 3,000 B / 3");
    }

    @Test
    void aPausedQueueHasNoShareOfTheThreshold() {
        enqueue(1);
        enqueue(2);
        control(BfcFrame.PAUSE, 1);
        enqueue(2);
        assertEquals(List.of(), frames(), "2,000 B of 3,000 B");
        control(BfcFrame.RESUME, 1);
        enqueue(2);
        assertEquals(List.of("1 of 5 at 2"), frames(), "3,000 B over 3,000 B / 2");
    }

    @Test
    void theThresholdIsOfTheLinkThatThePauseCrosses() {
        Bfc uneven = uneven();
        for (int i = 0; i < 5; i++) {
            int packet = packet(1);
            uneven.onEnqueue(packet, 1 + (i + 1) % 2, 1, 1);
            assertEquals(i == 2 ? List.of("1 of 5 at 2") : List.of(), frames(), "packet " + i);
        }
        uneven.onEnqueue(packet(1), 1, 1, 1);
        assertEquals(List.of("1 of 5 at 1"), frames(), "6,000 B over 5,000 B");
    }

    @Test
    void aFlowKeepsItsQueueForTwoRoundTripsOfTheLinkThatItCameBy() {
        Bfc uneven = uneven();
        int packet = packet(1);
        uneven.onEnqueue(packet, 2, 1, 1);
        uneven.onDequeue(packet, 2, 1, 1);
        plane.advanceTo(640);
        assertEquals(2, uneven.classify(packet(2), 2, 1));
        plane.advanceTo(641);
        assertEquals(1, uneven.classify(packet(2), 2, 1));
    }

    /** Port 1 has a threshold of 5,000 B and sticks for 800 ns, port 2 2,000 B and 640 ns. */
    private Bfc uneven() {
        plane.setLink(1, new LinkProfile(100_000_000_000L, 200, 1_518));
        plane.setLink(2, new LinkProfile(400_000_000_000L, 80, 1_518));
        BfcSettings ofLink =
                new BfcSettings(
                        4,
                        BfcSettings.OF_LINK,
                        BfcSettings.OF_LINK,
                        4,
                        4_000,
                        HostQueues.DYNAMIC,
                        1);
        return new Bfc(plane, Map.of(1, ofLink, 2, ofLink));
    }

    @Test
    void holdsTheQueueNamedAndGivesNewFlowsAnother() {
        control(BfcFrame.PAUSE, 1);
        assertEquals(
                List.of(new QueueChange(1, 1, true, DataPlane.root(9, 9))),
                plane.drainQueueChanges());
        assertNotEquals(1, classify(packet(1)));
        control(BfcFrame.RESUME, 1);
        assertEquals(List.of(new QueueChange(1, 1, false, 0)), plane.drainQueueChanges());
    }

    @Test
    void aPacketLeavesWithTheQueueItHadHere() {
        int packet = enqueue(1);
        bfc.onDequeue(packet, 2, 1, 1);
        assertEquals(1, plane.tag(packet));
    }

    @Test
    void byHashAHostsFlowHasOneQueueForGood() {
        BfcSettings hash = settings(HostQueues.HASH, 1);
        Bfc host = new Bfc(plane, Map.of(1, hash));
        plane.flow(7, 70, 71, 72);
        int queue = host.classifyFlow(7, 1, 0);
        assertTrue(queue >= 1 && queue <= 4);
        host.onFlowEnd(7);
        plane.advanceTo(1_000_000);
        assertEquals(queue, host.classifyFlow(7, 1, 3));
    }

    @Test
    void aHostGivesEachOfItsFlowsAFreeQueueUntilItEnds() {
        for (int flow = 1; flow <= 4; flow++) {
            plane.flow(flow, flow, 1, 1);
            assertEquals(flow, bfc.classifyFlow(flow, 1, 0));
        }
        assertEquals(2, bfc.classifyFlow(2, 1, 0), "asked again");
        plane.advanceTo(10_000);
        bfc.onFlowEnd(2);
        bfc.onFlowEnd(2);
        plane.flow(5, 5, 1, 1);
        plane.advanceTo(12_401);
        assertEquals(2, bfc.classifyFlow(5, 1, 0), "the only one that has no flow");
        assertEquals(List.of(), plane.violations());
    }

    @Test
    void aHostsFlowsShareAQueueOnceAllAreTakenAndTheSeedSaysWhich() {
        assertEquals(shared(1), shared(1));
        assertTrue(IntStream.range(2, 12).anyMatch(seed -> !shared(seed).equals(shared(1))));
        assertTrue(shared(1).stream().allMatch(queue -> queue >= 1 && queue <= 4));
    }

    /** Queues of the fifth to twelfth flow of a host that has four queues. */
    private static List<Integer> shared(int seed) {
        RecordingPlane device = new RecordingPlane(LINK, 2);
        Bfc host = new Bfc(device, Map.of(1, settings(HostQueues.DYNAMIC, seed)));
        List<Integer> queues = new ArrayList<>();
        for (int flow = 1; flow <= 12; flow++) {
            device.flow(flow, flow, 1, 1);
            queues.add(host.classifyFlow(flow, 1, 0));
        }
        return queues.subList(4, 12);
    }

    private static BfcSettings settings(HostQueues hostQueues, int seed) {
        return new BfcSettings(4, 3_000, 1_200, 2, 4_000, hostQueues, seed);
    }

    private int packet(int flow) {
        plane.flow(flow, flow, 1, 1);
        int packet = plane.packet(flow, BYTES, 0);
        plane.setTag(packet, UPSTREAM_QUEUE);
        return packet;
    }

    private int classify(int packet) {
        return bfc.classify(packet, 2, 1);
    }

    private int enqueue(int flow) {
        int packet = packet(flow);
        bfc.onEnqueue(packet, 2, 1, classify(packet));
        return packet;
    }

    private void control(int opcode, int queue) {
        BfcFrame frame = new BfcFrame();
        frame.write(1, opcode, queue, DataPlane.root(9, 9));
        assertTrue(bfc.onControl(1, frame.bytes(), 0));
    }

    private List<String> frames() {
        return plane.drainFrames().stream()
                .map(
                        each ->
                                BfcFrame.opcode(each.bytes().array(), 0)
                                        + " of "
                                        + BfcFrame.queue(each.bytes().array(), 0)
                                        + " at "
                                        + each.port())
                .toList();
    }
}
