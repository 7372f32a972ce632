package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.flowcontrol.strict.StrictPriorityType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Strict priority among the classes that share a receiver's link (IEEE 802.1Q, 8.6.8.1). */
class StrictPriorityTest {
    private static final int MTU = 1_024;
    private static final long MESSAGE = 200 * MTU;
    private static final int[] CLASSES = {1, 4, 6};

    private final Topology star = Networks.star(4, Networks.RATE, 1_000);
    private final Fabric fabric = Networks.fabric(star, MTU);
    private final int middle = star.switches().get(0).id();
    private final List<Integer> ports = List.of(1, 2, 3, 4);

    @Test
    void aClassWaitsForHigherOnesAndForOneFrameOfALowerOne() {
        strict();
        Map<Integer, Long> ends = endsByClass();
        long alone = endAlone();
        long frame = Networks.longestWireBytes(MESSAGE, MTU) * Networks.picosPerByte(Networks.RATE);
        long message = Networks.wireBytes(MESSAGE, MTU) * Networks.picosPerByte(Networks.RATE);
        for (int rank = 0; rank < CLASSES.length; rank++) {
            int trafficClass = CLASSES[CLASSES.length - 1 - rank];
            long latest = alone + (rank * message + 2 * frame) / 1_000;
            assertTrue(
                    ends.get(trafficClass) <= latest,
                    "class %d ended at %d ns, after %d ns"
                            .formatted(trafficClass, ends.get(trafficClass), latest));
        }
    }

    @Test
    void withoutItAndOnceItIsTakenOffClassesShareTheLink() {
        strict();
        ports.forEach(port -> fabric.schemes().clearEgress(middle, port));
        Map<Integer, Long> ends = endsByClass();
        long message = Networks.wireBytes(MESSAGE, MTU) * Networks.picosPerByte(Networks.RATE);
        long spread = Math.abs(ends.get(6) - ends.get(1));
        assertTrue(spread < message / 1_000 / 20, "classes ended " + spread + " ns apart");
    }

    @Test
    void aSchemeThatChoosesQueuesIsRefusedAndTheOthersStay() {
        fabric.schemes().addEgress(middle, ports, ScriptedEgress::new);
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, this::strict);
        assertTrue(refusal.getMessage().contains("one queue per traffic class"));
        assertEquals(3, endsByClass().size());
    }

    private void strict() {
        Map<Integer, Settings> byPort = new TreeMap<>();
        ports.forEach(port -> byPort.put(port, new Settings(Map.of())));
        fabric.schemes()
                .addEgress(middle, ports, plane -> new StrictPriorityType().egress(plane, byPort));
    }

    /** When a message of each class has arrived, in ns; all are sent at once to one host. */
    private Map<Integer, Long> endsByClass() {
        for (int sender = 0; sender < CLASSES.length; sender++) {
            fabric.addFlow(message(CLASSES[sender], "h" + sender, CLASSES[sender], 0));
        }
        fabric.run(10_000_000);
        FlowLog log = fabric.drainFlows();
        Map<Integer, Long> ends = new TreeMap<>();
        for (int row = 0; row < log.size(); row++) {
            ends.put(log.flow(row), log.endNanos(row));
        }
        return ends;
    }

    private long endAlone() {
        long start = 20_000_000;
        fabric.addFlow(message(9, "h0", 6, start));
        fabric.run(start + 10_000_000);
        return fabric.drainFlows().endNanos(0) - start;
    }

    private FlowSpec message(int flow, String from, int trafficClass, long start) {
        return FlowSpec.scheduled(
                flow,
                Networks.id(star, from),
                Networks.id(star, "h3"),
                49_152 + flow,
                trafficClass,
                MessageSchedule.of(new long[] {start}, new long[] {MESSAGE}));
    }
}
