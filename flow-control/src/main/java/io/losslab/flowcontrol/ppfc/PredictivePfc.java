package io.losslab.flowcontrol.ppfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.pause.PauseSender;
import io.losslab.flowcontrol.pfc.PfcSettings;

/**
 * PFC that follows the growth of the ingress bytes ahead by the pause's reaction time, and pauses
 * if they would reach XOFF by then (P-PFC, derivative form). Never later than PFC.
 *
 * <p>A priority resumes at XON once it no longer grows. It is sampled only while it holds bytes.
 */
final class PredictivePfc implements IngressScheme {
    private final DataPlane plane;
    private final PfcSettings pfc;
    private final long sampleNanos;
    private final double gain;

    /** How many samples ahead the growth is followed. */
    private final double samplesAhead;

    private final PauseSender sender;

    // By priority: bytes now and at the last sample, mean growth between samples, timer pending.
    private final long[] bytesNow = new long[8];
    private final long[] bytesBefore = new long[8];
    private final double[] growthBytes = new double[8];
    private final boolean[] sampling = new boolean[8];

    PredictivePfc(DataPlane plane, int port, PpfcSettings settings) {
        this.plane = plane;
        this.pfc = settings.pfc();
        this.sampleNanos = settings.sampleNanos();
        this.gain = settings.gain();
        this.samplesAhead = (double) settings.predictNanos() / sampleNanos;
        this.sender = new PauseSender(plane, port, pfc.timer());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (!pfc.governs(priority)) {
            return;
        }
        bytesNow[priority] = ingressBytes;
        if (!sampling[priority]) {
            sampling[priority] = true;
            scheduleSample(priority);
        }
        pauseIfXoffIsNear(priority);
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        bytesNow[priority] = ingressBytes;
        resumeIfClear(priority);
    }

    @Override
    public void onTimer(int timer) {
        if (timer < PauseSender.TIMERS) {
            sender.onTimer(timer);
        } else {
            sample(timer - PauseSender.TIMERS);
        }
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return pfc.bufferPolicy();
    }

    /** Mean growth of a priority's ingress bytes from sample to sample. */
    double growthBytes(int priority) {
        return growthBytes[priority];
    }

    private void sample(int priority) {
        long grown = bytesNow[priority] - bytesBefore[priority];
        bytesBefore[priority] = bytesNow[priority];
        growthBytes[priority] += gain * (grown - growthBytes[priority]);
        pauseIfXoffIsNear(priority);
        resumeIfClear(priority);
        if (bytesNow[priority] == 0 && !sender.isPaused(priority)) {
            growthBytes[priority] = 0;
            sampling[priority] = false;
        } else {
            scheduleSample(priority);
        }
    }

    private void pauseIfXoffIsNear(int priority) {
        long predicted = bytesNow[priority] + Math.max(0, growthAheadBytes(priority));
        if (!sender.isPaused(priority) && predicted >= pfc.xoffBytes()) {
            sender.pause(priority);
        }
    }

    private void resumeIfClear(int priority) {
        if (sender.isPaused(priority)
                && bytesNow[priority] <= pfc.xonBytes()
                && growthAheadBytes(priority) <= 0) {
            sender.resume(priority);
        }
    }

    /** Whole bytes, so that a growth that only fades away counts as none. */
    private long growthAheadBytes(int priority) {
        return (long) (growthBytes[priority] * samplesAhead);
    }

    private void scheduleSample(int priority) {
        plane.setTimer(PauseSender.TIMERS + priority, plane.nowNanos() + sampleNanos);
    }
}
