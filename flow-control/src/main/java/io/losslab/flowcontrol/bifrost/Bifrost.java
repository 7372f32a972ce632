package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Scheme;
import io.losslab.flowcontrol.pfc.PauseFrame;

/**
 * The coprocessor of a downstream port: every slot it reads queue and MAC counters, runs {@link
 * BifrostAlgorithm} and sends the pause (Bifrost, section V and Figure 9). The upstream needs only
 * an unmodified PFC sender.
 */
public final class Bifrost implements Scheme {
    private final DataPlane plane;
    private final int port;
    private final BifrostSettings settings;
    private final BifrostAlgorithm algorithm;
    private final Theorem1Monitor monitor;
    private final long leakAllowanceBytes;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private long receivedBefore;
    private long received;
    private long queueBytes;
    private long maxQueueBytes;
    private long pauseNanos;
    private long slots;
    private long framesSent;
    private long leakEvents;
    private long leakedBytes;
    private long firstViolationNanos = -1;

    public Bifrost(DataPlane plane, int port, BifrostSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        LinkProfile link = plane.link(port);
        this.algorithm = new BifrostAlgorithm(settings);
        this.leakAllowanceBytes = settings.extraHeadroomBytes();
        this.monitor =
                new Theorem1Monitor(
                        algorithm.slotBytes(),
                        lowerBoundBytes(settings),
                        settings.queueBufferBytes(),
                        leakAllowanceBytes,
                        link.maxFrameBytes());
    }

    /**
     * With F of HISTORY an idle upstream lowers L + F, so the theorem gives no lower bound then.
     */
    private static long lowerBoundBytes(BifrostSettings settings) {
        return settings.virtualIncoming() == BifrostSettings.VirtualIncoming.COUNTER
                ? settings.deltaBytes() + settings.slotBytes()
                : 0;
    }

    @Override
    public void start() {
        receivedBefore = plane.receivedBytes(port);
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
        long now = plane.nowNanos();
        plane.setTimer(0, now + settings.slotNanos());
        long total = plane.receivedBytes(port);
        received = total - receivedBefore;
        receivedBefore = total;
        queueBytes = plane.ingressBytes(port);
        maxQueueBytes = Math.max(maxQueueBytes, queueBytes);
        slots++;

        int quanta = algorithm.onSlot(queueBytes, received);
        pauseNanos = PauseFrame.nanosOf(quanta, settings.rateBitsPerSecond());
        if (quanta > 0) {
            PauseFrame.write(frame, 0, plane.mac(port), settings.priorities(), quanta);
            plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
            framesSent++;
        }
        if (algorithm.lastLeakBytes() > 0) {
            leakEvents++;
            leakedBytes += algorithm.lastLeakBytes();
        }
        check(now);
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

    public BifrostSettings settings() {
        return settings;
    }

    /** State and counters of now. */
    public BifrostState state() {
        return new BifrostState(
                queueBytes,
                received,
                algorithm.virtualIncomingBytes(),
                pauseNanos,
                algorithm.debtBytes(),
                slots,
                framesSent,
                maxQueueBytes,
                leakEvents,
                leakedBytes,
                monitor.minSumBytes(),
                monitor.maxSumBytes(),
                monitor.violations(),
                firstViolationNanos,
                leakAllowanceBytes);
    }

    private void check(long now) {
        String violation = monitor.onSlot(queueBytes, received, algorithm.virtualIncomingBytes());
        if (violation != null) {
            if (firstViolationNanos < 0) {
                firstViolationNanos = now;
            }
            plane.reportViolation(port, violation);
        }
    }
}
