package io.losslab.flowcontrol.swing;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.Scheme;

/** A relay port's buffer; its pauses are {@link SwingRelay}'s, which knows both ports. */
final class RelayBuffer implements Scheme {
    private final SwingSettings settings;

    RelayBuffer(SwingSettings settings) {
        this.settings = settings;
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
    public BufferPolicy bufferPolicy(int ofPort) {
        return new BufferPolicy(
                settings.priorities(),
                BufferPolicy.Sharing.DEDICATED,
                settings.bufferBytes(),
                false,
                0);
    }
}
