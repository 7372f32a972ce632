package io.losslab.roce.congestion;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.Bounds;
import io.losslab.roce.named.NamedType;
import java.util.List;

/**
 * TIMELY's parameters.
 *
 * @param alpha weight of a new difference of round trips, above 0, at most 1
 * @param beta strength of a decrease, above 0, at most 1
 * @param lowNanos T_low: shorter round trips always speed up
 * @param highNanos T_high: longer ones always slow down; not below {@code lowNanos}
 * @param minRttNanos what a difference is measured by
 * @param scaled whether the three times are multiplied by the path's base round trip over {@code
 *     minRttNanos}
 * @param hyperAfter increases in a row before the hyper step
 * @param additiveBitsPerSecond step of an increase
 * @param hyperBitsPerSecond hyper step
 * @param minBitsPerSecond lowest rate
 */
public record TimelySettings(
        double alpha,
        double beta,
        long lowNanos,
        long highNanos,
        long minRttNanos,
        boolean scaled,
        int hyperAfter,
        long additiveBitsPerSecond,
        long hyperBitsPerSecond,
        long minBitsPerSecond)
        implements CongestionSettings {
    static final NamedType<CongestionSettings> TYPE =
            new NamedType<>(
                    "timely",
                    "TIMELY: rate based on the RTT gradient (SIGCOMM 2015)",
                    List.of(
                            Setting.number("alpha", "0.875", "weight of a new difference"),
                            Setting.number("beta", "0.8", "strength of a decrease"),
                            Setting.time(
                                    "tLow", "50us", "RTT below which the rate always increases"),
                            Setting.time(
                                    "tHigh", "500us", "RTT above which the rate always decreases"),
                            Setting.time(
                                    "minRtt", "20us", "RTT by which differences are normalised"),
                            Setting.flag("scaled", false, "scale times by base RTT / minRtt"),
                            Setting.integer(
                                    "hyperAfter", "5", "increases before the hyperactive increase"),
                            Setting.rate("rateAi", "50Mbps", "additive increase"),
                            Setting.rate("rateHai", "100Mbps", "hyper increase"),
                            Setting.rate("minRate", "100Mbps", "lowest rate")),
                    TimelySettings::of);

    public TimelySettings {
        Bounds.fraction("alpha", alpha);
        Bounds.fraction("beta", beta);
        Bounds.positive("tLow", lowNanos);
        Bounds.notNegative("tHigh - tLow", highNanos - lowNanos);
        Bounds.positive("minRtt", minRttNanos);
        Bounds.notNegative("hyperAfter", hyperAfter);
        Bounds.positive("rateAi", additiveBitsPerSecond);
        Bounds.positive("rateHai", hyperBitsPerSecond);
        Bounds.positive("minRate", minBitsPerSecond);
    }

    @Override
    public CongestionControl make(FlowPath path) {
        return new Timely(this, path);
    }

    private static TimelySettings of(Settings settings) {
        return new TimelySettings(
                settings.real("alpha"),
                settings.real("beta"),
                settings.whole("tLow"),
                settings.whole("tHigh"),
                settings.whole("minRtt"),
                settings.flag("scaled"),
                Bounds.count("hyperAfter", settings),
                settings.whole("rateAi"),
                settings.whole("rateHai"),
                settings.whole("minRate"));
    }
}
