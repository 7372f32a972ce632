package io.losslab.flowcontrol.gfc;

import static io.losslab.flowcontrol.LinkModel.PORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkModel;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.gfc.GfcSettings.Form;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GfcTest {
    private static final int FRAME = 1_230;
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 600, FRAME);

    /** Bm 75,000, B_1 11,000: B_2 is half way to Bm, B_3 half way from there. */
    @Test
    void stagesHalveWhatIsLeft() {
        Stages stages = new Stages(75_000, 11_000, 3, 1_000);
        assertEquals(11_000, stages.beginBytes(1));
        assertEquals(43_000, stages.beginBytes(2));
        assertEquals(59_000, stages.beginBytes(3));
        assertEquals(0, stages.of(10_999, 0));
        assertEquals(1, stages.of(11_000, 0));
        assertEquals(3, stages.of(60_000, 0));
        assertEquals(3, stages.of(58_000, 3), "left only a frame below");
        assertEquals(2, stages.of(57_999, 3));
        assertEquals(800, stages.pacedNanos(100, 3));
    }

    @Test
    void theProportionFallsFromLineRateToTheLeast() {
        ProportionalRate rates = new ProportionalRate(75_000, 11_000, 10);
        assertEquals(0, rates.of(11_000, 0));
        assertEquals(32_768, rates.of(43_000, 0));
        assertEquals(65_536 - 64, rates.of(90_000, 0));
        assertEquals(200, rates.pacedNanos(100, 32_768));
    }

    @Test
    void theStoppingFormStopsAtItsLimitUntilTheQueueIsAFrameBelow() {
        RateCode rates = new StoppingStages(new Stages(75_000, 11_000, 3, 1_000), 75_000, 1_000);
        assertEquals(3, rates.of(74_999, 3));
        assertEquals(RateCode.STOP, rates.of(75_000, 3));
        assertEquals(RateCode.STOP, rates.of(74_000, RateCode.STOP));
        assertEquals(3, rates.of(73_999, RateCode.STOP));
        assertEquals(0, rates.of(0, RateCode.STOP));
    }

    /** The drain stands still for ever: nothing beyond limit and headroom comes. */
    @Test
    void theStoppingFormLosesNothingWhereNothingDrains() {
        long first = GfcSettings.safeFirstBytes(Form.STOPPING, 75_000, LINK);
        long headroom = GfcSettings.safeHeadroomBytes(Form.STOPPING, LINK);
        GfcSettings settings = new GfcSettings(8, Form.STOPPING, 75_000, first, 10, headroom);
        assertEquals(0, settings.problems(LINK, 1_000_000).size());
        LinkModel model = new LinkModel(LINK, FRAME);
        model.start(
                new GfcUpstream(model.upPlane(), Map.of(PORT, settings)),
                new Gfc(model.downPlane(), PORT, settings));
        model.offer(3, 100_000);
        for (int step = 1; step <= 50_000; step++) {
            model.step(false);
        }
        long standing = model.queueBytes();
        assertTrue(standing >= 75_000 && standing < 75_000 + headroom, "queue " + standing);
        for (int step = 1; step <= 2_000; step++) {
            model.step(true);
        }
        assertTrue(model.sentBytes() > 500L * FRAME, "the upstream goes on with the drain");
    }

    /** Feedback that lets the upstream send sooner counts for the frame that already waits. */
    @Test
    void aWaitingFrameGoesWhenANewRateLetsIt() {
        GfcSettings settings = settings(Form.STAGES, 11_000);
        RecordingPlane plane = new RecordingPlane(LINK);
        GfcUpstream upstream = new GfcUpstream(plane, Map.of(1, settings));
        long lineNanos = LINK.nanosFor(RoceFrame.wireBytes(FRAME));
        upstream.onDequeue(plane.packet(7, FRAME, 3), 0, 1, 3);
        feedBack(upstream, 3);
        assertEquals(EgressScheme.HOLD, upstream.onFlowHead(7, 1, 3, FRAME));
        feedBack(upstream, 1);
        plane.advanceTo(2 * lineNanos - 1, upstream);
        assertEquals(List.of(), plane.drainQueueChanges());
        plane.advanceTo(2 * lineNanos, upstream);
        assertEquals(List.of(new QueueChange(1, 3, false, 0)), plane.drainQueueChanges());
    }

    private static void feedBack(GfcUpstream upstream, int code) {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        RateFrame.write(frame, 0, 1, 3, code);
        assertTrue(upstream.onControl(1, frame, 0));
    }

    @Test
    void aFrameIsReadAsWrittenAndIsNoPause() {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        RateFrame.write(frame, 0, 1, 5, 65_472);
        assertTrue(RateFrame.matches(frame, 0));
        assertEquals(1 << 5, RateFrame.priorities(frame, 0));
        assertEquals(65_472, RateFrame.code(frame, 0, 5));
        assertFalse(PauseFrame.matches(frame, 0));
    }

    @Test
    void aFirstThresholdAboveBmLessTwoFeedbackTimesIsAProblem() {
        long safe = GfcSettings.safeFirstBytes(Form.STAGES, 75_000, LINK);
        assertEquals(75_000 - 2 * LINK.bytesIn(GfcSettings.feedbackNanos(LINK)), safe);
        assertEquals(0, settings(Form.STAGES, safe).problems(LINK, 1_000_000).size());
        assertEquals(
                "first", settings(Form.STAGES, safe + 1).problems(LINK, 1_000_000).get(0).field());
    }

    /** Below Bm but for the two frames of headroom; and only the form that says so stops. */
    @Property(tries = 20)
    void theQueueStaysBelowItsLimitAndTheUpstreamStopsOnlyWhereAsked(
            @ForAll long seed,
            @ForAll Form form,
            @ForAll @IntRange(min = 1, max = 32) int drainOneIn,
            @ForAll @IntRange(min = 0, max = 20) int pipelineFrames) {
        long pipelineNanos = pipelineFrames * LINK.nanosFor(RoceFrame.wireBytes(FRAME));
        LinkProfile link = new LinkProfile(100_000_000_000L, 600, FRAME, 0, pipelineNanos);
        long limitBytes = 200_000;
        long firstBytes = GfcSettings.safeFirstBytes(form, limitBytes, link);
        GfcSettings settings = new GfcSettings(8, form, limitBytes, firstBytes, 10, 2 * FRAME);
        LinkModel model = new LinkModel(link, FRAME);
        model.start(
                new GfcUpstream(model.upPlane(), Map.of(PORT, settings)),
                new Gfc(model.downPlane(), PORT, settings));
        model.offer(3, 100_000);
        SplittableRandom random = new SplittableRandom(seed);
        long sentBefore = 0;
        for (int step = 1; step <= 20_000; step++) {
            model.step(random.nextInt(drainOneIn) == 0);
            assertTrue(model.queueBytes() < limitBytes + 2 * FRAME, "queue " + model.queueBytes());
            // C/2^10 is a frame in 1,024 steps.
            if (step % 2_000 == 0 && form != Form.STOPPING) {
                assertTrue(model.sentBytes() > sentBefore, "the upstream stands still");
                sentBefore = model.sentBytes();
            }
        }
    }

    private static GfcSettings settings(Form form, long firstBytes) {
        return new GfcSettings(8, form, 75_000, firstBytes, 10, 2 * FRAME);
    }
}
