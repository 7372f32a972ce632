package io.losslab.flowcontrol.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.EgressChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class PauseResponderTest {
    private static final long RATE = 100_000_000_000L;
    private static final int PORT = 5;

    private final RecordingPlane plane = new RecordingPlane(new LinkProfile(RATE, 400_000, 4174));

    @Test
    void pausesEveryEnabledPriorityForTheTimeOfTheFrame() {
        receive(responder(0xFF, PauseTimer.QUANTA), 0b0100_1000, 1_000);
        long until = PauseFrame.nanosOf(1_000, RATE);
        assertEquals(
                List.of(new EgressChange(PORT, 3, until), new EgressChange(PORT, 6, until)),
                plane.drainEgressChanges());
    }

    @Test
    void aLaterFrameReplacesTheRemainingTimeAlsoWithAShorterOne() {
        PauseResponder responder = responder(0xFF, PauseTimer.QUANTA);
        receive(responder, 1 << 3, 65_535);
        plane.advanceTo(100_000);
        plane.drainEgressChanges();
        receive(responder, 1 << 3, 100);
        assertEquals(List.of(new EgressChange(PORT, 3, 100_000 + 512)), plane.drainEgressChanges());
    }

    @Test
    void timeZeroResumes() {
        receive(responder(0xFF, PauseTimer.QUANTA), 0b11, 0);
        assertEquals(
                List.of(new EgressChange(PORT, 0, 0), new EgressChange(PORT, 1, 0)),
                plane.drainEgressChanges());
    }

    @Test
    void prioritiesThatAreNotObeyedAreLeftAlone() {
        PauseResponder responder = responder(0b0000_1000, PauseTimer.QUANTA);
        receive(responder, 0xFF, 10);
        assertEquals(
                List.of(new EgressChange(PORT, 3, PauseFrame.nanosOf(10, RATE))),
                plane.drainEgressChanges());
        receive(responder, 0xF7, 10);
        receive(responder, 0xF7, 0);
        assertEquals(List.of(), plane.drainEgressChanges());
    }

    @Test
    void untilResumeOnlyAFullPauseDoesNotExpire() {
        PauseResponder responder = responder(0xFF, PauseTimer.UNTIL_RESUME);
        receive(responder, 1, 65_535);
        receive(responder, 1, 65_534);
        assertEquals(
                List.of(
                        new EgressChange(PORT, 0, DataPlane.FOREVER),
                        new EgressChange(PORT, 0, PauseFrame.nanosOf(65_534, RATE))),
                plane.drainEgressChanges());
    }

    private static PauseResponder responder(int obeyed, PauseTimer timer) {
        return new PauseResponder(obeyed, timer);
    }

    private void receive(PauseResponder responder, int priorities, int quanta) {
        byte[] buffer = new byte[16 + PauseFrame.LENGTH_BYTES];
        PauseFrame.write(buffer, 16, RecordingPlane.MAC, priorities, quanta);
        responder.onFrame(plane, PORT, buffer, 16);
    }
}
