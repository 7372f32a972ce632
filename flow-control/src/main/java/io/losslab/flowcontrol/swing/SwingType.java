package io.losslab.flowcontrol.swing;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.ReservedBuffer;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.swing.SwingSettings.Trigger;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code swing}: PFC relayed over a long link, a baseline of the Bifrost paper (section VI-B). */
public final class SwingType implements SchemeType {
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
                Setting.priorities("[3]", "controlled priorities"),
                Setting.choice(
                        "trigger",
                        List.of("both", "threshold", "forward"),
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
    public List<SettingProblem> problems(Settings settings, LinkProfile link, long bufferBytes) {
        return read(settings).problems(link, bufferBytes);
    }

    @Override
    public long reservedBytes(Settings settings) {
        return read(settings).reservedBytes();
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, Settings settings) {
        SwingSettings swing = read(settings);
        return new ReservedBuffer(swing.priorities(), swing.bufferBytes());
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new SwingRelay(plane, Settings.read(byPort, SwingType::read));
    }

    private static SwingSettings read(Settings settings) {
        return new SwingSettings(
                settings.priorities(),
                trigger(settings.text("trigger")),
                settings.whole(PfcKeys.XOFF),
                settings.whole(PfcKeys.XON),
                settings.whole("buffer"),
                PfcKeys.timer(settings));
    }

    private static Trigger trigger(String word) {
        return switch (word) {
            case "threshold" -> Trigger.THRESHOLD;
            case "forward" -> Trigger.FORWARD;
            default -> Trigger.BOTH;
        };
    }
}
