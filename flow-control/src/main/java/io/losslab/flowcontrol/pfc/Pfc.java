package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Scheme;

/**
 * PFC at one ingress port (IEEE 802.1Qbb; thresholds as in Bifrost, section II-B).
 *
 * <p>A priority is paused when its ingress bytes reach XOFF and resumed when they are down to XON.
 * With quanta timers the pause is sent again at half its time for as long as it is meant.
 */
public final class Pfc implements Scheme {
    private final DataPlane plane;
    private final int port;
    private final PfcSettings settings;
    private final boolean dynamic;
    private final long xoffBytes;
    private final long xonBytes;
    private final long refreshNanos;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private final int[] pauseGeneration = new int[8];
    private int paused;

    public Pfc(DataPlane plane, int port, PfcSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.dynamic = settings.threshold() == PfcSettings.Threshold.DYNAMIC;
        this.xoffBytes = settings.xoffBytes();
        this.xonBytes = settings.xonBytes();
        LinkProfile link = plane.link(port);
        this.refreshNanos =
                settings.timer() == PfcSettings.Timer.QUANTA
                        ? PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, link.rateBitsPerSecond()) / 2
                        : 0;
    }

    @Override
    public void start() {}

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        int bit = 1 << priority;
        if ((paused & bit) == 0
                && (settings.priorities() & bit) != 0
                && isOver(priority, ingressBytes)) {
            paused |= bit;
            send(bit, PauseFrame.MAX_QUANTA);
            scheduleRefresh(priority);
        }
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        int bit = 1 << priority;
        if ((paused & bit) != 0 && isClear(priority, ingressBytes)) {
            paused &= ~bit;
            pauseGeneration[priority]++;
            send(bit, 0);
        }
    }

    @Override
    public void onTimer(int timer) {
        int priority = timer & 7;
        boolean current = timer >>> 3 == (pauseGeneration[priority] & 0xFFFFFF);
        if (current && (paused >> priority & 1) != 0) {
            send(1 << priority, PauseFrame.MAX_QUANTA);
            scheduleRefresh(priority);
        }
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return dynamic
                ? new BufferPolicy(
                        settings.priorities(),
                        BufferPolicy.Sharing.DYNAMIC,
                        settings.headroomBytes(),
                        false,
                        settings.alpha())
                : new BufferPolicy(
                        settings.priorities(),
                        BufferPolicy.Sharing.DEDICATED,
                        xoffBytes + settings.headroomBytes(),
                        false,
                        0);
    }

    /** Priorities paused now, bit i = priority i. */
    public int pausedPriorities() {
        return paused;
    }

    private boolean isOver(int priority, long ingressBytes) {
        if (!dynamic) {
            return ingressBytes >= xoffBytes;
        }
        return plane.headroomBytes(port, priority) > 0
                || ingressBytes >= settings.alpha() * plane.freeSharedBytes();
    }

    private boolean isClear(int priority, long ingressBytes) {
        if (!dynamic) {
            return ingressBytes <= xonBytes;
        }
        return plane.headroomBytes(port, priority) == 0
                && (ingressBytes == 0
                        || ingressBytes + settings.resumeOffsetBytes()
                                <= settings.alpha() * plane.freeSharedBytes());
    }

    private void send(int priorities, int quanta) {
        PauseFrame.write(frame, 0, plane.mac(port), priorities, quanta);
        plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
    }

    private void scheduleRefresh(int priority) {
        if (refreshNanos > 0) {
            int timer = (pauseGeneration[priority] & 0xFFFFFF) << 3 | priority;
            plane.setTimer(timer, plane.nowNanos() + refreshNanos);
        }
    }
}
