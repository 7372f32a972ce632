package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Completion times of eight flows under Pyrrha, compared with figures recorded from the authors'
 * simulator (github.com/NASA-NJU/Pyrrha-NS3).
 *
 * <p>Two racks of eight hosts under one spine. Hosts 1 to 3 (rack of the receiver) and 8 to 10 (the
 * other rack) send to host 0; host 11 sends to 4 and host 12 to 5, and share the uplink of their
 * rack with the three far senders.
 *
 * <p>The record names hosts and completion times only. The set-up follows from them: links of 100
 * Gb/s and 1 us and K_pause = 2, K_resume = 1 (the simulator's defaults) give the recorded 110
 * pauses per sender at the root; six messages of 4.572 MB keep the last link of host 0 busy for the
 * recorded 2,371 us; and with the victims' messages at 4.592 MB and 0.942 MB parallel queues, the
 * only form losslab had when the figures were recorded, take the 576.3 us and 205.0 us that were
 * recorded of it.
 */
class PyrrhaReferenceTest {
    private static final long HOP_BDP_BYTES = 25_000;
    private static final long TO_HOST_0_BYTES = 4_572_000;
    private static final long LONG_VICTIM_BYTES = 4_592_000;
    private static final long SHORT_VICTIM_BYTES = 942_000;

    /** 11 to 4 and 12 to 5. */
    private static final double[] VICTIMS_MICROS = {724.7, 242.3};

    /** First and last of 1, 2, 3 to 0. */
    private static final double[] NEAR_MICROS = {1_542, 1_576};

    /** First and last of 8, 9, 10 to 0. */
    private static final double[] FAR_MICROS = {2_369, 2_371};

    @Test
    void allEightFlowsFinishWithinFivePercentOfTheAuthorsSimulator() {
        double[] micros = run(settings(Queueing.HIERARCHICAL, false));
        assertWithin(0.05, VICTIMS_MICROS[0], micros[6], "11 to 4");
        assertWithin(0.05, VICTIMS_MICROS[1], micros[7], "12 to 5");
        assertFirstAndLast(0.05, NEAR_MICROS, micros, 0, "1, 2, 3 to 0");
        assertFirstAndLast(0.05, FAR_MICROS, micros, 3, "8, 9, 10 to 0");
    }

    /**
     * The simulator counts an isolation queue by ingress port, where the paper compares its length.
     * Counted so, 11 to 4 takes 5.4 % less than recorded, and the first of 1, 2, 3 to 0 5.1 % more.
     * The cause is a rule of the simulator that the paper does not have: an uplink claims to be a
     * root only if its queue is above 1.1 times the mean over the switch's uplinks, which a single
     * uplink never is. With no claims at the uplink of the far rack, 11 to 4 takes 699.9 us (3.4 %
     * less), 12 to 5 244.8 us, and the first and last of 1, 2, 3 to 0 1,601 and 1,608 us (3.8 and
     * 2.0 % more).
     */
    @Test
    void countedByIngressNoFlowIsMoreThanFiveAndAHalfPercentOff() {
        double[] micros = run(settings(Queueing.HIERARCHICAL, true));
        assertWithin(0.055, VICTIMS_MICROS[0], micros[6], "11 to 4");
        assertWithin(0.05, VICTIMS_MICROS[1], micros[7], "12 to 5");
        assertFirstAndLast(0.055, NEAR_MICROS, micros, 0, "1, 2, 3 to 0");
        assertFirstAndLast(0.05, FAR_MICROS, micros, 3, "8, 9, 10 to 0");
    }

    /** The set-up is the recorded one: parallel queues give what was recorded of them. */
    @Test
    void parallelQueuesGiveTheTimesRecordedOfThem() {
        double[] micros = run(settings(Queueing.PARALLEL, true));
        assertWithin(0.005, 576.3, micros[6], "11 to 4");
        assertWithin(0.005, 205.0, micros[7], "12 to 5");
        assertFirstAndLast(0.025, new double[] {1_479, 1_521}, micros, 0, "1, 2, 3 to 0");
        assertFirstAndLast(0.003, new double[] {2_365, 2_372}, micros, 3, "8, 9, 10 to 0");
    }

    private static double[] run(PyrrhaSettings settings) {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), new Nanos(1_000));
        PyrrhaRacks racks =
                PyrrhaRacks.of(
                        new LeafSpine(
                                2,
                                1,
                                8,
                                link,
                                link,
                                new SwitchType(DataSize.parse("20MB"), new Nanos(0)),
                                List.of()));
        racks.control(settings);
        for (int sender : new int[] {1, 2, 3, 8, 9, 10}) {
            racks.message(sender, 0, 0, TO_HOST_0_BYTES, 49_152 + sender);
        }
        racks.message(11, 4, 0, LONG_VICTIM_BYTES, 49_163);
        racks.message(12, 5, 0, SHORT_VICTIM_BYTES, 49_164);
        racks.fabric.run(10_000_000);
        assertEquals(0, racks.dropped(), "dropped");
        assertEquals(0, racks.reordered(), "reordered");
        FlowLog log = racks.fabric.drainFlows();
        assertEquals(racks.flows, log.size(), "messages complete");
        double[] micros = new double[racks.flows];
        for (int row = 0; row < log.size(); row++) {
            micros[log.flow(row) - 1] = log.endNanos(row) / 1e3;
        }
        return micros;
    }

    private static void assertFirstAndLast(
            double tolerance, double[] recorded, double[] micros, int from, String flows) {
        double first = Math.min(micros[from], Math.min(micros[from + 1], micros[from + 2]));
        double last = Math.max(micros[from], Math.max(micros[from + 1], micros[from + 2]));
        assertWithin(tolerance, recorded[0], first, "first of " + flows);
        assertWithin(tolerance, recorded[1], last, "last of " + flows);
    }

    private static void assertWithin(
            double tolerance, double recorded, double measured, String flow) {
        assertTrue(
                Math.abs(measured - recorded) <= tolerance * recorded,
                "%s: %.1f us, recorded %.1f us".formatted(flow, measured, recorded));
    }

    private static PyrrhaSettings settings(Queueing queueing, boolean perIngress) {
        return new PyrrhaSettings(2, 1, HOP_BDP_BYTES, 100, queueing, perIngress, true, false);
    }
}
