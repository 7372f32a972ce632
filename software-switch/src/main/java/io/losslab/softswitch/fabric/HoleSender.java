package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.recovery.Irn;

/**
 * IRN's sending side of one flow: what the receiver said it has, which holes are still to be sent
 * again, and whether the timer ran out (Mittal et al., SIGCOMM 2018, section 3.1).
 */
final class HoleSender {
    private final Irn settings;
    private final int capPackets;
    private final SequenceBits received;

    private int acked;
    private boolean recovering;
    private int recoveredAt; // recovery ends when everything below is acknowledged
    private int resendFrom; // holes below have been sent again
    private int lostBelow; // what is not received below is lost
    private long progressPicos;

    HoleSender(Irn settings, int capPackets) {
        this.settings = settings;
        this.capPackets = capPackets;
        received = new SequenceBits(capPackets);
    }

    int capPackets() {
        return capPackets;
    }

    /** The first packet after an idle time sets out: the timer counts from here. */
    void onFirstSent(long nowPicos) {
        progressPicos = nowPicos;
    }

    void onAck(int sequence, long nowPicos) {
        if (sequence <= acked) {
            return;
        }
        for (int i = acked; i < sequence; i++) {
            received.clear(i);
        }
        acked = sequence;
        resendFrom = Math.max(resendFrom, sequence);
        progressPicos = nowPicos;
        recovering = recovering && sequence < recoveredAt;
    }

    /**
     * A packet arrived ahead of a gap.
     *
     * @param next sequence number that is sent next
     */
    void onNack(int trigger, int next) {
        if (trigger <= acked) {
            return;
        }
        received.set(trigger);
        lostBelow = Math.max(lostBelow, trigger);
        if (!recovering) {
            recovering = true;
            recoveredAt = next;
        }
    }

    /** Whether nothing came back for so long that all in flight counts as lost. */
    boolean isTimedOut(int next, long nowPicos) {
        return nowPicos >= progressPicos + timeoutPicos(next);
    }

    void onTimeout(int next, long nowPicos) {
        recovering = true;
        recoveredAt = next;
        resendFrom = acked;
        lostBelow = next;
        progressPicos = nowPicos;
    }

    /** When to look at the timer again; the low timeout may come into force meanwhile. */
    long checkPicos(int next, long nowPicos) {
        long soon = nowPicos + settings.rtoLowNanos() * 1000;
        return Math.max(nowPicos + 1, Math.min(soon, progressPicos + timeoutPicos(next)));
    }

    /** Next hole to send again; -1 if there is none. */
    int hole() {
        while (resendFrom < lostBelow && received.get(resendFrom)) {
            resendFrom++;
        }
        return resendFrom < lostBelow ? resendFrom : -1;
    }

    void onHoleSent() {
        resendFrom++;
    }

    private long timeoutPicos(int next) {
        boolean few = next - acked <= settings.lowPackets();
        return (few ? settings.rtoLowNanos() : settings.rtoHighNanos()) * 1000;
    }
}
