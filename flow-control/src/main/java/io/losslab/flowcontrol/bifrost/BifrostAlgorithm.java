package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.pause.PauseFrame;

/**
 * Bifrost's downstream algorithm on plain numbers (Bifrost, Algorithm 1): queue length and received
 * bytes of a slot in, pause time out.
 *
 * <p>Not thread safe; allocates nothing after construction.
 */
public final class BifrostAlgorithm {
    private static final int QUANTUM_BYTES = PauseFrame.QUANTUM_BITS / 8;

    private final Leak leakMode;
    private final boolean history;
    private final int leakPeriodSlots;
    private final long slotBytes;
    private final long capBytes;
    private final long queueBufferBytes;
    private final long toleranceBytes;
    private final int granularityBytes;

    /** What the line carries in the part of a slot that a round trip ends with; 0 for none. */
    private final long phaseBytes;

    /** Grants by the slot whose arrivals they govern, as a ring: slot n governs n + 2D/T + 1. */
    private final long[] grants;

    private long slot;
    private long virtualIncoming;
    private long granted;
    private long balance;
    private long pendingLeak;
    private long debt;
    private long lastLeak;
    private int pauseQuanta;

    /** Makes the algorithm for a port whose upstream receives a pause time, in quanta. */
    public BifrostAlgorithm(BifrostSettings settings) {
        this(settings, QUANTUM_BYTES);
    }

    /** Makes the algorithm for a port whose upstream receives the granted bytes themselves. */
    static BifrostAlgorithm grantingBytes(BifrostSettings settings) {
        return new BifrostAlgorithm(settings, 1);
    }

    private BifrostAlgorithm(BifrostSettings settings, int granularityBytes) {
        this(
                settings.slotBytes(),
                settings.deltaBytes(),
                settings.queueBufferBytes(),
                (int)
                        ((2 * settings.oneWayDelayNanos() + settings.slotNanos() - 1)
                                / settings.slotNanos()),
                settings.phaseBytes(),
                settings.leakPeriodSlots(),
                settings.leak(),
                settings.virtualIncoming(),
                settings.leakToleranceBytes(),
                granularityBytes);
    }

    BifrostAlgorithm(
            long slotBytes,
            long deltaBytes,
            long queueBufferBytes,
            int roundTripSlots,
            long phaseBytes,
            int leakPeriodSlots,
            Leak leakMode,
            VirtualIncoming virtualIncomingMode,
            long toleranceBytes,
            int granularityBytes) {
        this.slotBytes = slotBytes;
        this.capBytes = deltaBytes + slotBytes;
        this.queueBufferBytes = queueBufferBytes;
        this.phaseBytes = phaseBytes;
        this.leakPeriodSlots = leakPeriodSlots;
        this.leakMode = leakMode;
        this.history = virtualIncomingMode == VirtualIncoming.HISTORY;
        this.toleranceBytes = toleranceBytes;
        this.granularityBytes = granularityBytes;
        this.grants = new long[roundTripSlots + 1];
        java.util.Arrays.fill(grants, slotBytes);
        this.virtualIncoming = capBytes; // line 1
    }

    /**
     * Ends a slot (lines 9 to 16).
     *
     * @param queueBytes L, now
     * @param receivedBytes r, over the slot
     * @return the pause to send, in quanta rounded up; 0 for none
     */
    public int onSlot(long queueBytes, long receivedBytes) {
        slot++;
        int ring = (int) (slot % grants.length);
        observeLeak(receivedBytes, permitted(ring));
        // Line 10, clamped: L already holds r, so the printed difference may be negative, and a
        // grant cannot.
        long grant =
                Math.max(0, Math.min(slotBytes, queueBufferBytes - queueBytes - virtualIncoming));
        long paid = repay(grant, queueBytes);
        // A pause is whole quanta: round it up, and take the loss from the grant.
        long pauseBytes = slotBytes - paid;
        pauseQuanta = (int) ((pauseBytes + granularityBytes - 1) / granularityBytes);
        long roundingLoss = Math.min(paid, (long) pauseQuanta * granularityBytes - pauseBytes);
        granted = paid - roundingLoss;
        grants[ring] = granted;
        if (history) {
            virtualIncoming = 0;
            for (long ahead : grants) {
                virtualIncoming += ahead;
            }
        } else {
            // Line 15: the grant before the leak repair enters F, so that the repair restores what
            // r took off.
            long next = virtualIncoming - receivedBytes + grant - roundingLoss;
            if (next < 0) {
                forgive(-next);
            }
            virtualIncoming = Math.max(0, Math.min(capBytes, next));
        }
        return pauseQuanta;
    }

    /** F after the last slot, bytes. */
    public long virtualIncomingBytes() {
        return virtualIncoming;
    }

    /** What the upstream may send in the slot the last pause governs, bytes. */
    public long grantedBytes() {
        return granted;
    }

    /** Leaked bytes that are not paid back yet. */
    public long debtBytes() {
        return debt + pendingLeak;
    }

    /** Bytes found leaked in the last slot. */
    public long lastLeakBytes() {
        return lastLeak;
    }

    /** Rs T, bytes. */
    public long slotBytes() {
        return slotBytes;
    }

    /**
     * What may have come in the slot that ended. Where a round trip is no whole number of slots,
     * the end of one grant's time and the beginning of the next one's fall into it: the upstream
     * begins its time with the pause, or, where it receives bytes, with these.
     */
    private long permitted(int ring) {
        long earlier = grants[ring];
        if (phaseBytes == 0) {
            return earlier;
        }
        long later = grants[(ring + 1) % grants.length];
        long restBytes = slotBytes - phaseBytes;
        return granularityBytes == 1
                ? Math.max(0, earlier - restBytes) + Math.min(later, restBytes)
                : Math.min(earlier, phaseBytes) + Math.max(0, later - phaseBytes);
    }

    private void observeLeak(long receivedBytes, long grantOfSlot) {
        balance = Math.max(-toleranceBytes, balance + receivedBytes - grantOfSlot);
        lastLeak = Math.max(0, balance - toleranceBytes);
        balance -= lastLeak;
        // The history counts grants and not arrivals: no leak takes anything off it.
        if (leakMode == Leak.DEBT && !history) {
            pendingLeak += lastLeak;
        }
    }

    private long repay(long grant, long queueBytes) {
        boolean repairSlot = slot % leakPeriodSlots == 0; // line 12
        if (leakMode == Leak.PAPER) {
            return repairSlot
                    ? Math.max(
                            0,
                            grant
                                    - Math.max(
                                            0,
                                            queueBytes
                                                    + virtualIncoming
                                                    - queueBufferBytes)) // line 13
                    : grant;
        }
        if (repairSlot) {
            debt += pendingLeak;
            pendingLeak = 0;
        }
        long paid = Math.max(0, grant - debt);
        debt -= grant - paid;
        return paid;
    }

    /**
     * A leak is owed because r took it off F as well. Where F stopped at zero it did not, and L
     * alone holds the grants back.
     */
    private void forgive(long bytes) {
        long fromPending = Math.min(bytes, pendingLeak);
        pendingLeak -= fromPending;
        debt = Math.max(0, debt - (bytes - fromPending));
    }
}
