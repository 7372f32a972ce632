package io.losslab.flowcontrol.capfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.pfc.PfcBased;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.Settings;

/**
 * CaPFC of one port.
 *
 * @param pfc the ingress thresholds, headroom and timer
 * @param ingressOffBytes ingress bytes from which a congested egress queue pauses; 0 for any
 * @param egressOffBytes egress queue that pauses the ingress ports feeding it
 * @param egressOnBytes egress queue at or below which they resume; at most egressOff
 */
public record CapfcSettings(
        PfcSettings pfc, long ingressOffBytes, long egressOffBytes, long egressOnBytes)
        implements PfcBased, EgressThreshold {
    static final String EGRESS_OFF = "egressOff";
    static final String EGRESS_ON = "egressOn";

    public CapfcSettings {
        require(ingressOffBytes >= 0, "ingressOff must not be negative: " + ingressOffBytes);
        if (egressOnBytes < 0 || egressOnBytes > egressOffBytes || egressOffBytes == 0) {
            throw new IllegalArgumentException(
                    "egressOn must be 0..%d (egressOff), egressOff above zero: %d"
                            .formatted(egressOffBytes, egressOnBytes));
        }
    }

    static CapfcSettings of(Settings settings) {
        return new CapfcSettings(
                PfcSettings.of(settings),
                settings.whole(IngressThreshold.KEY),
                settings.whole(EGRESS_OFF),
                settings.whole(EGRESS_ON));
    }

    @Override
    public long offBytes(int priority) {
        return egressOffBytes;
    }

    @Override
    public long onBytes(int priority) {
        return egressOnBytes;
    }
}
