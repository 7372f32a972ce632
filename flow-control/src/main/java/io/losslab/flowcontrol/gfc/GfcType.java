package io.losslab.flowcontrol.gfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.gfc.GfcSettings.Form;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code gfc}: buffer-based gentle flow control, a baseline of the OFC paper. */
public final class GfcType implements TypedScheme<GfcSettings> {
    @Override
    public String name() {
        return "gfc";
    }

    @Override
    public String title() {
        return "GFC, buffer-based: the fuller the ingress queue, the slower the upstream, never stopped (OFC's baseline; approximation)";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.priorities("controlled priorities"),
                Setting.choice(
                        "form",
                        Form.class,
                        "map from queue to rate; stopping: stages and a stop at Bm, as OFC describes it"),
                Setting.size("limit", "75KB", "Bm, which the ingress queue stays below"),
                Setting.size(
                        "first",
                        Setting.AUTO,
                        "queue at which slowing begins; auto = Bm - 2 C tau, continuous Bm - 4 C"
                                + " tau"),
                Setting.integer("stages", "10", "N, 1..15; the minimum rate is C/2^N"),
                Setting.size(
                        "headroom",
                        Setting.AUTO,
                        "buffer beyond Bm; auto = two frames, stopping: as PFC"));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_HOSTS);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        Form form = given.choice("form", Form.class);
        long safe = GfcSettings.safeFirstBytes(form, given.whole("limit"), link);
        return given.resolve("first", Math.max(0, safe))
                .resolve("headroom", GfcSettings.safeHeadroomBytes(form, link));
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, GfcSettings settings) {
        return new Gfc(plane, port, settings);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new GfcUpstream(plane, Settings.read(byPort, this::read));
    }

    @Override
    public GfcSettings read(Settings settings) {
        return new GfcSettings(
                settings.priorities(),
                settings.choice("form", Form.class),
                settings.whole("limit"),
                settings.whole("first"),
                settings.integer("stages"),
                settings.whole("headroom"));
    }
}
