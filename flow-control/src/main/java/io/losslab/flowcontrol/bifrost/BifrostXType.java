package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.bifrost.BifrostXSettings.Allocation;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code bifrostX}: Bifrost for several priorities on a link (Bifrost, section IV-E). */
public final class BifrostXType implements TypedScheme<BifrostXSettings> {
    static final String ALLOCATION = "alloc";

    @Override
    public String name() {
        return "bifrostX";
    }

    @Override
    public String title() {
        return "BifrostX: slot tokens for a long link and each of its priorities (Bifrost, IV-E)";
    }

    @Override
    public List<Setting> settings() {
        List<Setting> all =
                new ArrayList<>(
                        BifrostKeys.and(
                                Setting.priorities(
                                        "[0, 1, 2, 3, 4, 5, 6, 7]",
                                        "priorities that share the link's tokens"),
                                Setting.time(
                                        BifrostKeys.SLOT,
                                        "10us",
                                        "T, time between feedback frames")));
        all.add(
                Setting.choice(
                        ALLOCATION,
                        Allocation.class,
                        "how the upstream allocates tokens: by the queues at each packet, or at"
                                + " each feedback frame"));
        return List.copyOf(all);
    }

    /** A host is the upstream end of its link to a BifrostX switch. */
    @Override
    public Set<Trait> traits() {
        return Set.of(
                Trait.OWNS_INGRESS_BUFFER,
                Trait.RUNS_ON_COPROCESSOR,
                Trait.RUNS_WITHOUT_COPROCESSOR,
                Trait.RUNS_ON_HOSTS);
    }

    /** A coprocessor spends tokens on the queues of each packet's moment only. */
    @Override
    public List<SettingProblem> problemsOfCoprocessor(Settings settings) {
        return BifrostXSettings.of(settings).allocation() == Allocation.PAPER
                ? List.of(
                        SettingProblem.fatal(
                                ALLOCATION,
                                "has 'alloc: paper', which a coprocessor does not support"))
                : List.of();
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
    public BifrostXSettings read(Settings settings) {
        return BifrostXSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, BifrostXSettings settings) {
        return new BifrostX(plane, port, settings);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new BifrostXUpstream(plane, Settings.read(byPort, this::read));
    }

    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return BifrostSettings.of(settings).unsafe()
                ? Set.of(Promise.NO_DROPS)
                : Set.of(Promise.NO_DROPS, Promise.BOUNDED_QUEUE);
    }
}
