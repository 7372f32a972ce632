package io.losslab.flowcontrol.pyrrha;

import static io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing.HIERARCHICAL;
import static io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing.PARALLEL;
import static io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing.SINGLE_TIER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One device, by hand: port 1 leads down, ports 2 and 3 up. Roots lie at devices 200 and on. */
class PyrrhaTest {
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 600, 1_518);
    private static final int BYTES = 1_000;
    private static final long NEAR = DataPlane.root(200, 1);
    private static final long FAR = DataPlane.root(300, 1);
    private static final long OWN = DataPlane.root(1, 1);
    private static final PyrrhaSettings SETTINGS =
            new PyrrhaSettings(3, 2, 1_000, 100, HIERARCHICAL, false, true, false);

    private final RecordingPlane plane = new RecordingPlane(LINK, 4);
    private final PyrrhaFrame frame = new PyrrhaFrame();
    private Pyrrha pyrrha = pyrrha(SETTINGS);

    @Test
    void statesFollowTheFrames() {
        assertEquals(State.RESUMED, State.PAUSED.onResume());
        assertEquals(State.PAUSED, State.RESUMED.onPause());
        assertEquals(State.SOFT_MERGING, State.PAUSED.onMerge());
        assertEquals(State.SOFT_MERGING, State.RESUMED.onMerge());
        assertEquals(State.SOFT_MERGING, State.SOFT_MERGING.onResume());
        assertEquals(State.PAUSED, State.SOFT_MERGING.onPause());
    }

    @Test
    void isolatesAndHoldsTheFlowsOfARoot() {
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        assertEquals(List.of(new QueueChange(1, 1, true, NEAR)), plane.drainQueueChanges());
        assertEquals(1, pyrrha.classify(packet(7), 2, 1));
        assertEquals(0, pyrrha.classify(packet(8), 2, 1));
    }

    @Test
    void freesAnEmptyQueueAtResumeAndTellsTheParent() {
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertFrames("4 of 200.1 at 1");
        assertEquals(0, pyrrha.statistics().queuesInUse());
        assertEquals(1, pyrrha.statistics().maxQueuesOfPort());
    }

    @Test
    void keepsAQueueWithPacketsUntilTheLastHasLeft() {
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int packet = enqueue(7, 2);
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertEquals(1, pyrrha.statistics().queuesInUse());
        assertEquals(0, pyrrha.onHead(packet, 2, 1, 1), "on to the output queue");
        assertEquals(0, pyrrha.statistics().queuesInUse());
        assertFrames("4 of 200.1 at 1");
    }

    /** IV-C: what an isolation queue passes on may make the port a root like any other arrival. */
    @Test
    void whatLeavesAnIsolationQueueCountsAsAnArrivalAtTheOutputQueue() {
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int isolated = enqueue(7, 3);
        enqueue(8, 2);
        enqueue(8, 2);
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertFrames();
        assertEquals(0, pyrrha.onHead(isolated, 3, 1, 1));
        assertFrames("1 of 1.1 at 3", "4 of 200.1 at 1");
    }

    @Test
    void aParallelQueueGoesStraightToTheLine() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, PARALLEL, false, true, false));
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int packet = enqueue(7, 2);
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertEquals(1, pyrrha.onHead(packet, 2, 1, 1));
        pyrrha.onDequeue(packet, 2, 1, 1);
        assertEquals(0, pyrrha.statistics().queuesInUse());
        assertFrames("4 of 200.1 at 1");
    }

    @Test
    void aLongOutputQueueClaimsToBeARootAndPausesEachIngressOnce() {
        int first = enqueue(8, 2);
        enqueue(8, 2);
        assertFrames();
        int third = enqueue(8, 2);
        enqueue(8, 2);
        enqueue(9, 3);
        assertFrames("1 of 1.1 at 2", "1 of 1.1 at 3");
        pyrrha.onDequeue(first, 2, 1, 0);
        pyrrha.onDequeue(third, 2, 1, 0);
        pyrrha.onDequeue(third, 2, 1, 0);
        assertFrames();
        pyrrha.onDequeue(third, 2, 1, 0);
        assertFrames("2 of 1.1 at 2", "2 of 1.1 at 3");
    }

    /** IV-D: m per-hop BDPs come on top of K_pause, which are those of the m upstream hops. */
    @Test
    void thresholdsAreOfTheLinkThatThePauseCrosses() {
        uneven();
        int[] packets = new int[7];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = enqueue(8, i < 4 ? 2 : 3);
        }
        assertFrames("1 of 1.1 at 3");
        for (int i = 0; i < 4; i++) {
            packets[i] = enqueue(8, 2);
        }
        assertFrames("1 of 1.1 at 2");
        leave(packets, 6);
        assertFrames();
        leave(packets, 1);
        assertFrames("2 of 1.1 at 2");
        leave(packets, 2);
        assertFrames();
        leave(packets, 1);
        assertFrames("2 of 1.1 at 3");
    }

    @Test
    void soTheyAreForAnIsolationQueue() {
        uneven();
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int[] packets = new int[11];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = enqueue(7, i == 10 ? 2 : 3);
        }
        assertFrames("1 of 200.1 at 3", "1 of 200.1 at 2");
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        for (int i = 0; i < 6; i++) {
            pyrrha.onHead(packets[i], 3, 1, 1);
        }
        assertFrames("1 of 1.1 at 3");
        pyrrha.onHead(packets[6], 3, 1, 1);
        assertFrames("2 of 200.1 at 2");
        for (int i = 7; i < 9; i++) {
            pyrrha.onHead(packets[i], 3, 1, 1);
        }
        assertFrames();
        pyrrha.onHead(packets[9], 3, 1, 1);
        assertFrames("2 of 200.1 at 3");
    }

    /** Port 2 pauses from 10,000 B on and resumes below 5,000 B, port 3 from 4,000 and 2,000 B. */
    private void uneven() {
        plane.setLink(1, new LinkProfile(100_000_000_000L, 5_000, 1_518));
        plane.setLink(2, new LinkProfile(400_000_000_000L, 200, 1_518));
        plane.setLink(3, new LinkProfile(100_000_000_000L, 80, 1_518));
        pyrrha =
                pyrrha(
                        new PyrrhaSettings(
                                2,
                                1,
                                PyrrhaSettings.OF_LINK,
                                100,
                                HIERARCHICAL,
                                false,
                                true,
                                false));
    }

    private void leave(int[] packets, int count) {
        for (int i = 0; i < count; i++) {
            pyrrha.onDequeue(packets[i], 2, 1, 0);
        }
    }

    @Test
    void aLongIsolationQueuePassesThePauseOnWithOneHopMore() {
        plane.setHops(7, 200, 1, 4);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 4);
        enqueue(7, 2);
        enqueue(7, 2);
        enqueue(7, 2);
        List<RecordingPlane.Frame> frames = plane.drainFrames();
        assertEquals(1, frames.size());
        assertEquals(5, PyrrhaFrame.hops(frames.get(0).bytes().array(), 0));
        assertEquals(NEAR, frames.get(0).root());
    }

    @Test
    void withTheIngressMetricOnlyWhoFillsTheQueueIsPaused() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, HIERARCHICAL, true, true, false));
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        enqueue(7, 2);
        enqueue(7, 2);
        enqueue(7, 3);
        enqueue(7, 3);
        assertFrames();
        enqueue(7, 3);
        assertFrames("1 of 200.1 at 3");
    }

    @Test
    void aDownstreamPauseMergesTheClaim() {
        enqueue(8, 2);
        enqueue(8, 2);
        enqueue(8, 2);
        assertFrames("1 of 1.1 at 2");
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        assertFrames("3 of 200.1 for 1.1 at 2");
        assertEquals(1, pyrrha.statistics().merges());
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertEquals(1, pyrrha.statistics().queuesInUse(), "the upstream still holds a queue");
        receiveAt(2, PyrrhaFrame.DEALLOCATE, NEAR, 0);
        assertEquals(0, pyrrha.statistics().queuesInUse());
    }

    @Test
    void aMergeDrainsTheOldQueueIntoTheNextRootsAndTheOutputQueue() {
        plane.setHops(7, 200, 1, 1);
        plane.setHops(7, 300, 1, 2);
        plane.setHops(8, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int merged = enqueue(7, 2);
        int innocent = enqueue(8, 2);
        plane.drainQueueChanges();
        receive(PyrrhaFrame.MERGE, FAR, NEAR, 2);
        assertEquals(List.of(new QueueChange(1, 1, false, 0)), plane.drainQueueChanges());
        assertEquals(3, plane.level(1, 1), "it drains first");
        assertEquals(1, pyrrha.classify(packet(8), 2, 1), "arrivals keep behind its packets");
        assertEquals(2, pyrrha.onHead(merged, 2, 1, 1));
        assertEquals(0, pyrrha.onHead(innocent, 2, 1, 1));
        assertEquals(0, pyrrha.classify(packet(8), 2, 1), "the old queue is gone");
        assertEquals(2, pyrrha.classify(packet(7), 2, 1));
    }

    @Test
    void aPacketPassesTheRootsFromNearToFar() {
        plane.setHops(7, 200, 1, 1);
        plane.setHops(7, 300, 1, 2);
        receive(PyrrhaFrame.PAUSE, FAR, 0, 2);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int packet = enqueue(7, 2);
        assertEquals(2, pyrrha.classify(packet, 2, 1), "the near root's queue came second");
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertEquals(1, pyrrha.onHead(packet, 2, 1, 2));
        receive(PyrrhaFrame.RESUME, FAR, 0, 2);
        assertEquals(0, pyrrha.onHead(packet, 2, 1, 1));
        assertEquals(2, pyrrha.statistics().moves());
    }

    @Test
    void aParallelQueueWaitsForItsFlowsPacketsInTheOutputQueue() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, PARALLEL, false, true, false));
        plane.setHops(7, 200, 1, 1);
        int old = enqueue(7, 2);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        int later = enqueue(7, 2);
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        plane.drainQueueChanges();
        assertEquals(EgressScheme.HOLD, pyrrha.onHead(later, 2, 1, 1));
        pyrrha.onDequeue(old, 2, 1, 0);
        assertEquals(List.of(new QueueChange(1, 1, false, 0)), plane.drainQueueChanges());
        assertEquals(1, pyrrha.onHead(later, 2, 1, 1));
    }

    @Test
    void ignoresAPauseForItsOwnPort() {
        receive(PyrrhaFrame.PAUSE, OWN, 0, 3);
        assertEquals(List.of(), plane.drainQueueChanges());
        assertEquals(1, pyrrha.statistics().ignoredSelfPauses());
        assertEquals(0, pyrrha.statistics().queuesInUse());
    }

    @Test
    void sharesQueuesByHashOnceTheyRunOut() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 2, HIERARCHICAL, false, true, false));
        for (int device = 200; device < 203; device++) {
            plane.setHops(device, device, 1, 1);
            receive(PyrrhaFrame.PAUSE, DataPlane.root(device, 1), 0, 1);
        }
        assertEquals(2, pyrrha.statistics().queuesInUse());
        int expected = 1 + Math.floorMod(Long.hashCode(DataPlane.root(202, 1)), 2);
        assertEquals(expected, pyrrha.classify(packet(202), 2, 1));
        for (int device = 200; device < 203; device++) {
            receive(PyrrhaFrame.RESUME, DataPlane.root(device, 1), 0, 1);
        }
        assertEquals(0, pyrrha.statistics().queuesInUse());
    }

    @Test
    void aNeighbourIsResumedOnceAllEgressPortsAgree() {
        plane.setHops(7, 200, 1, 1);
        receiveAt(1, PyrrhaFrame.PAUSE, NEAR, 0);
        receiveAt(4, PyrrhaFrame.PAUSE, NEAR, 0);
        int[] packets = new int[6];
        for (int i = 0; i < 3; i++) {
            packets[i] = enqueue(7, 2);
            packets[3 + i] = packet(7);
            pyrrha.onEnqueue(packets[3 + i], 2, 4, pyrrha.classify(packets[3 + i], 2, 4));
        }
        assertFrames("1 of 200.1 at 2");
        for (int i = 0; i < 3; i++) {
            pyrrha.onDequeue(packets[i], 2, 1, 1);
        }
        assertFrames();
        for (int i = 3; i < 6; i++) {
            pyrrha.onDequeue(packets[i], 2, 4, 1);
        }
        assertFrames("2 of 200.1 at 2");
    }

    @Test
    void usesAQueueForEachDistinctSetOfRootsInASingleTier() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, SINGLE_TIER, false, true, false));
        for (int flow = 1; flow < 8; flow++) {
            for (int root = 0; root < 3; root++) {
                if ((flow >> root & 1) != 0) {
                    plane.setHops(flow, 200 + root, 1, root + 1);
                    plane.setHops(flow + 10, 200 + root, 1, root + 1);
                }
            }
        }
        for (int root = 0; root < 3; root++) {
            receive(PyrrhaFrame.PAUSE, DataPlane.root(200 + root, 1), 0, root + 1);
        }
        for (int flow = 1; flow < 8; flow++) {
            assertEquals(
                    pyrrha.classify(packet(flow), 2, 1), pyrrha.classify(packet(flow + 10), 2, 1));
        }
        assertEquals(7, pyrrha.statistics().queuesInUse());
        assertEquals(0, pyrrha.classify(packet(20), 2, 1));
        plane.drainQueueChanges();
        receive(PyrrhaFrame.RESUME, DataPlane.root(200, 1), 0, 1);
        assertEquals(3, pyrrha.statistics().queuesInUse(), "sets of the two roots left");
    }

    @Test
    void aFlowStaysInItsQueueOfASingleTierWhileItHasPacketsThere() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, SINGLE_TIER, false, true, false));
        plane.setHops(7, 200, 1, 1);
        int old = enqueue(7, 2);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        assertEquals(0, pyrrha.classify(packet(7), 2, 1));
        pyrrha.onDequeue(old, 2, 1, 0);
        assertEquals(1, pyrrha.classify(packet(7), 2, 1));
    }

    @Test
    void aHostParksTheFlowsOfAPausedRootOnly() {
        plane.setHops(7, 200, 1, 1);
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        assertEquals(EgressScheme.PARK, pyrrha.onFlowHead(7, 1, 0, BYTES));
        assertEquals(0, pyrrha.onFlowHead(8, 1, 0, BYTES));
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertEquals(List.of(7), plane.drainUnparked());
        assertEquals(0, pyrrha.onFlowHead(7, 1, 0, BYTES));
    }

    @Test
    void aHostThatIsNotAwareHoldsItsQueue() {
        pyrrha = pyrrha(new PyrrhaSettings(3, 2, 1_000, 100, HIERARCHICAL, false, false, false));
        receive(PyrrhaFrame.PAUSE, NEAR, 0, 1);
        plane.drainQueueChanges();
        assertEquals(EgressScheme.HOLD, pyrrha.onFlowHead(8, 1, 0, BYTES));
        assertEquals(List.of(new QueueChange(1, 0, true, NEAR)), plane.drainQueueChanges());
        receive(PyrrhaFrame.RESUME, NEAR, 0, 1);
        assertTrue(plane.drainQueueChanges().contains(new QueueChange(1, 0, false, 0)));
    }

    @Test
    void aNeighbourThatSpeaksPfcOnlyGetsPfcFramesAndARefresh() {
        Map<Integer, PyrrhaSettings> byPort = new HashMap<>();
        byPort.put(1, SETTINGS);
        byPort.put(2, new PyrrhaSettings(3, 2, 1_000, 100, HIERARCHICAL, false, true, true));
        pyrrha = new Pyrrha(plane, byPort);
        int last = 0;
        for (int i = 0; i < 3; i++) {
            last = enqueue(8, 2);
        }
        assertEquals(
                List.of(new RecordingPlane.Sent(0, 2, 0xFF, PauseFrame.MAX_QUANTA)),
                plane.drainSent());
        long halfNanos = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, 100_000_000_000L) / 2;
        plane.advanceTo(halfNanos, pyrrha);
        assertEquals(1, plane.drainSent().size());
        pyrrha.onDequeue(last, 2, 1, 0);
        pyrrha.onDequeue(last, 2, 1, 0);
        assertEquals(List.of(new RecordingPlane.Sent(halfNanos, 2, 0xFF, 0)), plane.drainSent());
    }

    @Test
    void leavesOtherFramesToThePfcResponder() {
        byte[] pfc = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(pfc, 0, 1, 1, 0);
        assertFalse(pyrrha.onControl(1, pfc, 0));
    }

    private Pyrrha pyrrha(PyrrhaSettings settings) {
        Map<Integer, PyrrhaSettings> byPort = new HashMap<>();
        for (int port = 1; port <= 4; port++) {
            byPort.put(port, settings);
        }
        return new Pyrrha(plane, byPort);
    }

    private int packet(int flow) {
        return plane.packet(flow, BYTES, 0);
    }

    private int enqueue(int flow, int ingress) {
        int packet = packet(flow);
        pyrrha.onEnqueue(packet, ingress, 1, pyrrha.classify(packet, ingress, 1));
        return packet;
    }

    private void receive(int opcode, long root, long oldRoot, int hops) {
        frame.write(1, opcode, root, oldRoot, hops);
        assertTrue(pyrrha.onControl(1, frame.bytes(), 0));
    }

    private void receiveAt(int port, int opcode, long root, long oldRoot) {
        frame.write(1, opcode, root, oldRoot, 1);
        assertTrue(pyrrha.onControl(port, frame.bytes(), 0));
    }

    private void assertFrames(String... expected) {
        List<String> sent =
                plane.drainFrames().stream()
                        .map(each -> describe(each.port(), each.bytes().array()))
                        .toList();
        assertEquals(List.of(expected), sent);
    }

    private static String describe(int port, byte[] bytes) {
        long root = PyrrhaFrame.root(bytes, 0);
        long old = PyrrhaFrame.oldRoot(bytes, 0);
        return PyrrhaFrame.opcode(bytes, 0)
                + " of "
                + (root >>> 32)
                + "."
                + (int) root
                + (old == 0 ? "" : " for " + (old >>> 32) + "." + (int) old)
                + " at "
                + port;
    }
}
