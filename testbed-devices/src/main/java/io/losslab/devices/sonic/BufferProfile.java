package io.losslab.devices.sonic;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.sonic.configdb.ConfigRows;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pfc.PfcSettings;
import java.util.Map;
import java.util.TreeMap;

/**
 * PFC of a port as a row of BUFFER_PROFILE. SONiC calls the headroom {@code xoff}; the threshold is
 * {@code static_th} in bytes, or {@code dynamic_th}, the logarithm of alpha to the base of 2. A
 * group resumes at {@code xon_offset} below it. This row reserves the headroom alone; what a chip
 * needs besides is known when its own rows are, {@link ConfigRows#lossless}.
 */
final class BufferProfile {
    /** Source: range of dynamic_th in sonic-buffer-profile.yang. */
    private static final int LEAST_EXPONENT = -8;

    private static final int GREATEST_EXPONENT = 7;

    private BufferProfile() {}

    /**
     * The fields of the row.
     *
     * @param place device and port, for errors
     * @throws CommandFailure where SONiC cannot express it
     */
    static Map<String, String> fields(String place, PfcSettings pfc, String pool) {
        if (pfc.timer() != PauseTimer.QUANTA) {
            throw CommandFailure.usage(
                    place + ": a SONiC switch does not support pauses without quanta",
                    "set 'timer: quanta' for pfc");
        }
        Map<String, String> fields = new TreeMap<>();
        fields.put("pool", pool);
        fields.put("xoff", "" + pfc.headroomBytes());
        fields.put("xon", "0");
        fields.put("size", "" + pfc.headroomBytes());
        if (pfc.threshold() == PfcSettings.Threshold.STATIC) {
            fields.put("static_th", "" + pfc.xoffBytes());
            fields.put("xon_offset", "" + (pfc.xoffBytes() - pfc.xonBytes()));
        } else {
            fields.put("dynamic_th", "" + exponent(place, pfc.alpha()));
            fields.put("xon_offset", "" + pfc.resumeOffsetBytes());
        }
        return fields;
    }

    private static int exponent(String place, double alpha) {
        int exponent = Math.getExponent(alpha);
        boolean exact = alpha == Math.scalb(1.0, exponent);
        if (exact && exponent >= LEAST_EXPONENT && exponent <= GREATEST_EXPONENT) {
            return exponent;
        }
        int nearest = Math.max(LEAST_EXPONENT, Math.min(GREATEST_EXPONENT, exponent));
        boolean between = !exact && nearest == exponent && nearest < GREATEST_EXPONENT;
        String choices =
                between ? "%s or %s".formatted(text(exponent), text(exponent + 1)) : text(nearest);
        throw CommandFailure.usage(
                "%s: alpha %s cannot be set on a SONiC switch: its dynamic_th is log2(alpha), a whole number from %d to %d"
                        .formatted(place, text(alpha), LEAST_EXPONENT, GREATEST_EXPONENT),
                "set 'alpha' of pfc to " + choices);
    }

    private static String text(int exponent) {
        return text(Math.scalb(1.0, exponent));
    }

    private static String text(double alpha) {
        return alpha == Math.rint(alpha) ? "" + (long) alpha : "" + alpha;
    }
}
