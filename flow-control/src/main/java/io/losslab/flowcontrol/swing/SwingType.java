package io.losslab.flowcontrol.swing;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.ReservedBuffer;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.TimedPauses;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.flowcontrol.swing.SwingSettings.Trigger;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code swing}: PFC relayed over a long link, a baseline of the Bifrost paper (section VI-B). */
public final class SwingType implements TypedScheme<SwingSettings>, TimedPauses {
    @Override
    public String name() {
        return "swing";
    }

    @Override
    public String title() {
        return "SWING: relay boxes that forward PFC over a long link (Bifrost, VI-B;"
                + " approximation)";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.priorities("controlled priorities"),
                Setting.choice(
                        "trigger",
                        Trigger.class,
                        "what makes a relay pause: its queue, a neighbour's pause, or both"),
                Setting.size(PfcKeys.XOFF, "198KB", "ingress bytes that trigger PAUSE"),
                Setting.size(PfcKeys.XON, Setting.AUTO, "ingress bytes that RESUME; auto = xoff"),
                Setting.size(
                        "buffer",
                        Setting.AUTO,
                        "of each priority; auto = xoff and the link's headroom, about 287 MB at 400 Gb/s and 600 km"),
                PfcKeys.timer());
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        long xoffBytes = given.whole(PfcKeys.XOFF);
        return given.resolve(PfcKeys.XON, xoffBytes)
                .resolve("buffer", SwingSettings.safeBufferBytes(xoffBytes, link));
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, SwingSettings swing) {
        return new ReservedBuffer(swing.priorities(), swing.bufferBytes());
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new SwingRelay(plane, Settings.read(byPort, this::read));
    }

    @Override
    public SwingSettings read(Settings settings) {
        return new SwingSettings(
                settings.priorities(),
                settings.choice("trigger", Trigger.class),
                settings.whole(PfcKeys.XOFF),
                settings.whole(PfcKeys.XON),
                settings.whole("buffer"),
                PfcKeys.timer(settings));
    }
}
