package io.losslab.flowcontrol.gpfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.pause.PauseSender;
import io.losslab.flowcontrol.pfc.PfcSettings;

/**
 * Two-level PFC at one ingress port: as the port fills, its priorities are paused one after the
 * other, lowest first, before ordinary PFC would pause any (G-PFC as OFC describes it, section V).
 *
 * <p>The highest controlled priority is paused by the upper level alone. No priority with buffered
 * bytes sends on while a higher one is paused; the highest paused one resumes first.
 */
final class Gpfc implements IngressScheme {
    private final PfcSettings pfc;
    private final long gentleXoffBytes;
    private final long stepBytes;
    private final int gentlePriorities;
    private final PauseSender sender;

    /** By controlled priority. */
    private final long[] ingress = new long[8];

    private long totalBytes;

    Gpfc(DataPlane plane, int port, GpfcSettings settings) {
        this.pfc = settings.pfc();
        this.gentleXoffBytes = settings.gentleXoffBytes();
        this.stepBytes = settings.stepBytes();
        this.gentlePriorities = pfc.priorities() ^ Integer.highestOneBit(pfc.priorities());
        this.sender = new PauseSender(plane, port, pfc.timer());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (!pfc.governs(priority)) {
            return;
        }
        count(priority, ingressBytes);
        if (ingressBytes >= pfc.xoffBytes() || sender.paused() >> priority != 0) {
            pauseUpTo(priority);
        }
        pauseLowest();
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        if (!pfc.governs(priority)) {
            return;
        }
        count(priority, ingressBytes);
        resumeHighest();
    }

    @Override
    public void onTimer(int timer) {
        sender.onTimer(timer);
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return pfc.bufferPolicy();
    }

    /** Priorities paused now, bit i = priority i. */
    int pausedPriorities() {
        return sender.paused();
    }

    private void count(int priority, long ingressBytes) {
        totalBytes += ingressBytes - ingress[priority];
        ingress[priority] = ingressBytes;
    }

    /** Pauses a priority and those below it that hold bytes, lowest first. */
    private void pauseUpTo(int highest) {
        for (int priority = 0; priority <= highest; priority++) {
            if (ingress[priority] > 0 && !sender.isPaused(priority)) {
                sender.pause(priority);
            }
        }
    }

    /** The lower level: one priority at its threshold, one more for each further step. */
    private void pauseLowest() {
        long over = totalBytes - gentleXoffBytes;
        long wanted = over < 0 ? 0 : 1 + over / stepBytes;
        for (int priority = 0; wanted > 0 && priority < 8; priority++) {
            if ((gentlePriorities >> priority & 1) != 0 && ingress[priority] > 0) {
                wanted--;
                if (!sender.isPaused(priority)) {
                    sender.pause(priority);
                }
            }
        }
    }

    /** With k paused, the highest may resume from a total of XON + (k - 1) steps down. */
    private void resumeHighest() {
        while (sender.paused() != 0) {
            int highest = 31 - Integer.numberOfLeadingZeros(sender.paused());
            long ahead = (Integer.bitCount(sender.paused()) - 1) * stepBytes;
            if (ingress[highest] > pfc.xonBytes() || totalBytes > pfc.xonBytes() + ahead) {
                return;
            }
            sender.resume(highest);
        }
    }
}
