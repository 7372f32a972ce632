package io.losslab.agent.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.Burst;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** How late frames leave, and how that is counted. */
class LatenessTest {
    private static final int LENGTH_BYTES = 100;

    /** Of such a frame with FCS, preamble, and gap at a byte per nanosecond. */
    private static final long FRAME_NANOS = 124;

    private static final long BYTE_PER_NANOSECOND = 8_000_000_000L;

    private EgressQueues queues = empty();

    private static EgressQueues empty() {
        return new EgressQueues(new PacketTable(100), 1, 1, 8, 1 << 20, 1600);
    }

    @Test
    void aFrameIsLateFromWhenItsLineWasFree() {
        queues.setLineRate(BYTE_PER_NANOSECOND, 0);
        turn(0, 1);
        enqueue(2);
        turn(10, 1);
        turn(10 + FRAME_NANOS + 15, 1);
        assertEquals(List.of(10L, 15L), late());
    }

    @Test
    void aFrameThatCameToIdleQueuesIsLateFromTheTurnBeforeAtMost() {
        queues.setLineRate(BYTE_PER_NANOSECOND, 0);
        turn(1_000, 1);
        enqueue(1);
        turn(1_007, 1);
        turn(9_000, 1);
        enqueue(1);
        turn(9_013, 1);
        assertEquals(List.of(7L, 13L), late());
    }

    @Test
    void aQueueThatWasPausedIsNotLate() {
        queues.setLineRate(BYTE_PER_NANOSECOND, 0);
        turn(0, 1);
        enqueue(1);
        queues.pause(0, 5_000, 1);
        turn(10, 1);
        turn(5_000, 1);
        queues.expire(5_003);
        turn(5_004, 1);
        assertEquals(List.of(4L), late());
    }

    @Test
    void aFrameThatThePortDidNotTakeIsCountedWhenItGoes() {
        queues.setLineRate(BYTE_PER_NANOSECOND, 0);
        turn(0, 1);
        enqueue(1);
        turn(8, 0);
        assertEquals(List.of(), late());
        turn(12, 1);
        assertEquals(List.of(12L), late());
    }

    @Test
    void aPortThatIsNotPacedIsNeverLate() {
        turn(0, 1);
        enqueue(1);
        turn(500, 1);
        assertEquals(List.of(0L), late());
    }

    /** As a line that is never idle while frames wait: it has no less to send for a late turn. */
    @Property
    void lateTurnsCostNoBandwidth(
            @ForAll @Size(40) List<@LongRange(max = 5 * FRAME_NANOS) Long> waits) {
        queues = empty();
        queues.setLineRate(BYTE_PER_NANOSECOND, 5 * FRAME_NANOS);
        turn(0, 1);
        for (int i = 0; i < 3; i++) {
            enqueue(30);
        }
        long now = 0;
        long sent = 0;
        for (long wait : waits) {
            now += wait;
            sent += turn(now, Burst.CAPACITY);
            assertEquals(Math.min(90, 1 + now / FRAME_NANOS), sent);
        }
    }

    @Test
    void whatCameToAnIdleLineGoesAtItsRateFromThenOn() {
        queues.setLineRate(BYTE_PER_NANOSECOND, 10 * FRAME_NANOS);
        turn(10_000, 1);
        enqueue(20);
        assertEquals(1, turn(10_007, 20));
        assertEquals(0, turn(9_999 + FRAME_NANOS, 20));
        assertEquals(1, turn(10_000 + FRAME_NANOS, 20));
        // A stall is made up for up to the slack.
        assertEquals(11, turn(100_000, 20));
    }

    @Property
    void everyFrameIsCountedAtMostAnEighthTooLate(
            @ForAll @NotEmpty List<@LongRange(min = 0) Long> times) {
        Lateness lateness = new Lateness();
        times.forEach(lateness::add);
        NavigableMap<Long, Long> seen = new TreeMap<>();
        lateness.each(seen::put);
        for (long time : times) {
            long bound = seen.ceilingKey(time);
            assertTrue(bound - time <= time / 8, time + " is counted as " + bound);
            seen.merge(bound, -1L, Long::sum);
        }
        assertTrue(seen.values().stream().allMatch(left -> left == 0), seen::toString);
    }

    private void enqueue(int frames) {
        queues.enqueueRun(TestFrames.burst(1, frames, LENGTH_BYTES), 0, frames, 1, 0, 0);
    }

    /** A turn in which the port takes so many frames at most; returns how many it took. */
    private int turn(long nowNanos, int most) {
        Burst burst = new Burst();
        queues.fill(burst, nowNanos);
        int taken = Math.min(most, burst.size());
        queues.onSent(burst, taken);
        return taken;
    }

    private List<Long> late() {
        NavigableMap<Long, Long> seen = new TreeMap<>();
        queues.lateness().each(seen::put);
        return List.copyOf(seen.keySet());
    }
}
