package io.losslab.flowcontrol.cbfc;

import static io.losslab.flowcontrol.LinkModel.PORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.LinkModel;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.frame.LocalFrame;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CbfcTest {
    private static final int FRAME = 1_230;
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 1_000, FRAME);

    @Test
    void twelveBitsOrderCountsHalfTheirRangeApart() {
        BlockCounter counter = BlockCounter.BITS_12;
        assertEquals(2_048, counter.distance(4_000, counter.wrap(4_000 + 2_048)));
        assertEquals(-1, counter.distance(0, counter.wrap(-1)));
        assertEquals(2_048, counter.grantable(1_000_000));
    }

    @Property(tries = 100)
    void aFrameIsReadAsWritten(@ForAll long blocks, @ForAll @IntRange(min = 0, max = 7) int lane) {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        CreditFrame.write(frame, 0, 1, CreditFrame.SENT, lane, blocks);
        assertTrue(CreditFrame.matches(frame, 0, CreditFrame.SENT));
        assertTrue(!CreditFrame.matches(frame, 0, CreditFrame.LIMIT));
        assertEquals(lane, CreditFrame.lane(frame, 0));
        assertEquals(blocks, CreditFrame.blocks(frame, 0));
    }

    /** Sent bytes are within received and free: the queue within its buffer, lost frames or not. */
    @Property(tries = 20)
    void theQueueNeverPassesItsBuffer(
            @ForAll long seed,
            @ForAll boolean ideal,
            @ForAll boolean losses,
            @ForAll @IntRange(min = 4_000, max = 300_000) int bufferBytes,
            @ForAll @IntRange(min = 0, max = 20_000) int delayNanos,
            @ForAll @IntRange(min = 200, max = 4_000) int updateNanos,
            @ForAll @IntRange(min = 0, max = 40) int pipelineFrames) {
        long frameNanos = LINK.nanosFor(RoceFrame.wireBytes(FRAME));
        LinkProfile link =
                new LinkProfile(
                        100_000_000_000L, delayNanos, FRAME, 0, pipelineFrames * frameNanos);
        CbfcSettings settings = new CbfcSettings(8, bufferBytes, updateNanos, ideal);
        LinkModel model = model(link, settings);
        SplittableRandom random = new SplittableRandom(seed);
        model.offer(3, 100_000);
        long drainedBytes = 0;
        for (int step = 0; step < 6_000; step++) {
            if (losses && random.nextInt(300) == 0) {
                model.loseNext();
            }
            boolean drains = step / 700 % 2 == 1 || random.nextInt(3) == 0;
            drainedBytes += model.step(drains) ? FRAME : 0;
            assertTrue(model.queueBytes() <= bufferBytes);
            long lostBytes = model.lostFrames() * FRAME;
            assertTrue(
                    model.sentBytes() <= drainedBytes + lostBytes + bufferBytes,
                    "FCTBS is above FCCL by "
                            + (model.sentBytes() - drainedBytes - lostBytes - bufferBytes));
        }
    }

    /** Each lost frame is granted again; without that the link would stop for good. */
    @Test
    void whatIsLostIsGrantedAgain() {
        LinkModel model = model(LINK, new CbfcSettings(8, 20_000, 2_000, false));
        model.offer(3, 3_000);
        for (int step = 0; step < 20_000; step++) {
            if (step % 50 == 0) {
                model.loseNext();
            }
            model.step(true);
        }
        assertTrue(model.lostFrames() > 20_000 / FRAME, "more was lost than the buffer holds");
        assertEquals(0, model.waitingFrames(3));
    }

    /** Behind a count that came once, packets may have come that it does not know of. */
    @Test
    void aCountThatCameOnceIsNotCompared() {
        LinkProfile link = new LinkProfile(100_000_000_000L, 1_000, FRAME, 0, 1_000);
        CbfcSettings settings = new CbfcSettings(8, 64_000, 2_000, true);
        RecordingPlane plane = new RecordingPlane(link);
        CreditReceiver receiver = new CreditReceiver(plane, 1, settings);
        receiver.start();
        plane.receive(10 * BlockCounter.BLOCK_BYTES);
        count(receiver, 10);
        count(receiver, 10);
        plane.advanceTo(500, receiver);
        count(receiver, 20);
        plane.receive(20 * BlockCounter.BLOCK_BYTES);
        plane.advanceTo(2_000, receiver);
        byte[] limit = plane.drainFrames().get(0).bytes().array();
        assertEquals(30 + settings.windowBlocks(), CreditFrame.blocks(limit, 0));
    }

    private static void count(CreditReceiver receiver, long blocks) {
        byte[] frame = new byte[LocalFrame.LENGTH_BYTES];
        CreditFrame.write(frame, 0, 1, CreditFrame.SENT, 3, blocks);
        assertTrue(receiver.onControl(1, frame, 0));
    }

    @Test
    void aWindowOfARoundTripAndAnUpdateFillsTheLink() {
        LinkModel model = model(LINK, new CbfcSettings(8, 131_200, 2_000, false));
        model.offer(3, 10_000);
        for (int step = 0; step < 10_000; step++) {
            model.step(true);
        }
        assertEquals(0, model.waitingFrames(3));
    }

    @Test
    void twelveBitsAreTooFewForALongLink() {
        LinkProfile longLink = new LinkProfile(100_000_000_000L, 400_000, 4_174);
        long update = CbfcSettings.defaultUpdateNanos(false, longLink);
        CbfcSettings limited =
                new CbfcSettings(
                        8, CbfcSettings.defaultBufferBytes(false, longLink, update), update, false);
        assertEquals(2_048, limited.windowBlocks());
        assertEquals("ideal", limited.problems(longLink, 1L << 30).get(0).field());
        CbfcSettings ideal =
                new CbfcSettings(
                        8, CbfcSettings.defaultBufferBytes(true, longLink, 10_000), 10_000, true);
        assertEquals(10_375_000, ideal.bufferBytes(), "Bifrost's H");
        assertEquals(0, ideal.problems(longLink, 1L << 30).size());
    }

    private static LinkModel model(LinkProfile link, CbfcSettings settings) {
        LinkModel model = new LinkModel(link, FRAME);
        model.start(
                new CreditSender(model.upPlane(), Map.of(PORT, settings)),
                new CreditReceiver(model.downPlane(), PORT, settings));
        return model;
    }
}
