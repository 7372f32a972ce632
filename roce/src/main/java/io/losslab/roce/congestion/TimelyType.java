package io.losslab.roce.congestion;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.List;

/** {@link Timely} in the registry. */
final class TimelyType implements CongestionControlType {
    @Override
    public String name() {
        return "timely";
    }

    @Override
    public String title() {
        return "TIMELY: rate by the gradient of round trips (SIGCOMM 2015)";
    }

    @Override
    public List<Setting> settings() {
        return TimelySettings.KEYS;
    }

    @Override
    public void check(Settings settings) {
        TimelySettings.of(settings);
    }

    @Override
    public CongestionControl make(Settings settings, FlowPath path) {
        return new Timely(TimelySettings.of(settings), path);
    }
}
