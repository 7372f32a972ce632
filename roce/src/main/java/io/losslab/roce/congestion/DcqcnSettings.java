package io.losslab.roce.congestion;

import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.Bounds;
import io.losslab.roce.named.NamedType;
import java.util.List;

/**
 * DCQCN's parameters, named as in its paper (Zhu et al., SIGCOMM 2015). The defaults are one set of
 * values that belong together: g = 1/256, T = 55 us, F = 5 and RAI = 40 Mb/s of section 5.3 and
 * Table 2 there, and of its authors' simulator (bobzhuyb/ns3-rdma, mix/config.txt) a CNP every 50
 * us, alpha every 55 us, RHAI = 200 Mb/s and the clamped target. The paper prints neither a lowest
 * rate nor an interval of decreases, which it has at each CNP: 100 Mb/s is that of HPCC's
 * simulator, 4 us that of NVIDIA's NICs (DOCA, DCQCN CC Parameters). The paper's byte counter is
 * not modelled.
 *
 * <p>Simulators that send a CNP for each marked packet have other sets, HPCC's for instance ({@code
 * cnpInterval: 0us, alphaInterval: 1us, increaseTimer: 300us, fastRecoverySteps: 1,
 * clampTargetRate: false}). Alpha grows at most once a CNP: with its interval below the CNPs', it
 * decays between them.
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
    private static final String ALPHA_INTERVAL = "alphaInterval";
    private static final String CNP_INTERVAL = "cnpInterval";

    static final NamedType<CongestionSettings> TYPE =
            new NamedType<>(
                    "dcqcn",
                    "DCQCN: rate based on ECN marks reported by receivers (SIGCOMM 2015)",
                    List.of(
                            Setting.number("g", "0.00390625", "weight of a sample in alpha, 1/256"),
                            Setting.time(
                                    ALPHA_INTERVAL,
                                    "55us",
                                    "interval between updates of alpha; above cnpInterval"),
                            Setting.time(
                                    "decreaseInterval",
                                    "4us",
                                    "minimum interval between decreases"),
                            Setting.time(
                                    "increaseTimer", "55us", "T, interval between increase steps"),
                            Setting.integer(
                                    "fastRecoverySteps",
                                    "5",
                                    "F, steps before the target increases"),
                            Setting.rate("rateAi", "40Mbps", "additive increase of the target"),
                            Setting.rate("rateHai", "200Mbps", "hyper increase of the target"),
                            Setting.rate("minRate", "100Mbps", "lowest rate"),
                            Setting.flag(
                                    "clampTargetRate",
                                    true,
                                    "every decrease sets the target rate to the current rate;"
                                            + " else only the first after an increase"),
                            Setting.time(
                                    CNP_INTERVAL,
                                    "50us",
                                    "minimum interval between CNPs of a flow; 0: one per marked"
                                            + " packet")),
                    DcqcnSettings::of,
                    DcqcnSettings::contradictions);

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

    /** DCQCN, 3.1: alpha's interval exceeds the CNPs', or a lasting congestion looks like none. */
    private static List<SettingProblem> contradictions(Settings given) {
        long alphaNanos = given.whole(ALPHA_INTERVAL);
        long cnpNanos = given.whole(CNP_INTERVAL);
        return alphaNanos >= cnpNanos
                ? List.of()
                : List.of(
                        new SettingProblem(
                                ALPHA_INTERVAL,
                                ("alpha decays between CNPs, every %s at most, so that even lasting"
                                                + " congestion hardly lowers rates; set alphaInterval"
                                                + " above cnpInterval")
                                        .formatted(new Nanos(cnpNanos)),
                                false));
    }

    private static DcqcnSettings of(Settings settings) {
        return new DcqcnSettings(
                settings.real("g"),
                settings.whole(ALPHA_INTERVAL),
                settings.whole("decreaseInterval"),
                settings.whole("increaseTimer"),
                Bounds.count("fastRecoverySteps", settings),
                settings.whole("rateAi"),
                settings.whole("rateHai"),
                settings.whole("minRate"),
                settings.flag("clampTargetRate"),
                settings.whole(CNP_INTERVAL));
    }
}
