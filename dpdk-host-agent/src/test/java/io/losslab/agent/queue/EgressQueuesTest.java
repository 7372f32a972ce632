package io.losslab.agent.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Who goes next, who is stopped, and who is pushed back. */
class EgressQueuesTest {
    private static final int MAX_FRAME = 1600;

    private final PacketTable packets = new PacketTable(1000);
    private final EgressQueues queues = queues(1 << 20);

    @Test
    void controlGoesBeforeResponsesBeforeDataByLevel() {
        relay(1, 1, 100, 2);
        queues.setLevel(5, DataPlane.LEVELS - 1);
        relay(2, 1, 100, 5);
        relay(3, 1, 100, queues.responses());
        relay(4, 1, 100, queues.control());

        assertEquals(List.of(4L, 3L, 2L, 1L), sent(0));
    }

    @Test
    void controlGoesFirstWhereADataQueueHasNotUsedItsTurnUp() {
        relay(1, 1, 100, 0);
        assertEquals(List.of(1L), sent(0));
        relayOneByOne(2, 2, 100, 0);
        Burst one = new Burst();
        queues.fill(one, 0);
        queues.onSent(one, 1);
        relay(4, 1, 100, queues.control());

        assertEquals(List.of(4L, 3L), sent(0));
    }

    @Test
    void aQueueThatSinksToALowerLevelWaitsForTheHigherOne() {
        queues.setLevel(2, 1);
        queues.setLevel(3, 1);
        relay(1, 2, 100, 2);
        Burst one = new Burst();
        queues.fill(one, 0);
        queues.onSent(one, 1);
        relay(11, 1, 100, 3);
        queues.setLevel(2, 0);

        assertEquals(List.of(11L, 2L), sent(0));
    }

    @Test
    void queuesOfALevelShareByBytesNotByFrames() {
        relay(100, 30, 396, 1);
        relay(200, 30, 1196, 2);

        long[] bytes = new long[2];
        for (long buffer : sent(0)) {
            bytes[(int) (buffer / 100) - 1] += buffer < 200 ? 400 : 1200;
        }
        assertTrue(Math.abs(bytes[0] - bytes[1]) <= 2 * MAX_FRAME, bytes[0] + " " + bytes[1]);
    }

    @Test
    void offerTakesWhatFitsAndLeavesTheRestToTheSender() {
        EgressQueues small = queues(1000);
        int source = small.addFlow(7, 3);

        assertEquals(4, small.offer(source, TestFrames.burst(1, 10, 246), 5000, 3));
        assertEquals(0, small.offer(source, TestFrames.burst(5, 6, 246), 5000, 3));
        assertEquals(1000, small.ownBytes(3));
    }

    @Test
    void offerIsBoundedByFlowToo() {
        int source = queues.addFlow(7, 3);
        int other = queues.addFlow(8, 3);

        assertEquals(2, queues.offer(source, TestFrames.burst(1, 10, 246), 500, 3));
        assertEquals(2, queues.offer(other, TestFrames.burst(11, 10, 246), 500, 3));
    }

    @Test
    void flowsOfAQueueTakeTurns() {
        int first = queues.addFlow(7, 3);
        int second = queues.addFlow(8, 3);
        queues.offer(first, TestFrames.burst(1, 3, 96), 5000, 3);
        queues.offer(second, TestFrames.burst(11, 3, 96), 5000, 3);

        assertEquals(List.of(1L, 11L, 2L, 12L, 3L, 13L), sent(0));
    }

    @Test
    void aPausedQueueSendsNothingUntilItRunsOut() {
        relay(1, 2, 100, 3);
        relay(11, 1, 100, 4);
        queues.pause(3, 500, 0);

        assertEquals(List.of(11L), sent(499));
        assertEquals(500, queues.nextExpiryNanos());
        queues.expire(500);
        assertEquals(List.of(1L, 2L), sent(500));
        assertEquals(500, queues.pausedNanos(3, 600));
        assertEquals(1, queues.pauses(3));
    }

    @Test
    void aNewPauseReplacesTheTimeOfTheOld() {
        relay(1, 1, 100, 3);
        queues.pause(3, 1000, 0);
        queues.pause(3, 200, 100);
        queues.expire(200);

        assertEquals(List.of(1L), sent(200));
    }

    @Test
    void aLinkPauseStopsAllButFlowControl() {
        relay(1, 1, 100, 3);
        relay(2, 1, 100, queues.responses());
        relay(3, 1, 100, queues.control());
        queues.pauseLink(1000, 0);

        assertEquals(List.of(3L), sent(10));
        queues.pauseLink(0, 20);
        assertEquals(List.of(2L, 1L), sent(20));
    }

    @Test
    void aHeldQueueIsNotLetGoByAResume() {
        relay(1, 1, 100, 3);
        queues.hold(3, 0);
        queues.pause(3, 1000, 0);
        queues.resume(3, 10);

        assertEquals(List.of(), sent(10));
        queues.release(3, 20);
        assertEquals(List.of(1L), sent(20));
    }

    @Test
    void whatThePortDidNotTakeGoesFirstAndWaitsForAPause() {
        relay(1, 4, 100, 3);
        relay(11, 2, 100, 4);
        Burst burst = new Burst();
        queues.fill(burst, 0);
        queues.onSent(burst, 1);
        queues.pause(3, 1000, 0);

        assertEquals(List.of(11L, 12L), sent(1));
        queues.resume(3, 2);
        assertEquals(List.of(2L, 3L, 4L), sent(2));
        assertEquals(1000, packets.free());
    }

    @Test
    void aParkedFlowLeavesTheQueueToOthersUntilItIsLetGo() {
        RecordingScheme scheme = new RecordingScheme();
        queues.setScheme(scheme);
        int parked = queues.addFlow(7, 3);
        int other = queues.addFlow(8, 3);
        queues.offer(parked, TestFrames.burst(1, 2, 96), 5000, 3);
        queues.offer(other, TestFrames.burst(11, 2, 96), 5000, 3);
        scheme.parks = 7;

        assertEquals(List.of(11L, 12L), sent(0));
        scheme.parks = 0;
        queues.unpark(parked);
        assertEquals(List.of(1L, 2L), sent(1));
    }

    @Test
    void theSchemeSeesAGivenBackFrameLeaveOnce() {
        RecordingScheme scheme = new RecordingScheme();
        queues.setScheme(scheme);
        relayOneByOne(1, 3, 100, 3);
        Burst burst = new Burst();
        queues.fill(burst, 0);
        queues.onSent(burst, 1);

        assertEquals(List.of(2L, 3L), sent(1));
        assertEquals(3, scheme.enqueued);
        assertEquals(3, scheme.dequeued);
        assertEquals(0, queues.transitBytes(1));
    }

    /** A tag makes a frame longer while it waits or as it leaves. */
    @Test
    void framesThatASchemeTagsAreCountedOutAsTheyWereCountedIn() {
        RecordingScheme scheme = new RecordingScheme();
        queues.setScheme(scheme);
        int source = queues.addFlow(7, 3);
        queues.offer(source, TestFrames.burst(1, 2, 96), 5000, 3);
        scheme.tags = packets;
        relayOneByOne(11, 2, 100, 3);

        assertEquals(List.of(1L, 11L, 2L, 12L), sent(0));
        assertEquals(0, queues.ownBytes(3));
        assertEquals(0, queues.sourceBytes(source));
        assertEquals(0, queues.transitBytes(1));
        queues.removeFlow(source);
    }

    @Test
    void aHeadThatIsMovedGoesByTheOtherQueue() {
        RecordingScheme scheme = new RecordingScheme();
        queues.setScheme(scheme);
        scheme.movesFrom = 3;
        scheme.movesTo = 6;
        relayOneByOne(1, 2, 100, 3);

        assertEquals(List.of(1L, 2L), sent(0));
        assertEquals(2, queues.sentFrames(6));
        assertEquals(0, queues.sentFrames(3));
    }

    @Test
    void thePauseLogHoldsWhenAQueueStopsAndGoesOn() {
        queues.pause(3, 1_000, 100);
        queues.hold(3, 200);
        queues.resume(3, 300);
        queues.release(3, 400);
        queues.pause(5, 1_000, 500);
        queues.expire(1_000);

        PauseLog log = queues.pauseLog();
        List<String> events = new ArrayList<>();
        for (int event = 0; event < log.size(); event++) {
            events.add(log.nanos(event) + " " + log.queue(event) + " " + log.cause(event));
        }
        assertEquals(
                List.of("100 3 pause frame", "400 3 ", "500 5 pause frame", "1000 5 "), events);
        log.clear();
        assertEquals(0, log.size());
    }

    @Property
    void everyFrameLeavesOnceAndInOrderOfItsQueue(
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 9) Integer> steps) {
        PacketTable table = new PacketTable(1000);
        EgressQueues under = new EgressQueues(table, 1, 2, 8, 1 << 20, MAX_FRAME);
        List<List<Long>> expected = new ArrayList<>();
        List<List<Long>> actual = new ArrayList<>();
        for (int queue = 0; queue < 8; queue++) {
            expected.add(new ArrayList<>());
            actual.add(new ArrayList<>());
        }
        long buffer = 0;
        Burst burst = new Burst();
        for (int step : steps) {
            if (step < 8) {
                long named = ++buffer << 8 | step;
                expected.get(step).add(named);
                under.enqueueRun(TestFrames.burst(named, 1, 60 + 100 * step), 0, 1, 1, 0, step);
            } else {
                under.fill(burst, 0);
                int taken = step == 8 ? burst.size() / 2 : burst.size();
                collect(burst, taken, actual);
                under.onSent(burst, taken);
            }
        }
        under.fill(burst, 0);
        while (burst.size() > 0) {
            collect(burst, burst.size(), actual);
            under.onSent(burst, burst.size());
            under.fill(burst, 0);
        }
        assertEquals(expected, actual);
        assertEquals(1000, table.free());
    }

    @Test
    void whatASchemeLetGoGoesThoughThePortGaveItBackAndTheQueueNowWaits() {
        RecordingScheme scheme = new RecordingScheme();
        scheme.letsGo = 3;
        queues.setScheme(scheme);
        int first = queues.addFlow(1, 3);
        int second = queues.addFlow(2, 3);
        queues.offer(first, TestFrames.burst(100, 4, 100), 1 << 20, 3);
        queues.offer(second, TestFrames.burst(200, 4, 100), 1 << 20, 3);
        Burst burst = new Burst();
        queues.fill(burst, 0);
        assertEquals(3, burst.size());
        queues.onSent(burst, 1);

        assertEquals(List.of(200L, 101L), sent(0));
        assertEquals(List.of(), sent(0));

        scheme.letsGo = 100;
        queues.release(3, 0);
        assertEquals(5, sent(0).size());
    }

    @Test
    void aFlowThatIsParkedWhileItsFrameComesBackStandsInItsRingOnce() {
        RecordingScheme scheme = new RecordingScheme();
        queues.setScheme(scheme);
        int source = queues.addFlow(1, 3);
        int other = queues.addFlow(2, 3);
        queues.offer(source, TestFrames.burst(100, 3, 100), 1 << 20, 3);
        scheme.parksAfter = 1;
        Burst burst = new Burst();
        queues.fill(burst, 0);
        assertEquals(1, burst.size());
        queues.onSent(burst, 0);

        scheme.parksAfter = 100;
        queues.unpark(source);
        queues.offer(other, TestFrames.burst(200, 3, 100), 1 << 20, 3);

        assertEquals(List.of(100L, 200L, 101L, 201L, 102L, 202L), sent(0));
        assertEquals(List.of(), sent(0));
    }

    private static void collect(Burst burst, int taken, List<List<Long>> byQueue) {
        for (int i = 0; i < taken; i++) {
            byQueue.get((int) (burst.buffer(i) & 0xFF)).add(burst.buffer(i));
        }
    }

    private EgressQueues queues(long ownLimitBytes) {
        return new EgressQueues(packets, 1, 2, 8, ownLimitBytes, MAX_FRAME);
    }

    private void relay(long firstBuffer, int count, int lengthBytes, int queue) {
        queues.enqueueRun(TestFrames.burst(firstBuffer, count, lengthBytes), 0, count, 1, 0, queue);
    }

    private void relayOneByOne(long firstBuffer, int count, int lengthBytes, int queue) {
        for (long buffer = firstBuffer; buffer < firstBuffer + count; buffer++) {
            queues.enqueue(packets.add(buffer, 0, lengthBytes, 1, 0), queue);
        }
    }

    /** Buffers of a burst that the port takes as a whole. */
    private List<Long> sent(long nowNanos) {
        Burst burst = new Burst();
        queues.fill(burst, nowNanos);
        List<Long> buffers =
                LongStream.range(0, burst.size()).map(i -> burst.buffer((int) i)).boxed().toList();
        queues.onSent(burst, burst.size());
        return buffers;
    }

    /** Counts, parks one flow, moves heads of one queue. */
    private static final class RecordingScheme implements EgressScheme {
        private int parks;
        private int letsGo = Integer.MAX_VALUE;
        private int parksAfter = Integer.MAX_VALUE;
        private int movesFrom = -1;
        private int movesTo;
        private int enqueued;
        private int dequeued;
        private PacketTable tags;

        @Override
        public int classify(int packet, int ingress, int egress) {
            return 0;
        }

        @Override
        public void onEnqueue(int packet, int ingress, int egress, int queue) {
            enqueued++;
            lengthen(packet);
        }

        private void lengthen(int packet) {
            if (tags != null) {
                tags.setData(packet, tags.data(packet), tags.length(packet) + 4);
            }
        }

        @Override
        public int onHead(int packet, int ingress, int egress, int queue) {
            return queue == movesFrom ? movesTo : queue;
        }

        @Override
        public void onDequeue(int packet, int ingress, int egress, int queue) {
            dequeued++;
            lengthen(packet);
        }

        @Override
        public int onFlowHead(int flow, int egress, int queue, int bytes) {
            if (flow == parks || parksAfter-- <= 0) {
                return PARK;
            }
            return letsGo-- <= 0 ? HOLD : queue;
        }

        @Override
        public void onTimer(int timer) {
            throw new IllegalStateException("it sets none");
        }
    }
}
