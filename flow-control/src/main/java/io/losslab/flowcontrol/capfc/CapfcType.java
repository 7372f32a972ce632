package io.losslab.flowcontrol.capfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.TimedPauses;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Set;

/** CaPFC in the registry. */
public final class CapfcType implements TypedScheme<CapfcSettings>, TimedPauses {
    @Override
    public String name() {
        return "capfc";
    }

    @Override
    public String title() {
        return "CaPFC: PFC that also looks at a fixed egress threshold (as OFC describes it)";
    }

    @Override
    public List<Setting> settings() {
        return PfcKeys.and(
                List.of(
                        IngressThreshold.setting(),
                        Setting.size(
                                CapfcSettings.EGRESS_OFF,
                                "68KB",
                                "egress queue bytes from which it counts as congested"),
                        Setting.size(
                                CapfcSettings.EGRESS_ON,
                                "45KB",
                                "egress queue bytes at or below which it no longer does")));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.CAN_DEADLOCK);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return IngressThreshold.resolve(PfcKeys.resolve(given, link));
    }

    @Override
    public CapfcSettings read(Settings settings) {
        return CapfcSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, CapfcSettings capfc) {
        return new Capfc(plane, port, capfc.pfc(), capfc.ingressOffBytes(), capfc);
    }
}
