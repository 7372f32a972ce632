package io.losslab.flowcontrol.strict;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Strict priority as the registry knows it: a rule in addition to that of a flow control with one
 * queue per traffic class. It has no settings.
 */
public final class StrictPriorityType implements SchemeType {
    @Override
    public String name() {
        return "strictPriority";
    }

    @Override
    public String title() {
        return "Strict priority: a higher traffic class is sent first (IEEE 802.1Q, 8.6.8.1)";
    }

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.RUNS_ON_HOSTS);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return given;
    }

    @Override
    public List<SettingProblem> problems(Settings settings, LinkProfile link, long bufferBytes) {
        return List.of();
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new StrictPriority(plane, byPort.keySet());
    }

    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return Set.of();
    }
}
