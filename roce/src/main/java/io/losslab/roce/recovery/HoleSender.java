package io.losslab.roce.recovery;

/**
 * IRN's sending side of one flow: what the receiver said it has, which holes are still to be
 * retransmitted, and whether the timer ran out (Mittal et al., SIGCOMM 2018, section 3.1). Sequence
 * numbers count packets from 0. Nothing is allocated after construction.
 */
public final class HoleSender {
    private final Irn settings;
    private final int capPackets;
    private final SequenceBits received;

    private long acked;
    private boolean recovering;
    private long recoveredAt; // recovery ends when everything below is acknowledged
    private long resendFrom; // holes below have been retransmitted
    private long lostBelow; // what is not received below is lost
    private long progressPicos;
    private int nacks; // since the last packet was acknowledged
    private long triggered; // the highest that arrived ahead of a gap

    /**
     * Makes the state of a flow that has sent nothing.
     *
     * @param capPackets most packets between the oldest not acknowledged and the newest sent
     */
    public HoleSender(Irn settings, int capPackets) {
        this.settings = settings;
        this.capPackets = capPackets;
        received = new SequenceBits(capPackets);
    }

    /** Most packets in flight. */
    public int capPackets() {
        return capPackets;
    }

    /** The first packet after an idle time sets out: the timer counts from here. */
    public void onFirstSent(long nowPicos) {
        progressPicos = nowPicos;
    }

    /** All packets below a sequence number have arrived. */
    public void onAck(long sequence, long nowPicos) {
        if (sequence <= acked) {
            return;
        }
        for (long i = acked; i < sequence; i++) {
            received.clear(i);
        }
        acked = sequence;
        resendFrom = Math.max(resendFrom, sequence);
        progressPicos = nowPicos;
        nacks = 0;
        recovering = recovering && sequence < recoveredAt;
    }

    /**
     * A packet arrived ahead of a gap.
     *
     * @param next sequence number that is sent next
     */
    public void onNack(long trigger, long next) {
        if (trigger <= acked) {
            return;
        }
        received.set(trigger);
        triggered = Math.max(triggered, trigger);
        if (++nacks <= settings.reordering() && !recovering) {
            return;
        }
        lostBelow = Math.max(lostBelow, triggered);
        if (!recovering) {
            // What an earlier recovery has retransmitted may have been lost once more.
            resendFrom = acked;
            recovering = true;
            recoveredAt = next;
        }
    }

    /** Whether nothing came back for so long that all in flight counts as lost. */
    public boolean isTimedOut(long next, long nowPicos) {
        return nowPicos >= progressPicos + timeoutPicos(next);
    }

    /** All in flight counts as lost. */
    public void onTimeout(long next, long nowPicos) {
        recovering = true;
        recoveredAt = next;
        resendFrom = acked;
        lostBelow = next;
        progressPicos = nowPicos;
    }

    /** When to look at the timer again; the low timeout may come into force meanwhile. */
    public long checkPicos(long next, long nowPicos) {
        long soon = nowPicos + settings.rtoLowNanos() * 1000;
        return Math.max(nowPicos + 1, Math.min(soon, progressPicos + timeoutPicos(next)));
    }

    /** Next hole to send again; -1 if there is none. */
    public long hole() {
        while (resendFrom < lostBelow && received.get(resendFrom)) {
            resendFrom++;
        }
        return resendFrom < lostBelow ? resendFrom : -1;
    }

    /** The hole was sent. */
    public void onHoleSent() {
        resendFrom++;
    }

    /** Holes from one on, which were sent last, did not set out after all. */
    public void unsend(long hole) {
        resendFrom = Math.min(resendFrom, hole);
    }

    /** Holes there are to send again, counted up to a number. */
    public int holes(int most) {
        int count = 0;
        for (long i = resendFrom; i < lostBelow && count < most; i++) {
            count += received.get(i) ? 0 : 1;
        }
        return count;
    }

    private long timeoutPicos(long next) {
        boolean few = next - acked <= settings.lowPackets();
        return (few ? settings.rtoLowNanos() : settings.rtoHighNanos()) * 1000;
    }
}
