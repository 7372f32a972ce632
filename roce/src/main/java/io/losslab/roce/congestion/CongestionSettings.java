package io.losslab.roce.congestion;

/** A congestion control with its parameters, as all flows of a host have it. Immutable. */
public sealed interface CongestionSettings permits DcqcnSettings, TimelySettings, HpccSettings {
    /** Makes the state of a new flow. */
    CongestionControl make(FlowPath path);

    /** Interval of a receiver that sends no congestion notifications. */
    long NO_CNP = -1;

    /**
     * Least time between two congestion notifications of a receiver for a flow; 0 for one a marked
     * packet, {@link #NO_CNP} for none at all.
     */
    default long cnpIntervalNanos() {
        return NO_CNP;
    }

    /** Whether switches stamp {@link Telemetry} on its packets. */
    default boolean usesTelemetry() {
        return false;
    }
}
