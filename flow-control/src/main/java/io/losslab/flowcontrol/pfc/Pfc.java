package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.pause.PauseSender;

/**
 * PFC at one ingress port (IEEE 802.1Qbb; thresholds as in Bifrost, section II-B).
 *
 * <p>A priority is paused when its ingress bytes reach XOFF and resumed when they are down to XON.
 * With quanta timers the pause is refreshed at half its time for as long as it is meant.
 */
public final class Pfc implements IngressScheme {
    private final DataPlane plane;
    private final int port;
    private final PfcSettings settings;
    private final boolean dynamic;
    private final long xoffBytes;
    private final long xonBytes;
    private final PauseSender sender;

    public Pfc(DataPlane plane, int port, PfcSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.dynamic = settings.threshold() == PfcSettings.Threshold.DYNAMIC;
        this.xoffBytes = settings.xoffBytes();
        this.xonBytes = settings.xonBytes();
        this.sender = new PauseSender(plane, port, settings.timer());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (!sender.isPaused(priority)
                && settings.governs(priority)
                && isOver(priority, ingressBytes)) {
            sender.pause(priority);
        }
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (sender.isPaused(priority) && isClear(priority, ingressBytes)) {
            sender.resume(priority);
        }
    }

    @Override
    public void onTimer(int timer) {
        sender.onTimer(timer);
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return settings.bufferPolicy();
    }

    /** Priorities paused now, bit i = priority i. */
    public int pausedPriorities() {
        return sender.paused();
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
}
