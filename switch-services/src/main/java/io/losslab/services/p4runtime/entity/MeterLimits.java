package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.MeterSpec;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.services.p4runtime.program.Refusal;

/** What a meter's configuration may be, by its type. */
public final class MeterLimits {
    private MeterLimits() {}

    public static void check(MeterSpec spec, MeterConfig config) throws Refusal {
        boolean negative =
                config.getCir() < 0
                        || config.getCburst() < 0
                        || config.getPir() < 0
                        || config.getPburst() < 0
                        || config.getEburst() < 0;
        Refusal.invalidIf(negative, "rates and bursts of a meter must not be negative");
        boolean onePace =
                config.getPir() == config.getCir() && config.getPburst() == config.getCburst();
        switch (spec.getType()) {
            case SINGLE_RATE_TWO_COLOR ->
                    Refusal.invalidIf(
                            !onePace || config.getEburst() != 0,
                            "a single-rate two-colour meter requires pir = cir, pburst = cburst and"
                                    + " no eburst");
            case SINGLE_RATE_THREE_COLOR ->
                    Refusal.invalidIf(
                            !onePace,
                            "a single-rate three-colour meter requires pir = cir and pburst ="
                                    + " cburst");
            default -> {
                Refusal.invalidIf(
                        config.getEburst() != 0, "a two-rate three-colour meter has no eburst");
                // RFC 2698, section 2.
                Refusal.invalidIf(
                        config.getPir() < config.getCir(),
                        "a two-rate three-colour meter requires pir >= cir: pir %d, cir %d"
                                .formatted(config.getPir(), config.getCir()));
            }
        }
    }

    public static Refusal noColourCounters() {
        return Refusal.unimplemented("meters of the software switch do not count by colour");
    }
}
