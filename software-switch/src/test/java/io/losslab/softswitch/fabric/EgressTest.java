package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.port.EgressQueues;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may send next: control before ACKs before data, data queues fairly, frames never cut. */
class EgressTest {
    private static final long PAUSE_PICOS = RoceFrame.wireBytes(PauseFrame.LENGTH_BYTES) * 80L;
    private static final int MAX_FRAME = RoceFrame.maxFrameBytes(4096);

    /** All packets in one queue, whatever their priority. */
    private static final EgressScheme CHOOSER =
            new EgressScheme() {
                @Override
                public int classify(int packet, int ingress, int egress) {
                    return 0;
                }

                @Override
                public void onDequeue(int packet, int ingress, int egress, int queue) {}
            };

    @Test
    void aPauseFrameWaitsForTheFrameInFlightAndForNothingElse() {
        LongHaul lab = new LongHaul(null);
        lab.addReverseTraffic();
        lab.runFor(1_000_000);
        int toM = lab.fabric.numbers.portsOf(lab.n)[LongHaul.LONG_PORT - 1];
        long lineFree = lab.fabric.whole().ports.busyUntil(toM);
        assertTrue(lineFree > lab.fabric.whole().agenda.nowPicos(), "a frame is in flight");
        assertTrue(
                lineFree - lab.fabric.whole().agenda.nowPicos()
                        <= RoceFrame.wireBytes(MAX_FRAME) * 80L);
        sendPause(lab.fabric, toM, PauseFrame.MAX_QUANTA);
        lab.runFor(2 * LongHaul.DELAY_NANOS);
        long heard = (lineFree + PAUSE_PICOS) / 1000 + LongHaul.DELAY_NANOS;
        List<EventLog.Event> events = lab.fabric.events().drain();
        assertEquals(1, events.size());
        assertEquals(EventLog.Kind.PAUSE, events.get(0).kind());
        assertEquals(lab.m, events.get(0).node());
        assertEquals(PRIORITY, events.get(0).queue());
        assertEquals(heard, events.get(0).timeNanos());
    }

    @Test
    void scheduledPausesAreSentUnlessClearedBefore() {
        LongHaul lab = new LongHaul(null);
        int priorities = 1 << PRIORITY;
        lab.fabric.scheduledPauses(lab.c).add(lab.c, 1, priorities, 100, 1_000);
        lab.fabric.scheduledPauses(lab.c).clear(lab.c, 1);
        lab.fabric.scheduledPauses(lab.c).add(lab.c, 1, priorities, 200, 2_000);
        lab.runFor(10_000);
        assertEquals(1, lab.fabric.counters().port(lab.c, 1).txControl());
        assertEquals(1, lab.fabric.counters().port(lab.n, LongHaul.SHORT_PORT).rxControl());
    }

    /** A link of 400 Gb/s over 6,000 km has 3 GB on its way. */
    @Test
    void aQueueMayHoldMoreThanTwoGibibytes() {
        Topology topology = Networks.star(2, DataRate.parse("400Gbps"), 100);
        Fabric fabric = Networks.fabric(topology, 8_192);
        int middle = Networks.id(topology, "S");
        fabric.setBuffer(middle, 3_000_000_000L);
        fabric.whole().pauses.pause(fabric.numbers.portsOf(middle)[0], PRIORITY, DataPlane.FOREVER);
        int source = Networks.id(topology, "h1");
        int sink = Networks.id(topology, "h0");
        fabric.addFlow(FlowSpec.bandwidth(1, source, sink, 7, PRIORITY, 1_200_000_000, 2).times(2));
        fabric.run(60_000_000);
        long queueBytes = fabric.counters().queue(middle, 1, PRIORITY).bytes();
        assertTrue(queueBytes > 2_400_000_000L, queueBytes + " B");
        assertEquals(queueBytes, fabric.counters().port(middle, 1).maxEgressBytes());
        DataPlane plane = fabric.schemes().planeOf(middle);
        assertEquals(queueBytes, plane.transitBytes(2, 1));
    }

    @Test
    void onAnIdleLineAPauseFrameGoesAtOnce() {
        LongHaul lab = new LongHaul(null);
        lab.fabric.stopFlows(lab.a);
        lab.runFor(10_000_000);
        sendPause(lab.fabric, lab.fabric.numbers.portsOf(lab.n)[LongHaul.LONG_PORT - 1], 65_535);
        lab.runFor(2 * LongHaul.DELAY_NANOS);
        assertEquals(
                10_000_000 + PAUSE_PICOS / 1000 + LongHaul.DELAY_NANOS,
                lab.fabric.events().drain().get(0).timeNanos());
    }

    /** The leak of the paper: what the upstream began before it heard the pause, it finishes. */
    @Test
    void aFrameBeingSentIsFinishedWhenThePauseComes() {
        LongHaul lab = new LongHaul(null);
        lab.runFor(1_000_000);
        int fromM = lab.fabric.numbers.portsOf(lab.m)[LongHaul.LONG_PORT - 1];
        lab.fabric.whole().pauses.pause(fromM, PRIORITY, DataPlane.FOREVER);
        long begun = lab.fabric.whole().ports.framesSent(fromM);
        assertTrue(
                lab.fabric.whole().ports.busyUntil(fromM) > lab.fabric.whole().agenda.nowPicos());
        lab.runFor(1_000_000);
        assertEquals(begun, lab.fabric.whole().ports.framesSent(fromM), "no frame after it");
        assertEquals(begun, lab.longPort().rxFrames(), "and every frame that was begun arrived");
    }

    @Test
    void aPauseRunsOutByItselfAndALaterFrameReplacesIt() {
        LongHaul lab = new LongHaul(null);
        lab.runFor(1_000_000);
        int fromM = lab.fabric.numbers.portsOf(lab.m)[LongHaul.LONG_PORT - 1];
        lab.fabric.whole().pauses.pause(fromM, PRIORITY, 1_050_000);
        lab.runFor(20_000);
        lab.fabric.whole().pauses.pause(fromM, PRIORITY, 1_030_000);
        lab.runFor(9_999);
        assertTrue(lab.fabric.whole().ports.queues.isPaused(fromM, PRIORITY));
        lab.runFor(1);
        assertFalse(lab.fabric.whole().ports.queues.isPaused(fromM, PRIORITY));
        lab.runFor(100_000);
        assertEquals(30_000, lab.fabric.counters().port(lab.m, LongHaul.LONG_PORT).pausedNanos());
    }

    /** A scheme that chooses the queues: the pauses of all priorities stop each of them. */
    @Test
    void aResumeOfOnePriorityLeavesThePauseOfAnotherWhereASchemeChoosesQueues() {
        LongHaul lab = new LongHaul(null);
        lab.fabric.schemes().addEgress(lab.m, List.of(LongHaul.LONG_PORT), plane -> CHOOSER);
        int fromM = lab.fabric.numbers.portsOf(lab.m)[LongHaul.LONG_PORT - 1];
        Pauses pauses = lab.fabric.whole().pauses;
        EgressQueues queues = lab.fabric.whole().ports.queues;
        pauses.pause(fromM, 3, DataPlane.FOREVER);
        pauses.pause(fromM, 4, 20_000);
        pauses.resume(fromM, 5);
        lab.runFor(20_000);
        assertTrue(queues.isPaused(fromM, 0));
        pauses.pause(fromM, 4, 50_000);
        pauses.resume(fromM, 3);
        lab.runFor(29_999);
        assertTrue(queues.isPaused(fromM, 0));
        lab.runFor(1);
        assertFalse(queues.isPaused(fromM, 0));
    }

    @Test
    void aLaterFrameProlongsThePauseOfAllQueuesOfAScheme() {
        LongHaul lab = new LongHaul(null);
        lab.fabric.schemes().addEgress(lab.m, List.of(LongHaul.LONG_PORT), plane -> CHOOSER);
        int fromM = lab.fabric.numbers.portsOf(lab.m)[LongHaul.LONG_PORT - 1];
        EgressQueues queues = lab.fabric.whole().ports.queues;
        lab.fabric.whole().pauses.pause(fromM, 3, 20_000);
        lab.runFor(10_000);
        lab.fabric.whole().pauses.pause(fromM, 3, 50_000);
        lab.runFor(39_999);
        assertTrue(queues.isPaused(fromM, 0));
        lab.runFor(1);
        assertFalse(queues.isPaused(fromM, 0));
        assertEquals(50_000_000, lab.fabric.whole().pauses.totalPicos(fromM));
    }

    @Test
    void aFrameThatStopsAllQueuesOfASchemeIsOnePauseOfThePort() {
        LongHaul lab = new LongHaul(null);
        lab.fabric.schemes().addEgress(lab.m, List.of(LongHaul.LONG_PORT), plane -> CHOOSER);
        int fromM = lab.fabric.numbers.portsOf(lab.m)[LongHaul.LONG_PORT - 1];
        Pauses pauses = lab.fabric.whole().pauses;
        pauses.pause(fromM, 3, DataPlane.FOREVER);
        lab.runFor(20_000);
        assertEquals(20_000_000, pauses.totalPicos(fromM), "while it stands");
        // One queue that the scheme holds in the middle of it, and for 10 us longer.
        pauses.hold(fromM, 1, DataPlane.root(1, 1));
        lab.runFor(30_000);
        pauses.resume(fromM, 3);
        lab.runFor(10_000);
        pauses.release(fromM, 1);
        lab.runFor(10_000);
        assertEquals(60_000_000, pauses.totalPicos(fromM));
        assertEquals(
                List.of("PAUSE -1", "PAUSE 1", "RESUME -1", "RESUME 1"),
                lab.fabric.events().drain().stream()
                        .map(event -> event.kind() + " " + event.queue())
                        .toList());
    }

    @Test
    void aPauseFrameOvertakesAllQueuedDataAndAcks() {
        Topology topology = Networks.star(3, RATE, 1_000);
        Fabric fabric = Networks.fabric(topology, 4096);
        int s = Networks.id(topology, "S");
        int h0 = Networks.id(topology, "h0");
        for (int sender = 1; sender <= 2; sender++) {
            int from = Networks.id(topology, "h" + sender);
            fabric.addFlow(FlowSpec.bandwidth(sender, from, h0, 1, PRIORITY, 1_000_000, 8));
            fabric.addFlow(FlowSpec.bandwidth(2 + sender, h0, from, 2, PRIORITY, 256, 100));
        }
        fabric.run(200_000);
        assertTrue(fabric.counters().port(s, 1).egressBytes() > 1_000_000, "data waits");
        int toH0 = fabric.numbers.portsOf(s)[0];
        long lineFree = fabric.whole().ports.busyUntil(toH0);
        sendPause(fabric, toH0, 1);
        long heard = (lineFree + PAUSE_PICOS) / 1000 + 1_000;
        fabric.run(heard - 1);
        assertEquals(0, fabric.counters().host(h0).pauseFramesReceived());
        fabric.run(heard + 1);
        assertEquals(1, fabric.counters().host(h0).pauseFramesReceived());
    }

    @Test
    void noPauseStopsAcks() {
        Topology topology = Networks.chain(1, RATE, 1_000);
        Fabric fabric = Networks.fabric(topology, 4096);
        int a = Networks.id(topology, "A");
        int c = Networks.id(topology, "C");
        int s = Networks.id(topology, "S1");
        fabric.addFlow(FlowSpec.bandwidth(1, a, c, 1, PRIORITY, 100_000, 1).times(20));
        for (int priority = 0; priority < 8; priority++) {
            fabric.whole().pauses.pause(fabric.numbers.portsOf(s)[0], priority, DataPlane.FOREVER);
        }
        fabric.run(10_000_000);
        assertEquals(20, fabric.drainFlows().size(), "each message waits for the ACK before it");
    }

    /** Deficit round robin shares bytes, not packets, whatever the quantum. */
    @ParameterizedTest
    @ValueSource(ints = {256, 4174, 20_000})
    void dataQueuesShareTheLineByBytes(int quantumBytes) {
        Topology topology = Networks.star(4, RATE, 1_000);
        Fabric fabric = Networks.fabric(topology, 4096);
        int[] mtus = {256, 1024, 4096};
        for (int i = 0; i < 3; i++) {
            fabric.configureHost(
                    Networks.id(topology, "h" + (i + 1)), HostSettings.withMtu(mtus[i]));
        }
        fabric.setQuantum(Networks.id(topology, "S"), quantumBytes);
        int h0 = Networks.id(topology, "h0");
        for (int i = 0; i < 3; i++) {
            int from = Networks.id(topology, "h" + (i + 1));
            // One packet a message, so that the log counts packets.
            fabric.addFlow(FlowSpec.bandwidth(i, from, h0, 1, i + 1, mtus[i], 5_000_000 / mtus[i]));
        }
        fabric.run(100_000);
        fabric.drainFlows();
        fabric.run(1_100_000);
        FlowLog log = fabric.drainFlows();
        long[] bytes = new long[3];
        for (int row = 0; row < log.size(); row++) {
            int flow = log.flow(row);
            bytes[flow] += RoceFrame.dataFrameBytes(mtus[flow], true);
        }
        long third = (bytes[0] + bytes[1] + bytes[2]) / 3;
        assertTrue(third > 3_500_000, "the line was busy");
        for (long share : bytes) {
            assertTrue(
                    Math.abs(third - share) <= 2L * (quantumBytes + MAX_FRAME), "an uneven share");
        }
    }

    @Test
    void aHostSharesItsLineByBytesBetweenClassesAndByPacketsBetweenFlows() {
        Topology topology = Networks.chain(1, RATE, 1_000);
        Fabric fabric = Networks.fabric(topology, 1024);
        int a = Networks.id(topology, "A");
        int c = Networks.id(topology, "C");
        fabric.addFlow(FlowSpec.bandwidth(0, a, c, 1, 1, 1024, 500));
        fabric.addFlow(FlowSpec.bandwidth(1, a, c, 1, 2, 100, 500));
        fabric.addFlow(FlowSpec.bandwidth(2, a, c, 1, 2, 100, 500));
        fabric.run(1_000_000);
        FlowLog log = fabric.drainFlows();
        int[] packets = new int[3];
        for (int row = 0; row < log.size(); row++) {
            packets[log.flow(row)]++;
        }
        assertEquals(packets[1], packets[2], 2);
        double big = packets[0] * (double) RoceFrame.dataFrameBytes(1024, true);
        double small = (packets[1] + packets[2]) * (double) RoceFrame.dataFrameBytes(100, true);
        assertEquals(big, small, 4 * MAX_FRAME);
    }

    private static void sendPause(Fabric fabric, int port, int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, 1, 1 << PRIORITY, quanta);
        fabric.whole().control.send(port, frame, 0, frame.length, DataPlane.NO_ROOT);
    }
}
