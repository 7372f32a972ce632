package io.losslab.roce.congestion;

/**
 * How fast one flow may send. Times never go back; called on one thread; no call allocates.
 *
 * <p>Timers of a control are played when it is next asked: its rate at a time depends only on what
 * it was given until then.
 */
public interface CongestionControl {
    /** No limit to what is in flight. */
    long NO_WINDOW = Long.MAX_VALUE;

    /** Bits of the line that the flow may take a second from now on; above zero, at most all. */
    long rateBitsPerSecond(long nowNanos);

    /** Bytes of the line that may be in flight, with preambles and gaps. */
    default long windowBytes() {
        return NO_WINDOW;
    }

    /**
     * An acknowledgement came in.
     *
     * @param acked sequence number up to which everything arrived
     * @param next sequence number that is sent next
     * @param rttNanos since the packet that is answered was sent
     * @param telemetry what that packet saw at its hops; null where switches stamp nothing
     */
    default void onAck(long nowNanos, long acked, long next, long rttNanos, Telemetry telemetry) {}

    /** A congestion notification packet came in. */
    default void onCnp(long nowNanos) {}
}
