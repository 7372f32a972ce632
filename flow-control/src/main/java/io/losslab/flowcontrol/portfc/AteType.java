package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** ATE as the registry knows it: a rule in addition to that of any flow control. */
public final class AteType implements TypedScheme<AteSettings> {
    @Override
    public String name() {
        return "ate";
    }

    @Override
    public String title() {
        return "Asymmetric Traffic Engineering: first hop by two links' rates (PortFC, Algorithm 5)";
    }

    @Override
    public List<Setting> settings() {
        return AteSettings.KEYS;
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
    public AteSettings read(Settings settings) {
        return AteSettings.of(settings);
    }

    @Override
    public List<SettingProblem> problemsAtRelay(
            Settings settings, LinkProfile link, List<LinkProfile> feeding, long bufferBytes) {
        return read(settings).problems(link, feeding);
    }

    /** Switches and hosts with one port have no choice. */
    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        if (plane.ipv4() == 0 || plane.ports() == 1) {
            return null;
        }
        if (plane.ports() > 2) {
            throw new IllegalArgumentException(
                    "ate chooses between two ports, but the host has " + plane.ports());
        }
        return new Ate(plane, read(byPort.values().iterator().next()));
    }

    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return Set.of();
    }
}
