package io.losslab.devices.nic;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.proto.v1.NamedScheme;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * DCQCN's parameters in the units and ranges of NICs (NVIDIA, DCQCN parameters). The byte counter,
 * which losslab's DCQCN does not have, stays as it is.
 */
final class DcqcnWish {
    private static final String SCHEME = "dcqcn";
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final long MOST_MICROS = 131_071;
    private static final long MOST_UNSIGNED = 0xFFFF_FFFFL;
    private static final long MOST_CNP_MICROS = 65_535;
    private static final long MOST_STEPS = 31;

    /** Fixed point of alpha: ten bits after the point. */
    private static final int ONE = 1 << 10;

    private final String host;
    private final Map<String, String> settings;
    private final Map<String, String> values = new TreeMap<>();

    private DcqcnWish(String host, Map<String, String> settings) {
        this.host = host;
        this.settings = settings;
    }

    /**
     * The parameters.
     *
     * @param host for messages
     * @throws CommandFailure where a NIC does not run the congestion control, or not with these
     *     settings
     */
    static Map<String, String> of(String host, NamedScheme congestionControl) {
        if (!congestionControl.getName().equals(SCHEME)) {
            throw CommandFailure.usage(
                    "%s: a NIC does not support congestion control %s"
                            .formatted(host, congestionControl.getName()),
                    "choose dcqcn or none, or hosts with an agent");
        }
        return new DcqcnWish(host, congestionControl.getSettingsMap()).values();
    }

    private Map<String, String> values() {
        gain();
        scaled("alphaInterval", "rp.dce_tcp_rtt", NANOS_PER_MICRO, "us", 1, MOST_MICROS);
        scaled(
                "decreaseInterval",
                "rp.rate_reduce_monitor_period",
                NANOS_PER_MICRO,
                "us",
                1,
                MOST_UNSIGNED);
        scaled("increaseTimer", "rp.time_reset", NANOS_PER_MICRO, "us", 1, MOST_MICROS);
        scaled("fastRecoverySteps", "rp.threshold", 1, "steps", 1, MOST_STEPS);
        scaled("rateAi", "rp.ai_rate", BITS_PER_MEGABIT, "Mbps", 1, MOST_UNSIGNED);
        scaled("rateHai", "rp.hai_rate", BITS_PER_MEGABIT, "Mbps", 1, MOST_UNSIGNED);
        scaled("minRate", "rp.min_rate", BITS_PER_MEGABIT, "Mbps", 1, MOST_UNSIGNED);
        values.put(
                "rp.clamp_tgt_rate",
                Boolean.parseBoolean(settings.get("clampTargetRate")) ? "1" : "0");
        scaled(
                "cnpInterval",
                "np.min_time_between_cnps",
                NANOS_PER_MICRO,
                "us",
                0,
                MOST_CNP_MICROS);
        return values;
    }

    /**
     * The NIC has the weight of the old alpha, in 1/1024; the setting is that of the new sample.
     */
    private void gain() {
        BigDecimal old =
                BigDecimal.ONE
                        .subtract(new BigDecimal(settings.get("g")))
                        .multiply(BigDecimal.valueOf(ONE))
                        .stripTrailingZeros();
        if (old.scale() > 0 || old.signum() < 0 || old.intValueExact() >= ONE) {
            throw refused("g", settings.get("g"), "a multiple of 1/1024, at most 1");
        }
        values.put("rp.dce_tcp_g", old.toPlainString());
    }

    private void scaled(
            String setting, String parameter, long unit, String word, long least, long most) {
        long value = Long.parseLong(settings.get(setting));
        if (value % unit != 0 || value / unit < least || value / unit > most) {
            throw refused(
                    setting,
                    "%s %s"
                            .formatted(
                                    BigDecimal.valueOf(value)
                                            .divide(BigDecimal.valueOf(unit))
                                            .toPlainString(),
                                    word),
                    "a whole number of %s from %d to %d".formatted(word, least, most));
        }
        values.put(parameter, String.valueOf(value / unit));
    }

    private CommandFailure refused(String setting, String value, String expected) {
        return CommandFailure.usage(
                "%s: a NIC does not support %s %s of dcqcn".formatted(host, setting, value),
                "expected " + expected);
    }
}
