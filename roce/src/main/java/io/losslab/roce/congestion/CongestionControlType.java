package io.losslab.roce.congestion;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.List;

/** A congestion control as the registry knows it. Stateless; thread safe. */
public interface CongestionControlType {
    /** Name in experiment files. */
    String name();

    /** One line for lists. */
    String title();

    List<Setting> settings();

    /**
     * Says whether settings can be.
     *
     * @param settings every key has a value
     * @throws IllegalArgumentException where they cannot
     */
    void check(Settings settings);

    /** Makes the state of a new flow from settings that passed {@link #check}. */
    CongestionControl make(Settings settings, FlowPath path);

    /** Least time between two congestion notifications of a receiver; 0 if it sends none. */
    default long cnpIntervalNanos(Settings settings) {
        return 0;
    }

    /** Whether switches stamp {@link Telemetry} on its packets. */
    default boolean usesTelemetry() {
        return false;
    }
}
