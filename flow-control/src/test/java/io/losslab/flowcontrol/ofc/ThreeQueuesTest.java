package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Algorithms 2 and 3 at one egress port. */
class ThreeQueuesTest {
    private static final int IN = 2;
    private static final int OUT = 1;
    private static final int PRIORITY = 3;
    private static final int NORMAL = 3;
    private static final int FIRST = 14;
    private static final int SECOND = 15;
    private static final int BYTES = 1_000;
    private static final int FLOWS = 5;

    private final RecordingPlane plane =
            new RecordingPlane(new LinkProfile(40_000_000_000L, 20, 1_518), 3);
    private final Ofc ofc =
            ofc(new OfcSettings(FlowKey.PAIR, 1 << PRIORITY, 1 << 30, 1 << 29, 0, 0));
    private final QueueModel port = new QueueModel(plane, ofc, OUT, BYTES, PRIORITY);

    private Ofc ofc(OfcSettings settings) {
        for (int flow = 1; flow <= FLOWS; flow++) {
            plane.flow(flow, Frames.source(flow), Frames.destination(flow), flow);
        }
        return new Ofc(plane, settings.flowKey(), Map.of(OUT, settings, IN, settings, 3, settings));
    }

    @Test
    void partialFlowsPausedParksTheseAndSendsTheOthers() {
        arrive(1, 2, 1, 3);
        port.control(Frames.pause(PRIORITY, false, 1));
        assertTrue(port.send(0));
        assertTrue(port.send(0));
        assertFalse(port.send(0));
        assertEquals(List.of(2, 3), sentFlows());
        assertEquals(List.of(1, 1), port.flows(FIRST));
        assertTrue(port.isHeld(FIRST));
        assertFalse(port.isHeld(NORMAL));
        assertEquals(2, ofc.moves());
    }

    @Test
    void theParkedQueueIsHeldOnAccountOfThePortThatThePauseNamed() {
        plane.packet(1, BYTES, PRIORITY);
        ofc.onEnqueue(1, IN, OUT, NORMAL);
        ofc.onControl(OUT, Frames.pause(PRIORITY, false, 1), 0);
        assertEquals(FIRST, ofc.onHead(1, IN, OUT, NORMAL));
        assertEquals(
                List.of(new QueueChange(OUT, FIRST, true, Frames.ROOT)), plane.drainQueueChanges());
        ofc.onControl(OUT, Frames.pause(PRIORITY, false, 2), 0);
        assertEquals(
                List.of(new QueueChange(OUT, FIRST, true, Frames.ROOT)),
                plane.drainQueueChanges(),
                "the latest PAUSE is to blame");
        ofc.onControl(OUT, Frames.resume(PRIORITY, false, 1), 0);
        assertEquals(
                List.of(
                        new QueueChange(OUT, NORMAL, true, 0),
                        new QueueChange(OUT, FIRST, false, 0)),
                plane.drainQueueChanges());
        assertEquals(FIRST, ofc.onHead(1, IN, OUT, FIRST));
        ofc.onDequeue(1, IN, OUT, FIRST);
        assertEquals(List.of(new QueueChange(OUT, NORMAL, false, 0)), plane.drainQueueChanges());
    }

    /** The three states of section III-B in a row; queue by queue. */
    @Test
    void partialPausedFlowsResumedSendsTheseFirstAndMovesTheOthersToTheEmptyBackup() {
        arrive(1, 2, 1);
        port.control(Frames.pause(PRIORITY, false, 1, 2));
        assertFalse(port.send(0));
        assertEquals(List.of(1, 2, 1), port.flows(FIRST));
        arrive(1, 3);
        port.control(Frames.resume(PRIORITY, false, 1));
        assertTrue(port.isHeld(NORMAL), "new packets wait for the order mark");
        assertTrue(port.send(0));
        assertTrue(port.send(0));
        assertEquals(List.of(1, 1), sentFlows());
        assertEquals(List.of(2), port.flows(SECOND));
        assertTrue(port.isHeld(SECOND));
        assertFalse(port.isHeld(NORMAL), "the order mark is out");
        arrive(2, 1);
        drain();
        assertEquals(List.of(1, 1, 1, 3, 1), sentFlows());
        assertEquals(List.of(2, 2), port.flows(SECOND), "the parking queue stays");
        port.control(Frames.resume(PRIORITY, false, 2));
        drain();
        assertEquals(List.of(1, 1, 1, 3, 1, 2, 2), sentFlows());
    }

    @Test
    void aResumeWithNothingParkedActsAtOnce() {
        port.control(Frames.pause(PRIORITY, false, 1));
        port.control(Frames.resume(PRIORITY, false, 1));
        arrive(1);
        assertTrue(port.send(0));
        assertEquals(0, ofc.moves());
    }

    @Test
    void aResumeThatComesBeforeTheOrderMarkIsOutWaitsForIt() {
        arrive(1, 1, 2);
        port.control(Frames.pause(PRIORITY, false, 1, 2));
        assertFalse(port.send(0));
        port.control(Frames.resume(PRIORITY, false, 1));
        assertTrue(port.send(0));
        port.control(Frames.resume(PRIORITY, false, 2));
        assertTrue(port.send(0));
        assertEquals(List.of(2), port.flows(FIRST));
        drain();
        assertEquals(List.of(1, 1, 2), sentFlows());
        assertEquals(4, ofc.moves(), "flow 2 was parked again before its turn");
    }

    @Test
    void aPauseTakesBackAResumeThatWaits() {
        arrive(1, 2);
        port.control(Frames.pause(PRIORITY, false, 1, 2));
        assertFalse(port.send(0));
        port.control(Frames.resume(PRIORITY, false, 1));
        port.control(Frames.resume(PRIORITY, false, 2));
        port.control(Frames.pause(PRIORITY, false, 2));
        drain();
        assertEquals(List.of(1), sentFlows());
        assertEquals(1, port.buffered());
    }

    @Test
    void aPauseDuringTheDrainActsAtOnce() {
        arrive(1, 2, 1);
        port.control(Frames.pause(PRIORITY, false, 1, 2));
        assertFalse(port.send(0));
        port.control(Frames.resume(PRIORITY, false, 1, 2));
        assertTrue(port.send(0));
        port.control(Frames.pause(PRIORITY, false, 1));
        drain();
        assertEquals(List.of(1, 2), sentFlows());
        assertEquals(List.of(1), port.flows(SECOND));
    }

    @Test
    void pausingAllHoldsFlowsThatStartLater() {
        port.control(Frames.pause(PRIORITY, true));
        arrive(4, 5);
        assertFalse(port.send(0));
        port.control(Frames.resume(PRIORITY, true));
        drain();
        assertEquals(List.of(4, 5), sentFlows());
    }

    @Test
    void otherPrioritiesPassUntouched() {
        int packet = plane.packet(1, BYTES, 5);
        port.control(Frames.pause(PRIORITY, true));
        port.control(Frames.pause(5, true));
        assertEquals(5, ofc.classify(packet, IN, OUT));
        assertEquals(5, ofc.onHead(packet, IN, OUT, 5));
    }

    @Test
    void aFlowPausedAtTwoPortsIsResumedAtEachOnItsOwn() {
        QueueModel other = new QueueModel(plane, ofc, 3, BYTES, PRIORITY);
        port.control(Frames.pause(PRIORITY, false, 1));
        other.control(Frames.pause(PRIORITY, false, 1));
        arrive(1);
        other.arrive(1, IN);
        assertFalse(port.send(0));
        assertFalse(other.send(0));
        port.control(Frames.resume(PRIORITY, false, 1));
        assertTrue(port.send(0));
        assertFalse(other.send(0));
    }

    @Test
    void aHostParksItsOwnFlowsAndLetsThemGo() {
        port.control(Frames.pause(PRIORITY, false, 1, 2, 4));
        assertEquals(Ofc.PARK, ofc.onFlowHead(1, OUT, NORMAL, BYTES));
        assertEquals(Ofc.PARK, ofc.onFlowHead(2, OUT, NORMAL, BYTES));
        assertEquals(NORMAL, ofc.onFlowHead(3, OUT, NORMAL, BYTES));
        assertEquals(Ofc.PARK, ofc.onFlowHead(4, OUT, NORMAL, BYTES));
        ofc.onFlowEnd(4);
        port.control(Frames.resume(PRIORITY, false, 2, 4));
        assertEquals(List.of(2), plane.drainUnparked());
        port.control(Frames.pause(PRIORITY, true));
        port.control(Frames.resume(PRIORITY, false, 1));
        assertEquals(List.of(), plane.drainUnparked(), "all are paused still");
        port.control(Frames.resume(PRIORITY, true));
        assertEquals(List.of(1), plane.drainUnparked());
        assertEquals(NORMAL, ofc.onFlowHead(1, OUT, NORMAL, BYTES));
    }

    /**
     * Whatever pauses and resumes come when, each flow leaves in the order it came, none leaves
     * while it is paused, and all leave in the end. A step is an arrival, a send, a PAUSE or a
     * RESUME, of a flow or of all.
     */
    @Property(tries = 200)
    void everyFlowStaysInOrder(@ForAll @Size(max = 200) List<@IntRange(max = 99) Integer> steps) {
        Set<Integer> paused = new HashSet<>();
        boolean all = false;
        for (int step : steps) {
            int flow = 1 + step % FLOWS;
            if (step < 40) {
                port.arrive(flow, IN + step % 2);
            } else if (step < 70) {
                int before = port.sent().size();
                if (port.send(step)) {
                    int left = port.sent().get(before).flow();
                    assertFalse(all || paused.contains(left), "a paused flow was sent: " + left);
                }
            } else if (step < 84) {
                all |= step == 83;
                paused.add(flow);
                port.control(Frames.pause(PRIORITY, step == 83, flow));
            } else {
                all &= step < 97;
                paused.remove(flow);
                port.control(Frames.resume(PRIORITY, step >= 97, flow));
            }
        }
        port.control(Frames.resume(PRIORITY, true, 1, 2, 3, 4, 5));
        drain();
        assertEquals(0, port.buffered());
        assertFalse(port.isHeld(NORMAL) || port.isHeld(FIRST) || port.isHeld(SECOND));
        Map<Integer, Integer> last = new HashMap<>();
        for (QueueModel.Out out : port.sent()) {
            assertTrue(last.getOrDefault(out.flow(), 0) < out.arrival(), "out of order: " + out);
            last.put(out.flow(), out.arrival());
        }
    }

    private void arrive(int... flows) {
        for (int flow : flows) {
            port.arrive(flow, IN);
        }
    }

    private void drain() {
        boolean moving = true;
        while (moving) {
            moving = port.send(0);
        }
    }

    private List<Integer> sentFlows() {
        return port.sent().stream().map(QueueModel.Out::flow).toList();
    }
}
