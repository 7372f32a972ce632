package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.Scheme;

/**
 * The buffer of a port under OFC: X_OFF and headroom of its own. All else is done by {@link Ofc},
 * which sees the flows of both ends of a device.
 */
final class OfcBuffer implements Scheme {
    private final BufferPolicy policy;

    OfcBuffer(OfcSettings settings) {
        this.policy =
                new BufferPolicy(
                        settings.priorities(),
                        BufferPolicy.Sharing.DEDICATED,
                        settings.xoffBytes() + settings.headroomBytes(),
                        false,
                        0);
    }

    @Override
    public void start() {}

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {}

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {}

    @Override
    public void onTimer(int timer) {}

    @Override
    public BufferPolicy bufferPolicy(int port) {
        return policy;
    }
}
