package io.losslab.flowcontrol.capfc;

import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;

/** The key of the ingress bytes from which a congested egress queue pauses, below XOFF. */
public final class IngressThreshold {
    /** Name of the key. */
    public static final String KEY = "ingressOff";

    /** Of XOFF: OFC's alpha, the ratio of its own threshold of congestion to XOFF. */
    private static final double SHARE_OF_XOFF = 0.9;

    private IngressThreshold() {}

    /** The key, for schemes that look at both sides. */
    public static Setting setting() {
        return Setting.size(
                KEY,
                Setting.AUTO,
                "ingress bytes from which a congested egress queue pauses (ingress and egress);"
                        + " auto is 0.9 xoff; with 0B, any (ingress or egress)");
    }

    /** Puts 0.9 XOFF where the key is left open. */
    public static Settings resolve(Settings settings) {
        return settings.resolve(KEY, Math.round(SHARE_OF_XOFF * settings.whole(PfcKeys.XOFF)));
    }
}
