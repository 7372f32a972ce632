package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.Coprocessor;
import io.losslab.flowcontrol.CoprocessorState;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pause.PauseFrame;

/**
 * The coprocessor of a downstream port: every slot it reads queue and MAC counters, runs {@link
 * BifrostAlgorithm} and sends the pause (Bifrost, section V and Figure 9). The upstream needs only
 * an unmodified PFC sender.
 */
public final class Bifrost implements Coprocessor {
    private final DataPlane plane;
    private final int port;
    private final BifrostSettings settings;
    private final DownstreamSlots slots;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private long pauseNanos;
    private long framesSent;

    public Bifrost(DataPlane plane, int port, BifrostSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.slots = new DownstreamSlots(plane, port, settings, new BifrostAlgorithm(settings));
    }

    @Override
    public void start() {
        slots.start();
        plane.setTimer(0, plane.nowNanos() + settings.slotNanos());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {}

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {}

    @Override
    public void onTimer(int timer) {
        plane.setTimer(0, plane.nowNanos() + settings.slotNanos());
        int quanta = slots.end();
        pauseNanos = PauseFrame.nanosOf(quanta, settings.rateBitsPerSecond());
        if (quanta > 0) {
            PauseFrame.write(frame, 0, plane.mac(port), settings.priorities(), quanta);
            plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
            framesSent++;
        }
        slots.check();
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return new BufferPolicy(
                settings.priorities(),
                BufferPolicy.Sharing.DEDICATED,
                settings.reservedBytes(),
                true,
                0);
    }

    @Override
    public long slotNanos() {
        return settings.slotNanos();
    }

    @Override
    public CoprocessorState state() {
        return slots.state(pauseNanos, framesSent);
    }
}
