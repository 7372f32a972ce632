package io.losslab.agent.traffic;

/** How a sender knows when its message was complete at the receiver. */
public enum EndTimes {
    /** Both read one clock, as on one machine: the receiver's time is the message's end. */
    SHARED_CLOCK {
        @Override
        long endNanos(long deliveredNanos, long sentNanos, long nowNanos) {
            return deliveredNanos;
        }
    },
    /**
     * Clocks differ: the end is when the ACK came, less half the round trip of the packet that it
     * answers.
     */
    HALF_ROUND_TRIP {
        @Override
        long endNanos(long deliveredNanos, long sentNanos, long nowNanos) {
            return sentNanos == 0 ? nowNanos : nowNanos - (nowNanos - sentNanos) / 2;
        }
    };

    /**
     * End of a message.
     *
     * @param deliveredNanos receiver's clock when it was complete
     * @param sentNanos sender's clock when its last packet was written; 0 if that is not known
     * @param nowNanos sender's clock as the ACK comes
     */
    abstract long endNanos(long deliveredNanos, long sentNanos, long nowNanos);
}
