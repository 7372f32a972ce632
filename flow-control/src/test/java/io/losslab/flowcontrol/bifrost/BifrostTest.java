package io.losslab.flowcontrol.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BifrostTest {
    private static final int PORT = 3;
    private static final int PRIORITIES = 0b1000;
    private static final long SLOT = 10_000;
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 400_000, 4174);

    private final RecordingPlane plane = new RecordingPlane(LINK);
    private final BifrostSettings settings = BifrostSettings.of(LINK, PRIORITIES, SLOT);
    private final Bifrost bifrost = new Bifrost(plane, PORT, settings);
    private long slot;

    @BeforeEach
    void start() {
        plane.receive(77_000_000);
        bifrost.start();
    }

    @Test
    void sendsNothingWhileTheQueueIsShort() {
        for (int i = 0; i < 5; i++) {
            endSlot(125_000, 100_000);
        }
        assertEquals(List.of(), plane.drainSent());
        assertEquals(5, bifrost.state().slots());
        assertEquals(0, bifrost.state().framesSent());
        assertEquals(125_000, bifrost.state().receivedBytes(), "of the slot, not since start");
    }

    @Test
    void sendsOnePauseASlotForTheTimeOfTheSlotThatIsNotGranted() {
        endSlot(125_000, 150_000);
        endSlot(125_000, 10_375_000);
        assertEquals(
                List.of(
                        new Sent(SLOT, PORT, PRIORITIES, 391),
                        new Sent(2 * SLOT, PORT, PRIORITIES, 1_954)),
                plane.drainSent());
        assertEquals(2, bifrost.state().framesSent());
        assertEquals(10_005, bifrost.state().pauseNanos(), "1,954 quanta at 100 Gb/s, rounded up");
        assertEquals(10_375_000, bifrost.state().maxQueueBytes());
    }

    @Test
    void aQueueAboveHAndItsLeakHeadroomIsReportedOnceASlot() {
        long limit = settings.reservedBytes();
        endSlot(125_000, limit - settings.deltaBytes() - settings.slotBytes());
        assertEquals(List.of(), plane.violations());
        endSlot(125_000, limit + 1);
        assertEquals(1, plane.violations().size());
        assertTrue(plane.violations().get(0).contains("Theorem 1"), plane.violations().get(0));
        assertEquals(1, bifrost.state().boundViolations());
        assertEquals(2 * SLOT, bifrost.state().firstViolationNanos());
    }

    @Test
    void bytesBeyondTheGrantAndAFrameAreCountedAsLeaked() {
        endSlot(125_000 + 4_174 + 100, 0);
        assertEquals(1, bifrost.state().leakEvents());
        assertEquals(100, bifrost.state().leakedBytes());
        assertEquals(0, bifrost.state().debtBytes(), "k = 1 pays it back in the same slot");
        assertEquals(List.of(new Sent(SLOT, PORT, PRIORITIES, 2)), plane.drainSent());
    }

    /** It has no buffer here, and no pause stops it. */
    @Test
    void whatComesInOfAnotherPriorityIsNoLeak() {
        plane.receive(0, 125_000);
        endSlot(100_000, 0);
        assertEquals(100_000, bifrost.state().receivedBytes());
        assertEquals(0, bifrost.state().leakedBytes());
    }

    @Test
    void thePortReservesHAndTheLeakHeadroomForItsPrioritiesTogether() {
        BufferPolicy policy = bifrost.bufferPolicy(PORT);
        assertEquals(BufferPolicy.Sharing.DEDICATED, policy.sharing());
        assertTrue(policy.perPort());
        assertEquals(10_375_000 + 83 * 4_174, policy.totalReservedBytes());
    }

    private void endSlot(long receivedBytes, long queueBytes) {
        plane.receive(receivedBytes);
        plane.setIngressBytes(queueBytes);
        plane.advanceTo(++slot * SLOT, bifrost);
    }
}
