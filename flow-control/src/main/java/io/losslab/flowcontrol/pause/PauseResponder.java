package io.losslab.flowcontrol.pause;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.PauseTimer;

/**
 * The sending end of a link: obeys pause frames as IEEE 802.1Qbb asks. A frame replaces the
 * remaining time of each priority it enables; time zero resumes. Switch ports and host NICs run the
 * same class, whatever scheme sent the frame.
 */
public final class PauseResponder {
    private final int obeyedPriorities;
    private final boolean fullPauseHolds;

    /**
     * Makes a responder.
     *
     * @param obeyedPriorities bit i: priority i is obeyed
     * @param timer with UNTIL_RESUME a pause of 65535 quanta does not expire
     */
    public PauseResponder(int obeyedPriorities, PauseTimer timer) {
        this.obeyedPriorities = obeyedPriorities;
        this.fullPauseHolds = timer == PauseTimer.UNTIL_RESUME;
    }

    /** Whether it obeys all priorities, as a port with link pause (IEEE 802.3, Annex 31B) does. */
    public boolean obeysAll() {
        return obeyedPriorities == 0xFF;
    }

    /** Obeys a frame that came in by a port. */
    public void onFrame(DataPlane plane, int port, byte[] frame, int offset) {
        int priorities = PauseFrame.priorities(frame, offset) & obeyedPriorities;
        while (priorities != 0) {
            int priority = Integer.numberOfTrailingZeros(priorities);
            priorities &= priorities - 1;
            int quanta = PauseFrame.quanta(frame, offset, priority);
            if (quanta == 0) {
                plane.resume(port, priority);
            } else if (fullPauseHolds && quanta == PauseFrame.MAX_QUANTA) {
                plane.pause(port, priority, DataPlane.FOREVER);
            } else {
                long rate = plane.link(port).rateBitsPerSecond();
                plane.pause(port, priority, plane.nowNanos() + PauseFrame.nanosOf(quanta, rate));
            }
        }
    }
}
