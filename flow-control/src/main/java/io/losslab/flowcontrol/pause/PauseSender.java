package io.losslab.flowcontrol.pause;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.PauseTimer;

/**
 * Sends the pause frames of a port and keeps what they paused: a pause of 65535 quanta, refreshed
 * at half its time for as long as it is meant, and a resume (IEEE 802.1Qbb).
 *
 * <p>Its owner hands it the timers it set; their numbers are below {@link #TIMERS}.
 */
public final class PauseSender {
    /** Timer numbers from here on are free for the owner. */
    public static final int TIMERS = 1 << 27;

    private static final int GENERATIONS = 0xFFFFFF;

    private final DataPlane plane;
    private final int port;
    private final int firstTimer;
    private final long refreshNanos;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private final int[] generation = new int[8];
    private int paused;

    /**
     * Makes a sender.
     *
     * @param timer with UNTIL_RESUME nothing is refreshed
     */
    public PauseSender(DataPlane plane, int port, PauseTimer timer) {
        this(plane, port, timer, 0);
    }

    /**
     * Makes one of several senders of an owner.
     *
     * @param firstTimer what its owner takes off the timers that it hands over, a multiple of
     *     {@link #TIMERS}
     */
    public PauseSender(DataPlane plane, int port, PauseTimer timer, int firstTimer) {
        this.plane = plane;
        this.port = port;
        this.firstTimer = firstTimer;
        long rate = plane.link(port).rateBitsPerSecond();
        this.refreshNanos =
                timer == PauseTimer.QUANTA
                        ? PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, rate) / 2
                        : 0;
    }

    /** Priorities paused now, bit i = priority i. */
    public int paused() {
        return paused;
    }

    public boolean isPaused(int priority) {
        return (paused >> priority & 1) != 0;
    }

    /** Pauses a priority that is not paused. */
    public void pause(int priority) {
        paused |= 1 << priority;
        send(priority, PauseFrame.MAX_QUANTA);
        scheduleRefresh(priority);
    }

    /** Resumes a priority that is paused. */
    public void resume(int priority) {
        paused &= ~(1 << priority);
        generation[priority]++;
        send(priority, 0);
    }

    /** A timer below {@link #TIMERS} is due. */
    public void onTimer(int timer) {
        int priority = timer & 7;
        boolean current = timer >>> 3 == (generation[priority] & GENERATIONS);
        if (current && isPaused(priority)) {
            send(priority, PauseFrame.MAX_QUANTA);
            scheduleRefresh(priority);
        }
    }

    private void send(int priority, int quanta) {
        PauseFrame.write(frame, 0, plane.mac(port), 1 << priority, quanta);
        plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
    }

    private void scheduleRefresh(int priority) {
        if (refreshNanos > 0) {
            int timer = (generation[priority] & GENERATIONS) << 3 | priority;
            plane.setTimer(firstTimer + timer, plane.nowNanos() + refreshNanos);
        }
    }
}
