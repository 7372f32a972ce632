package io.losslab.flowcontrol.bifrost;

import static io.losslab.flowcontrol.LinkModel.PORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkModel;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import io.losslab.flowcontrol.bifrost.BifrostXSettings.Allocation;
import io.losslab.flowcontrol.frame.LocalFrame;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BifrostXTest {
    private static final int FRAME = 1_230;
    private static final long SLOT = 5_000;
    private static final long SLOT_BYTES = 62_500;
    private static final int PRIORITIES = 0b1110;

    /** Delta 500,000 B; a frame takes 100 ns. */
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 20_000, FRAME);

    private static final BifrostXSettings SETTINGS =
            new BifrostXSettings(
                    BifrostSettings.of(LINK, PRIORITIES, SLOT),
                    BifrostXSettings.Allocation.WORK_CONSERVING);

    private final RecordingPlane plane = new RecordingPlane(LINK, 2);

    @Test
    void sendsTokensEverySlotAlsoWhenNothingIsHeldBack() {
        BifrostX downstream = new BifrostX(plane, PORT, SETTINGS);
        downstream.start();
        plane.receive(SLOT_BYTES);
        downstream.onEnqueue(PORT, 2, 3, 10_000, 10_000);
        downstream.onEnqueue(PORT, 2, 1, 500, 10_500);
        plane.setIngressBytes(10_500);
        plane.advanceTo(SLOT, downstream);
        assertTokens(1, SLOT_BYTES, SLOT_BYTES - 10_000, SLOT_BYTES, SLOT_BYTES - 500);
        plane.receive(SLOT_BYTES);
        downstream.onDequeue(PORT, 2, 3, 10_000, 500);
        downstream.onEnqueue(PORT, 2, 2, 400, 900);
        plane.setIngressBytes(900);
        plane.advanceTo(2 * SLOT, downstream);
        assertTokens(2, SLOT_BYTES, SLOT_BYTES, SLOT_BYTES - 400, SLOT_BYTES);
    }

    @Test
    void theLinksTokensAreAlgorithm1sOverAllPriorities() {
        BifrostX downstream = new BifrostX(plane, PORT, SETTINGS);
        downstream.start();
        plane.receive(SLOT_BYTES);
        // H - F = 2 Rs T; 100,000 B of queue leave 25,000 B to grant.
        plane.setIngressBytes(100_000);
        plane.advanceTo(SLOT, downstream);
        assertTokens(1, 25_000, SLOT_BYTES, SLOT_BYTES, SLOT_BYTES);
    }

    @Test
    void thePrioritiesShareOneBuffer() {
        BufferPolicy policy = new BifrostX(plane, PORT, SETTINGS).bufferPolicy(PORT);
        assertTrue(policy.perPort());
        assertEquals(500_000 + 3 * SLOT_BYTES + (1 + 8 + 2) * FRAME, policy.totalReservedBytes());
    }

    @Test
    void theLinkIsOpenUntilTheFirstFrameAndShutWhenOneIsTwoSlotsLate() {
        BifrostXUpstream upstream = new BifrostXUpstream(plane, Map.of(PORT, SETTINGS));
        int packet = plane.packet(1, FRAME, 3);
        upstream.start();
        plane.advanceTo(100 * SLOT, upstream);
        assertEquals(3, upstream.onHead(packet, 2, PORT, 3));
        assertTrue(upstream.onControl(PORT, tokens(SLOT_BYTES), 0));
        plane.advanceTo(103 * SLOT - 1, upstream);
        assertEquals(3, upstream.onHead(packet, 2, PORT, 3));
        plane.advanceTo(103 * SLOT, upstream);
        assertEquals(EgressScheme.HOLD, upstream.onHead(packet, 2, PORT, 3));
        upstream.onControl(PORT, tokens(SLOT_BYTES), 0);
        assertEquals(
                List.of(new QueueChange(PORT, 3, false, RecordingPlane.NO_ROOT)),
                plane.drainQueueChanges());
        assertEquals(3, upstream.onHead(packet, 2, PORT, 3));
    }

    @Test
    void prioritiesOutsideTheRuleAndForeignFramesAreNotTouched() {
        BifrostXUpstream upstream = new BifrostXUpstream(plane, Map.of(PORT, SETTINGS));
        upstream.onControl(PORT, tokens(0), 0);
        assertEquals(0, upstream.onHead(plane.packet(1, FRAME, 0), 2, PORT, 0));
        assertEquals(EgressScheme.HOLD, upstream.onHead(plane.packet(1, FRAME, 1), 2, PORT, 1));
        byte[] foreign = new byte[LocalFrame.LENGTH_BYTES];
        LocalFrame.begin(foreign, 0, 1, TokenFrame.MAGIC + 1);
        assertFalse(upstream.onControl(PORT, foreign, 0));
        assertFalse(upstream.onControl(2, tokens(0), 0));
    }

    /** Frames, delay, bursts of three priorities, a drain that comes and goes: Theorem 1 holds. */
    @Property(tries = 15)
    void theQueueStaysWithinHAndTheoremOneHolds(
            @ForAll long seed,
            @ForAll Allocation allocation,
            @ForAll @IntRange(min = 1, max = 3_000) int onSteps,
            @ForAll @IntRange(min = 1, max = 3_000) int offSteps) {
        LinkModel model = model(allocation);
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 0; step < 8_000; step++) {
            if (random.nextInt(20) == 0) {
                model.offer(1 + random.nextInt(3), random.nextInt(60));
            }
            model.step(step % (onSteps + offSteps) < onSteps);
            assertTrue(
                    model.queueBytes() <= SETTINGS.bifrost().reservedBytes(),
                    "L is above H and its headroom");
        }
        assertEquals(List.of(), model.downPlane().violations());
    }

    /** Backlogged priorities, the drain stopped and back: not one egress frame is idle. */
    @Property(tries = 10)
    void aBackloggedUpstreamNeverStarvesTheEgress(
            @ForAll @IntRange(min = 1, max = 3_000) int onSteps,
            @ForAll @IntRange(min = 1, max = 3_000) int offSteps) {
        LinkModel model = model(Allocation.WORK_CONSERVING);
        for (int priority = 1; priority <= 3; priority++) {
            model.offer(priority, 10_000);
        }
        int first = 202; // D, a frame, and a step
        for (int step = 1; step <= 8_000; step++) {
            boolean drains = step > first && (step - first) % (onSteps + offSteps) < onSteps;
            assertEquals(drains, model.step(drains), "step " + step);
        }
    }

    private static LinkModel model(Allocation allocation) {
        LinkModel model = new LinkModel(LINK, FRAME);
        BifrostXSettings settings = new BifrostXSettings(SETTINGS.bifrost(), allocation);
        model.start(
                new BifrostXUpstream(model.upPlane(), Map.of(PORT, settings)),
                new BifrostX(model.downPlane(), PORT, settings));
        return model;
    }

    private static byte[] tokens(long bytes) {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        TokenFrame.write(frame, 0, 1, 1, bytes, new long[] {bytes, bytes, bytes});
        return frame;
    }

    private void assertTokens(int slot, long total, long... tokens) {
        List<RecordingPlane.Frame> frames = plane.drainFrames();
        assertEquals(1, frames.size());
        byte[] expected = new byte[LocalFrame.LENGTH_BYTES];
        TokenFrame.write(expected, 0, RecordingPlane.MAC, slot, total, tokens);
        assertEquals(java.nio.ByteBuffer.wrap(expected), frames.get(0).bytes());
    }
}
