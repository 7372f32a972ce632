package io.losslab.agent.traffic;

/** How a sender knows when its message was complete at the receiver. */
public enum EndTimes {
    /** Both read one clock, as on one machine: the receiver's time is the message's end. */
    SHARED_CLOCK,
    /** Clocks differ: the end is when the ACK came, less the time that ACKs travel. */
    HALF_ROUND_TRIP;

    /**
     * End of a message.
     *
     * @param deliveredNanos when it was complete by the clock that both read
     * @param returnNanos {@link SendingFlow#returnNanos}
     * @param nowNanos sender's clock as the ACK comes
     */
    long endNanos(long deliveredNanos, long returnNanos, long nowNanos) {
        return this == SHARED_CLOCK ? deliveredNanos : nowNanos - returnNanos;
    }
}
