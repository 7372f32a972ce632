package io.losslab.flowcontrol.capfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.pause.PauseSender;
import io.losslab.flowcontrol.pfc.PfcSettings;

/**
 * Congestion-aware PFC at one ingress port: PFC that also pauses below XOFF, when a packet joins a
 * congested egress queue while the ingress holds its lower threshold or more (OFC, sections IV-A4
 * and V). With a lower threshold of 0, the egress queue alone decides.
 *
 * <p>A priority resumes when its ingress bytes are down to XON and either below the lower threshold
 * or without packets in an egress queue above its own lower one. Expects priority p in egress queue
 * p.
 */
public final class Capfc implements IngressScheme {
    private final DataPlane plane;
    private final int port;
    private final PfcSettings pfc;
    private final long ingressOffBytes;
    private final EgressThreshold egress;
    private final PauseSender sender;

    /**
     * Makes the scheme of a port.
     *
     * @param ingressOffBytes ingress bytes of a priority from which a congested egress queue pauses
     */
    public Capfc(
            DataPlane plane,
            int port,
            PfcSettings pfc,
            long ingressOffBytes,
            EgressThreshold egress) {
        this.plane = plane;
        this.port = port;
        this.pfc = pfc;
        this.ingressOffBytes = ingressOffBytes;
        this.egress = egress;
        this.sender = new PauseSender(plane, port, pfc.timer());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (!sender.isPaused(priority)
                && pfc.governs(priority)
                && (ingressBytes >= pfc.xoffBytes()
                        || ingressBytes >= ingressOffBytes
                                && plane.queueBytes(egressPort, priority)
                                        >= egress.offBytes(priority))) {
            sender.pause(priority);
        }
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (sender.isPaused(priority)
                && ingressBytes <= pfc.xonBytes()
                && (ingressBytes == 0
                        || ingressBytes < ingressOffBytes
                        || feedsNoCongestion(priority))) {
            sender.resume(priority);
        }
    }

    @Override
    public void onTimer(int timer) {
        sender.onTimer(timer);
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return pfc.bufferPolicy();
    }

    private boolean feedsNoCongestion(int priority) {
        long on = egress.onBytes(priority);
        for (int to = 1; to <= plane.ports(); to++) {
            if (plane.transitBytes(port, to) > 0 && plane.queueBytes(to, priority) > on) {
                return false;
            }
        }
        return true;
    }
}
