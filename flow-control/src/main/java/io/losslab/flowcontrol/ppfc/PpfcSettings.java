package io.losslab.flowcontrol.ppfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.capfc.IngressThreshold;
import io.losslab.flowcontrol.pfc.PfcBased;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.Settings;

/**
 * P-PFC of one port.
 *
 * @param pfc the ingress thresholds, headroom and timer
 * @param mode what is predicted from
 * @param sampleNanos DERIVATIVE: time between two looks at the ingress bytes
 * @param predictNanos DERIVATIVE: how far ahead their growth is followed
 * @param gain DERIVATIVE: weight of the newest sample in the mean growth, above 0 to 1
 * @param ingressOffBytes AVG_EGRESS: ingress bytes from which an egress queue above the average
 *     pauses; 0 for any
 * @param floorBytes AVG_EGRESS: least egress threshold
 */
public record PpfcSettings(
        PfcSettings pfc,
        Mode mode,
        long sampleNanos,
        long predictNanos,
        double gain,
        long ingressOffBytes,
        long floorBytes)
        implements PfcBased {
    static final String MODE = "mode";
    static final String SAMPLE = "sample";
    static final String PREDICT = "predict";
    static final String GAIN = "gain";
    static final String FLOOR = "floor";

    /** What is predicted from. */
    public enum Mode {
        /** The growth of the ingress bytes. */
        DERIVATIVE,
        /** The egress queues against their average. */
        AVG_EGRESS
    }

    public PpfcSettings {
        require(sampleNanos > 0, "sample must be above zero: " + sampleNanos);
        require(predictNanos >= 0, "predict must not be negative: " + predictNanos);
        require(gain > 0 && gain <= 1, "gain must be above 0, at most 1: " + gain);
        require(ingressOffBytes >= 0, "ingressOff must not be negative: " + ingressOffBytes);
        require(floorBytes > 0, "floor must be above zero: " + floorBytes);
    }

    static PpfcSettings of(Settings settings) {
        return new PpfcSettings(
                PfcSettings.of(settings),
                settings.choice(MODE, Mode.class),
                settings.whole(SAMPLE),
                settings.whole(PREDICT),
                settings.real(GAIN),
                settings.whole(IngressThreshold.KEY),
                settings.whole(FLOOR));
    }
}
