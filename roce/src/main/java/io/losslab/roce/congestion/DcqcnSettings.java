package io.losslab.roce.congestion;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.Bounds;
import io.losslab.roce.named.NamedType;
import java.util.List;

/**
 * DCQCN's parameters, named as in its paper.
 *
 * @param g weight of a new sample in alpha, above 0, at most 1
 * @param alphaIntervalNanos between updates of alpha
 * @param decreaseIntervalNanos at most one decrease in it
 * @param increaseTimerNanos T, between two steps of increase
 * @param fastRecoverySteps F, halvings of the way back before the target grows
 * @param additiveBitsPerSecond RAI
 * @param hyperBitsPerSecond RHAI
 * @param minBitsPerSecond lowest rate
 * @param clampTargetRate every decrease sets the target rate to the current one (Figure 7);
 *     otherwise only the first after an increase does, as NICs can be configured to
 * @param cnpIntervalNanos a receiver sends at most one CNP a flow in it; 0 for one a marked packet
 */
public record DcqcnSettings(
        double g,
        long alphaIntervalNanos,
        long decreaseIntervalNanos,
        long increaseTimerNanos,
        int fastRecoverySteps,
        long additiveBitsPerSecond,
        long hyperBitsPerSecond,
        long minBitsPerSecond,
        boolean clampTargetRate,
        long cnpIntervalNanos)
        implements CongestionSettings {
    static final NamedType<CongestionSettings> TYPE =
            new NamedType<>(
                    "dcqcn",
                    "DCQCN: rate based on ECN marks reported by receivers (SIGCOMM 2015)",
                    List.of(
                            Setting.number("g", "0.00390625", "weight of a sample in alpha, 1/256"),
                            Setting.time(
                                    "alphaInterval", "1us", "interval between updates of alpha"),
                            Setting.time(
                                    "decreaseInterval",
                                    "4us",
                                    "minimum interval between decreases"),
                            Setting.time(
                                    "increaseTimer", "900us", "T, interval between increase steps"),
                            Setting.integer(
                                    "fastRecoverySteps",
                                    "1",
                                    "F, steps before the target increases"),
                            Setting.rate("rateAi", "50Mbps", "additive increase of the target"),
                            Setting.rate("rateHai", "100Mbps", "hyper increase of the target"),
                            Setting.rate("minRate", "100Mbps", "lowest rate"),
                            Setting.flag(
                                    "clampTargetRate",
                                    true,
                                    "every decrease sets the target rate to the current rate;"
                                            + " else only the first after an increase"),
                            Setting.time(
                                    "cnpInterval",
                                    "50us",
                                    "minimum interval between CNPs of a flow; 0: one per marked"
                                            + " packet")),
                    DcqcnSettings::of);

    public DcqcnSettings {
        Bounds.fraction("g", g);
        Bounds.positive("alphaInterval", alphaIntervalNanos);
        Bounds.positive("decreaseInterval", decreaseIntervalNanos);
        Bounds.positive("increaseTimer", increaseTimerNanos);
        Bounds.notNegative("fastRecoverySteps", fastRecoverySteps);
        Bounds.positive("rateAi", additiveBitsPerSecond);
        Bounds.positive("rateHai", hyperBitsPerSecond);
        Bounds.positive("minRate", minBitsPerSecond);
        Bounds.notNegative("cnpInterval", cnpIntervalNanos);
    }

    @Override
    public CongestionControl make(FlowPath path) {
        return new Dcqcn(this, path);
    }

    private static DcqcnSettings of(Settings settings) {
        return new DcqcnSettings(
                settings.real("g"),
                settings.whole("alphaInterval"),
                settings.whole("decreaseInterval"),
                settings.whole("increaseTimer"),
                Bounds.count("fastRecoverySteps", settings),
                settings.whole("rateAi"),
                settings.whole("rateHai"),
                settings.whole("minRate"),
                settings.flag("clampTargetRate"),
                settings.whole("cnpInterval"));
    }
}
