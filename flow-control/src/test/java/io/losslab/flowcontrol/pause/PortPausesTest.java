package io.losslab.flowcontrol.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.DataPlane;
import org.junit.jupiter.api.Test;

class PortPausesTest {
    private final PortPauses pauses = new PortPauses(2);

    @Test
    void aPortIsStoppedUntilTheLastOfItsPausesEnds() {
        assertEquals(500, pauses.pause(1, 3, 500));
        assertEquals(500, pauses.pause(1, 4, 400));
        assertEquals(700, pauses.pause(1, 4, 700));
        assertEquals(500, pauses.resume(1, 4));
        assertEquals(0, pauses.resume(1, 3));
    }

    @Test
    void aResumeOfAPriorityThatIsNotPausedEndsNothing() {
        pauses.pause(2, 7, DataPlane.FOREVER);
        assertEquals(DataPlane.FOREVER, pauses.resume(2, 0));
        assertEquals(0, pauses.resume(1, 7));
    }
}
