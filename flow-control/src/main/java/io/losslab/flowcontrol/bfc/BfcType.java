package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** BFC as the registry knows it. */
public final class BfcType implements TypedScheme<BfcSettings> {
    @Override
    public String name() {
        return "bfc";
    }

    @Override
    public String title() {
        return "BFC: backpressure per queue, flows in 32, 128 or up to 255 queues (Goyal et al.)";
    }

    @Override
    public List<Setting> settings() {
        return BfcSettings.KEYS;
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.RUNS_ON_HOSTS);
    }

    /** Without a round trip of its own, a port has that of each link that its pauses cross. */
    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return given.withoutAuto(BfcSettings.HOP_BDP, BfcSettings.HOP_RTT);
    }

    @Override
    public BfcSettings read(Settings settings) {
        return BfcSettings.of(settings);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new Bfc(plane, Settings.read(byPort, this::read));
    }

    /** Queue 0 does not exist: 0 in a packet says that upstream runs no BFC. */
    @Override
    public int queues(Settings settings, int devicePorts) {
        return 1 + settings.integer("queues");
    }

    /** Not by itself: many queues may each have a hop's worth on the way; PFC is its backstop. */
    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return Set.of();
    }
}
