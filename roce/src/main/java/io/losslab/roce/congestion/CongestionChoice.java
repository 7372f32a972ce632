package io.losslab.roce.congestion;

import io.losslab.flowcontrol.SettingDefaults;
import io.losslab.flowcontrol.Settings;

/**
 * The congestion control of a host's flows.
 *
 * @param type which one
 * @param settings every key has a value
 */
public record CongestionChoice(CongestionControlType type, Settings settings) {
    /**
     * Completes and checks the settings.
     *
     * @throws IllegalArgumentException on unknown keys and values that cannot be
     */
    public CongestionChoice {
        settings = SettingDefaults.complete(type.name(), type.settings(), settings);
        type.check(settings);
    }

    /** Makes the state of a new flow. */
    public CongestionControl make(FlowPath path) {
        return type.make(settings, path);
    }

    /** Least time between two congestion notifications of a receiver; 0 if it sends none. */
    public long cnpIntervalNanos() {
        return type.cnpIntervalNanos(settings);
    }
}
