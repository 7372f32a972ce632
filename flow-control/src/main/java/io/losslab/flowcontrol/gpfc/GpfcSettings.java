package io.losslab.flowcontrol.gpfc;

import io.losslab.flowcontrol.pfc.PfcBased;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.Settings;

/**
 * G-PFC of one port.
 *
 * @param pfc the upper level: ordinary PFC of each priority, headroom and timer
 * @param gentleXoffBytes ingress bytes of all priorities that pause the lowest; above XON
 * @param stepBytes further bytes that pause the next one up, and its resume ahead of XON
 */
public record GpfcSettings(PfcSettings pfc, long gentleXoffBytes, long stepBytes)
        implements PfcBased {
    static final String GENTLE_XOFF = "gentleXoff";
    static final String STEP = "step";

    public GpfcSettings {
        if (gentleXoffBytes <= pfc.xonBytes()) {
            throw new IllegalArgumentException(
                    "gentleXoff must be above %d (xon): %d"
                            .formatted(pfc.xonBytes(), gentleXoffBytes));
        }
        if (stepBytes <= 0) {
            throw new IllegalArgumentException("step must be above zero: " + stepBytes);
        }
    }

    static GpfcSettings of(Settings settings) {
        return new GpfcSettings(
                PfcSettings.of(settings), settings.whole(GENTLE_XOFF), settings.whole(STEP));
    }
}
