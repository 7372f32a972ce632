package io.losslab.flowcontrol.capfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapfcTest {
    private static final int PORT = 2;
    private static final int PRIORITY = 3;
    private static final int FULL = PauseFrame.MAX_QUANTA;
    private static final LinkProfile LINK = new LinkProfile(40_000_000_000L, 20, 1_518);

    private final RecordingPlane plane = new RecordingPlane(LINK, 4);
    private final CapfcSettings settings =
            new CapfcSettings(
                    PfcSettings.ofStatic(1 << PRIORITY, 75_000, 45_000, 20_000), 0, 68_000, 45_000);
    private Capfc capfc = new Capfc(plane, PORT, settings.pfc(), 0, settings);

    @Test
    void pausesAtXoffLikePfc() {
        enqueue(1, PRIORITY, 74_999);
        assertEquals(List.of(), plane.drainSent());
        enqueue(1, PRIORITY, 75_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, FULL)), plane.drainSent());
    }

    @Test
    void pausesBelowXoffOnlyWhereIngressAndEgressAreLong() {
        capfc = new Capfc(plane, PORT, settings.pfc(), 67_500, settings);
        plane.setQueueBytes(1, PRIORITY, 67_999);
        enqueue(1, PRIORITY, 74_999);
        assertEquals(List.of(), plane.drainSent(), "the egress is short");
        plane.setQueueBytes(1, PRIORITY, 68_000);
        plane.setTransitBytes(PORT, 1, 67_500);
        enqueue(1, PRIORITY, 67_499);
        assertEquals(List.of(), plane.drainSent(), "the ingress is short");
        enqueue(1, PRIORITY, 67_500);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, FULL)), plane.drainSent());
        dequeue(45_001);
        assertEquals(List.of(), plane.drainSent());
        dequeue(45_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, 0)), plane.drainSent(), "as PFC");
    }

    @Test
    void pausesAtXoffWhateverTheEgressHolds() {
        capfc = new Capfc(plane, PORT, settings.pfc(), 67_500, settings);
        enqueue(1, PRIORITY, 75_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, FULL)), plane.drainSent());
    }

    @Test
    void pausesWhatJoinsACongestedEgressBelowXoff() {
        plane.setQueueBytes(1, PRIORITY, 67_999);
        enqueue(1, PRIORITY, 5_000);
        assertEquals(List.of(), plane.drainSent());
        plane.setQueueBytes(1, PRIORITY, 68_000);
        enqueue(4, PRIORITY, 6_000);
        assertEquals(List.of(), plane.drainSent(), "another egress is none of its business");
        enqueue(1, PRIORITY, 7_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, FULL)), plane.drainSent());
        enqueue(1, PRIORITY, 8_000);
        assertEquals(List.of(), plane.drainSent(), "one PAUSE is enough");
    }

    @Test
    void resumesOnceIngressAndEveryEgressItFeedsAreLow() {
        plane.setQueueBytes(1, PRIORITY, 68_000);
        plane.setQueueBytes(4, PRIORITY, 90_000);
        plane.setTransitBytes(PORT, 1, 9_000);
        enqueue(1, PRIORITY, 9_000);
        plane.drainSent();
        dequeue(8_000);
        assertEquals(List.of(), plane.drainSent(), "egress 1 is above egressOn");
        plane.setQueueBytes(1, PRIORITY, 45_000);
        dequeue(45_001);
        assertEquals(List.of(), plane.drainSent(), "the ingress is above XON");
        dequeue(45_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, 0)), plane.drainSent());
    }

    @Test
    void anEmptyIngressResumesWhateverTheEgressHolds() {
        plane.setQueueBytes(1, PRIORITY, 68_000);
        plane.setTransitBytes(PORT, 1, 500);
        enqueue(1, PRIORITY, 1_000);
        plane.drainSent();
        dequeue(0);
        assertEquals(List.of(new Sent(0, PORT, 1 << PRIORITY, 0)), plane.drainSent());
    }

    @Test
    void otherPrioritiesAreLeftAlone() {
        plane.setQueueBytes(1, 5, 90_000);
        enqueue(1, 5, 90_000);
        assertEquals(List.of(), plane.drainSent());
    }

    @Test
    void thresholdsOutOfOrderAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new CapfcSettings(settings.pfc(), 0, 45_000, 45_001));
        assertEquals("capfc", SchemeTypes.find("capfc").orElseThrow().name());
    }

    private void enqueue(int egress, int priority, long ingressBytes) {
        capfc.onEnqueue(PORT, egress, priority, 1_000, ingressBytes);
    }

    private void dequeue(long ingressBytes) {
        capfc.onDequeue(PORT, 1, PRIORITY, 1_000, ingressBytes);
    }
}
