package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** OFC with flows that are 5-tuples. */
class TupleKeysTest {
    private static final int PRIORITY = 3;
    private static final int BYTES = 1_000;
    private static final int OUT = 1;
    private static final int IN = 2;
    private static final int SOURCE = 0x0A000001;
    private static final int DESTINATION = 0x0A000002;

    private final RecordingPlane plane =
            new RecordingPlane(new LinkProfile(40_000_000_000L, 20, 1_518), 2);
    private final byte[] frame = new byte[OfcFrame.MAX_LENGTH_BYTES];

    @Property(tries = 100)
    void everyTupleHasItsOwnKeyAndKeepsIt(
            @ForAll @Size(max = 300) List<@IntRange(min = 1, max = 400) Integer> flows) {
        for (int flow = 1; flow <= 400; flow++) {
            plane.flow(flow, flow % 3, flow % 5, flow % 70);
        }
        FlowKeys keys = FlowKeys.of(FlowKey.FIVE_TUPLE, plane);
        Map<List<Integer>, Long> model = new HashMap<>();
        for (int flow : flows) {
            long key = keys.of(flow);
            assertNotEquals(0, key);
            assertEquals(
                    model.computeIfAbsent(List.of(flow % 3, flow % 5, flow % 70), t -> key), key);
        }
        assertEquals(model.size(), model.values().stream().distinct().count());
    }

    @Property(tries = 50)
    void aNeighbourReadsTheSameFlows(@ForAll @Size(min = 1, max = 106) List<Integer> ports) {
        FlowKeys sender = FlowKeys.of(FlowKey.FIVE_TUPLE, plane);
        RecordingPlane other = new RecordingPlane(new LinkProfile(40_000_000_000L, 20, 1_518), 2);
        FlowKeys receiver = FlowKeys.of(FlowKey.FIVE_TUPLE, other);
        sender.begin(frame, 1, OfcFrame.PAUSE, PRIORITY, false, 0);
        for (int i = 0; i < ports.size(); i++) {
            plane.flow(i + 1, SOURCE, DESTINATION, ports.get(i) & 0xFFFF);
            other.flow(ports.size() - i, SOURCE, DESTINATION, ports.get(i) & 0xFFFF);
            assertEquals(i == 105, sender.list(frame, sender.of(i + 1)));
        }
        OfcFrame.end(frame);
        assertTrue(receiver.names(frame, 0));
        for (int i = 0; i < ports.size(); i++) {
            assertEquals(receiver.of(ports.size() - i), receiver.read(frame, 0, i));
        }
    }

    @Test
    void flowsOfAPairArePausedApart() {
        Ofc ofc = ofc(FlowKey.FIVE_TUPLE);
        QueueModel port = new QueueModel(plane, ofc, OUT, BYTES, PRIORITY);
        port.arrive(1, IN);
        port.arrive(2, IN);
        port.control(pause(FlowKey.FIVE_TUPLE, 1));
        assertTrue(port.send(0));
        assertFalse(port.send(0));
        assertEquals(List.of(2), port.sent().stream().map(QueueModel.Out::flow).toList());
        assertEquals(2 * 17, TableGauges.of(ofc, "ofcMaxFlowInPortBytes", OUT));
        assertEquals(13, TableGauges.of(ofc, "ofcMaxCongestedBytes", OUT));
    }

    @Test
    void flowsOfAPairArePausedTogetherWhereThePairIsTheKey() {
        Ofc ofc = ofc(FlowKey.PAIR);
        QueueModel port = new QueueModel(plane, ofc, OUT, BYTES, PRIORITY);
        port.arrive(1, IN);
        port.arrive(2, IN);
        port.control(pause(FlowKey.PAIR, 1));
        assertFalse(port.send(0));
    }

    @Test
    void theOriginalCongestionNamesTheFlowThatMeetsItByItsPort() {
        Ofc ofc = ofc(FlowKey.FIVE_TUPLE);
        QueueModel port = new QueueModel(plane, ofc, OUT, BYTES, PRIORITY);
        for (int i = 0; i < 6; i++) {
            port.arrive(2, IN);
        }
        byte[] sent = plane.drainFrames().get(0).bytes().array();
        assertEquals(1, OfcFrame.count(sent, 0));
        assertEquals(PairKeys.of(SOURCE, DESTINATION), OfcFrame.pair(sent, 0, 0));
        assertEquals(0xC002, OfcFrame.udpSourcePort(sent, 0, 0));
    }

    @Test
    void framesOfTheOtherKindAreNotUnderstood() {
        assertFalse(ofc(FlowKey.FIVE_TUPLE).onControl(OUT, pause(FlowKey.PAIR, 1), 0));
        assertFalse(ofc(FlowKey.PAIR).onControl(OUT, pause(FlowKey.FIVE_TUPLE, 1), 0));
    }

    private Ofc ofc(FlowKey flowKey) {
        plane.flow(1, SOURCE, DESTINATION, 0xC001);
        plane.flow(2, SOURCE, DESTINATION, 0xC002);
        OfcSettings settings = new OfcSettings(flowKey, 1 << PRIORITY, 10_000, 6_000, 4_000, 0);
        return new Ofc(plane, flowKey, Map.of(OUT, settings, IN, settings));
    }

    private byte[] pause(FlowKey flowKey, int flow) {
        FlowKeys keys = FlowKeys.of(flowKey, plane);
        keys.begin(frame, 1, OfcFrame.PAUSE, PRIORITY, false, Frames.ROOT);
        keys.list(frame, keys.of(flow));
        OfcFrame.end(frame);
        return frame;
    }
}
