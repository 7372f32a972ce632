package io.losslab.flowcontrol.swing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.swing.SwingSettings.Trigger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwingRelayTest {
    private static final int NEAR = 1;
    private static final int FAR = 2;
    private static final int BIT = 1 << 3;
    private static final int FULL = PauseFrame.MAX_QUANTA;
    private static final LinkProfile LINK = new LinkProfile(400_000_000_000L, 3_000_000, 4_174);
    private static final long HALF = PauseFrame.nanosOf(FULL, LINK.rateBitsPerSecond()) / 2;

    private final RecordingPlane plane = new RecordingPlane(LINK, 2);
    private final int big = plane.packet(1, 198_000, 3);

    @Test
    void aNeighboursPauseAndResumeGoOnAtOnce() {
        SwingRelay relay = relay(Trigger.BOTH);
        assertFalse(relay.onControl(NEAR, pfc(FULL), 0), "the responder obeys it too");
        assertEquals(List.of(new Sent(0, FAR, BIT, FULL)), plane.drainSent());
        relay.onControl(NEAR, pfc(0), 0);
        assertEquals(List.of(new Sent(0, FAR, BIT, 0)), plane.drainSent());
    }

    @Test
    void theRelaysOwnQueuePausesTheFarRelayAtXoff() {
        SwingRelay relay = relay(Trigger.BOTH);
        relay.onEnqueue(big, FAR, NEAR, 3);
        assertEquals(List.of(new Sent(0, FAR, BIT, FULL)), plane.drainSent());
        relay.onEnqueue(big, FAR, NEAR, 3);
        relay.onDequeue(big, FAR, NEAR, 3);
        assertEquals(List.of(new Sent(0, FAR, BIT, 0)), plane.drainSent(), "XON = XOFF");
    }

    @Test
    void itIsResumedOnlyWhenNeitherIsLeft() {
        SwingRelay relay = relay(Trigger.BOTH);
        relay.onControl(NEAR, pfc(FULL), 0);
        relay.onEnqueue(big, FAR, NEAR, 3);
        relay.onEnqueue(big, FAR, NEAR, 3);
        plane.drainSent();
        relay.onControl(NEAR, pfc(0), 0);
        assertEquals(List.of(), plane.drainSent(), "its own queue is over XOFF");
        relay.onDequeue(big, FAR, NEAR, 3);
        assertEquals(List.of(new Sent(0, FAR, BIT, 0)), plane.drainSent());
    }

    @Test
    void theTriggerPicksOneOfThem() {
        SwingRelay threshold = relay(Trigger.THRESHOLD);
        threshold.onControl(NEAR, pfc(FULL), 0);
        assertEquals(List.of(), plane.drainSent());
        SwingRelay forward = relay(Trigger.FORWARD);
        forward.onEnqueue(big, FAR, NEAR, 3);
        assertEquals(List.of(), plane.drainSent());
    }

    @Test
    void aPauseIsRefreshedWhileItStandsAndEndsWithTheNeighbours() {
        SwingRelay relay = relay(Trigger.BOTH);
        relay.onControl(NEAR, pfc(FULL), 0);
        plane.advanceTo(HALF, relay);
        assertEquals(
                List.of(new Sent(0, FAR, BIT, FULL), new Sent(HALF, FAR, BIT, FULL)),
                plane.drainSent());
        plane.advanceTo(5 * HALF, relay);
        List<Sent> later = plane.drainSent();
        assertEquals(0, later.get(later.size() - 1).quanta(), "the neighbour's pause ran out");
    }

    @Test
    void theBufferOfThePapersLinkIsAbout287Megabytes() {
        assertEquals(287, SwingSettings.safeBufferBytes(198_000, LINK) / 1_048_576.0, 1);
    }

    @Test
    void aDeviceWithOtherThanTwoPortsIsNoRelay() {
        RecordingPlane three = new RecordingPlane(LINK, 3);
        assertThrows(IllegalArgumentException.class, () -> new SwingRelay(three, Map.of()));
    }

    private SwingRelay relay(Trigger trigger) {
        SwingSettings settings =
                new SwingSettings(BIT, trigger, 198_000, 198_000, 301_000_000, PauseTimer.QUANTA);
        return new SwingRelay(plane, Map.of(NEAR, settings, FAR, settings));
    }

    private static byte[] pfc(int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, 1, BIT, quanta);
        return frame;
    }
}
