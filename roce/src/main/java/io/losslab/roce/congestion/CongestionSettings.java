package io.losslab.roce.congestion;

/** A congestion control with its parameters, as all flows of a host have it. Immutable. */
public sealed interface CongestionSettings permits DcqcnSettings, TimelySettings, HpccSettings {
    /** Makes the state of a new flow. */
    CongestionControl make(FlowPath path);

    /** Least time between two congestion notifications of a receiver; 0 if it sends none. */
    default long cnpIntervalNanos() {
        return 0;
    }

    /** Whether switches stamp {@link Telemetry} on its packets. */
    default boolean usesTelemetry() {
        return false;
    }
}
