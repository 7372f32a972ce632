package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which packets a switch marks as having met congestion. */
class EcnMarkingTest {
    private static final int MTU = 1_024;

    /** Of the type of service octet: behind 14 B of Ethernet and one of IPv4. */
    private static final int TOS = 15;

    private static final int DATA_QUEUE = 3;
    private static final int OTHER_QUEUE = 4;

    @Test
    void marksNothingBelowKminAndAllAboveKmax() {
        EcnMarker marker = new EcnMarker(1);
        assertFalse(marker.isAtDequeue(1) || marker.isAtEnqueue(1));
        marker.set(1, new RedMarking(1_000, 2_000, 0.2, false, 1));
        int marked = 0;
        for (int i = 0; i < 10_000; i++) {
            assertFalse(marker.marks(1, 1_000));
            assertTrue(marker.marks(1, 2_001));
            marked += marker.marks(1, 1_500) ? 1 : 0;
        }
        assertEquals(1_000.0, marked, 100.0, "Pmax / 2 halfway");
    }

    @Test
    void theSeedDecidesWhatIsMarkedInBetween() {
        assertEquals(marks(1), marks(1));
        assertNotEquals(marks(1), marks(2));
    }

    private static String marks(int seed) {
        EcnMarker marker = new EcnMarker(1);
        marker.set(1, new RedMarking(1_000, 2_000, 0.2, false, seed));
        StringBuilder marked = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            marked.append(marker.marks(1, 1_500) ? 1 : 0);
        }
        return marked.toString();
    }

    /**
     * Five packets of a bit more than 1 KB wait in a queue that is held until all are there. With a
     * step at 2.5 KB, three join a queue above it, and two leave one above it behind. What waits in
     * another queue of the port counts for that one.
     */
    @ParameterizedTest(name = "at enqueue: {0}")
    @CsvSource({"true, 0 0 1 1 1", "false, 1 1 0 0 0"})
    void aPacketIsMarkedByTheQueueItJoinsOrByTheOneItLeavesBehind(
            boolean atEnqueue, String expected) {
        Topology star = Networks.star(3, Networks.RATE, 1_000);
        Fabric fabric = Networks.fabric(star, MTU);
        int middle = star.switches().get(0).id();
        int receiver = Networks.id(star, "h1");
        int port =
                fabric.whole()
                        .ports
                        .localNumber(fabric.whole().ports.peer(fabric.numbers.of(receiver, 1)));
        ScriptedEgress scheme =
                (ScriptedEgress)
                        fabric.schemes().addEgress(middle, List.of(port), ScriptedEgress::new);
        scheme.queueOfFlow = flow -> flow == 1 ? DATA_QUEUE : OTHER_QUEUE;
        fabric.setEcn(middle, port, new RedMarking(2_499, 2_500, 1, atEnqueue, 1));
        List<String> marks = new ArrayList<>();
        fabric.taps()
                .add(
                        receiver,
                        1,
                        0,
                        1 << 14,
                        (tap, nanos, outbound, frame, captured, length) -> {
                            if (!outbound) {
                                marks.add((frame[TOS] & 3) == 3 ? "1" : "0");
                            }
                        });
        fabric.counters().countQueues();
        scheme.plane.hold(port, DATA_QUEUE, DataPlane.NO_ROOT);
        scheme.plane.hold(port, OTHER_QUEUE, DataPlane.NO_ROOT);
        fabric.addFlow(Networks.message(1, Networks.id(star, "h0"), receiver, 5 * MTU));
        fabric.addFlow(Networks.message(2, Networks.id(star, "h2"), receiver, 2 * MTU));
        fabric.run(100_000);
        assertEquals(List.of(), marks);
        scheme.plane.release(port, DATA_QUEUE);
        fabric.run(200_000);
        assertEquals(expected, String.join(" ", marks));
        long marked = marks.stream().filter("1"::equals).count();
        assertEquals(marked, fabric.counters().port(middle, port).markedFrames());
        assertEquals(marked, fabric.counters().queue(middle, port, DATA_QUEUE).markedFrames());
        assertEquals(0, fabric.counters().queue(middle, port, OTHER_QUEUE).markedFrames());
    }
}
