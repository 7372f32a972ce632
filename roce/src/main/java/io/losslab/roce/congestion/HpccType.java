package io.losslab.roce.congestion;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.List;

/** {@link Hpcc} in the registry. */
final class HpccType implements CongestionControlType {
    @Override
    public String name() {
        return "hpcc";
    }

    @Override
    public String title() {
        return "HPCC: window by in-band telemetry of every hop (SIGCOMM 2019)";
    }

    @Override
    public List<Setting> settings() {
        return HpccSettings.KEYS;
    }

    @Override
    public void check(Settings settings) {
        HpccSettings.of(settings);
    }

    @Override
    public CongestionControl make(Settings settings, FlowPath path) {
        return new Hpcc(HpccSettings.of(settings), path);
    }

    @Override
    public boolean usesTelemetry() {
        return true;
    }
}
