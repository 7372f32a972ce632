package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Set;

/** {@code bifrost}: the downstream port of a long link paces it by pause frames. */
public final class BifrostType implements TypedScheme<BifrostSettings> {
    @Override
    public String name() {
        return "bifrost";
    }

    @Override
    public String title() {
        return "Bifrost: the downstream port paces a long link slot by slot";
    }

    @Override
    public List<Setting> settings() {
        return BifrostKeys.and(
                Setting.priorities("paused priorities"),
                Setting.time(
                        BifrostKeys.SLOT,
                        Setting.REQUIRED,
                        "T; above 1us, below the link's delay"));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_COPROCESSOR);
    }

    @Override
    public List<SettingProblem> contradictions(Settings given) {
        return BifrostKeys.contradictions(given);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return BifrostKeys.resolve(given, link);
    }

    @Override
    public BifrostSettings read(Settings settings) {
        return BifrostSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, BifrostSettings settings) {
        return new Bifrost(plane, port, settings);
    }

    @Override
    public int priorities(Settings settings, int ofTraffic) {
        return settings.priorities();
    }

    /** With a valid H. */
    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return BifrostSettings.of(settings).unsafe()
                ? Set.of(Promise.NO_DROPS)
                : Set.of(Promise.NO_DROPS, Promise.NO_THROUGHPUT_LOSS, Promise.BOUNDED_QUEUE);
    }
}
