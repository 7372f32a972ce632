package io.losslab.flowcontrol.gpfc;

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

/** G-PFC in the registry. */
public final class GpfcType implements TypedScheme<GpfcSettings>, TimedPauses {
    /** Frames from the pause of one priority to that of the next. */
    private static final int STEP_FRAMES = 8;

    @Override
    public String name() {
        return "gpfc";
    }

    @Override
    public String title() {
        return "G-PFC: a lower ingress threshold pauses low priorities first (as OFC describes it)";
    }

    @Override
    public List<Setting> settings() {
        return PfcKeys.and(
                List.of(
                        Setting.size(
                                GpfcSettings.GENTLE_XOFF,
                                "68KB",
                                "ingress bytes of all priorities that pause the lowest"),
                        Setting.size(
                                GpfcSettings.STEP,
                                Setting.AUTO,
                                "further bytes that pause the next one; auto is 8 frames")));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.CAN_DEADLOCK);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return PfcKeys.resolve(given, link)
                .resolve(GpfcSettings.STEP, STEP_FRAMES * (long) link.maxFrameBytes());
    }

    @Override
    public GpfcSettings read(Settings settings) {
        return GpfcSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, GpfcSettings settings) {
        return new Gpfc(plane, port, settings);
    }
}
