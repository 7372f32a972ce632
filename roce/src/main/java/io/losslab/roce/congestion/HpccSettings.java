package io.losslab.roce.congestion;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.Bounds;
import io.losslab.roce.named.NamedType;
import java.util.List;

/**
 * HPCC's parameters.
 *
 * @param eta utilisation it aims at, above 0, at most 1
 * @param maxStage additive steps before it multiplies
 * @param additiveBitsPerSecond step of an increase: W_AI is what it sends in a base round trip
 * @param minBitsPerSecond lowest rate
 * @param baseRttNanos T; 0 for that of the path
 */
public record HpccSettings(
        double eta,
        int maxStage,
        long additiveBitsPerSecond,
        long minBitsPerSecond,
        long baseRttNanos)
        implements CongestionSettings {
    static final NamedType<CongestionSettings> TYPE =
            new NamedType<>(
                    "hpcc",
                    "HPCC: window based on in-band telemetry of every hop (SIGCOMM 2019)",
                    List.of(
                            Setting.number("eta", "0.95", "target utilisation"),
                            Setting.integer(
                                    "maxStage", "5", "additive steps before a multiplicative one"),
                            Setting.rate("rateAi", "50Mbps", "additive increase"),
                            Setting.rate("minRate", "100Mbps", "lowest rate"),
                            Setting.time(
                                    "baseRtt",
                                    Setting.AUTO,
                                    "T; auto: round-trip time of the idle path")),
                    HpccSettings::of);

    public HpccSettings {
        Bounds.fraction("eta", eta);
        Bounds.notNegative("maxStage", maxStage);
        Bounds.positive("rateAi", additiveBitsPerSecond);
        Bounds.positive("minRate", minBitsPerSecond);
        Bounds.notNegative("baseRtt", baseRttNanos);
    }

    @Override
    public CongestionControl make(FlowPath path) {
        return new Hpcc(this, path);
    }

    @Override
    public boolean usesTelemetry() {
        return true;
    }

    private static HpccSettings of(Settings settings) {
        return new HpccSettings(
                settings.real("eta"),
                Bounds.count("maxStage", settings),
                settings.whole("rateAi"),
                settings.whole("minRate"),
                settings.isAuto("baseRtt") ? 0 : settings.whole("baseRtt"));
    }
}
