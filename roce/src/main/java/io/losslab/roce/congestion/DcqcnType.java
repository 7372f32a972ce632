package io.losslab.roce.congestion;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.List;

/** {@link Dcqcn} in the registry. */
final class DcqcnType implements CongestionControlType {
    @Override
    public String name() {
        return "dcqcn";
    }

    @Override
    public String title() {
        return "DCQCN: rate by ECN marks that receivers report (SIGCOMM 2015)";
    }

    @Override
    public List<Setting> settings() {
        return DcqcnSettings.KEYS;
    }

    @Override
    public void check(Settings settings) {
        DcqcnSettings.of(settings);
    }

    @Override
    public CongestionControl make(Settings settings, FlowPath path) {
        return new Dcqcn(DcqcnSettings.of(settings), path);
    }

    @Override
    public long cnpIntervalNanos(Settings settings) {
        return DcqcnSettings.of(settings).cnpIntervalNanos();
    }
}
