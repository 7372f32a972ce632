package io.losslab.roce.congestion;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
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
        long baseRttNanos) {
    static final List<Setting> KEYS =
            List.of(
                    Setting.number("eta", "0.95", "utilisation aimed at"),
                    Setting.integer("maxStage", "5", "additive steps before it multiplies"),
                    Setting.rate("rateAi", "50Mbps", "additive increase"),
                    Setting.rate("minRate", "100Mbps", "lowest rate"),
                    Setting.time("baseRtt", Setting.AUTO, "T; auto: of the path while idle"));

    public HpccSettings {
        Bounds.fraction("eta", eta);
        Bounds.notNegative("maxStage", maxStage);
        Bounds.positive("rateAi", additiveBitsPerSecond);
        Bounds.positive("minRate", minBitsPerSecond);
        Bounds.notNegative("baseRtt", baseRttNanos);
    }

    static HpccSettings of(Settings settings) {
        return new HpccSettings(
                settings.real("eta"),
                Math.toIntExact(settings.whole("maxStage")),
                settings.whole("rateAi"),
                settings.whole("minRate"),
                settings.isAuto("baseRtt") ? 0 : settings.whole("baseRtt"));
    }
}
