package io.losslab.flowcontrol.cbfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code cbfc}: InfiniBand's credits, a baseline of the Bifrost paper (section VI-B). */
public final class CbfcType implements TypedScheme<CbfcSettings> {
    @Override
    public String name() {
        return "cbfc";
    }

    @Override
    public String title() {
        return "CBFC: absolute credits of 64-byte blocks as in InfiniBand; ideal: true for CBFC-ideal (Bifrost, VI-B)";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.priorities("priorities with a lane of their own"),
                Setting.flag("ideal", false, "unbounded counters; otherwise 12 bits, 2048 blocks"),
                Setting.size(
                        "buffer",
                        Setting.AUTO,
                        "of each lane; auto = 2050 blocks, or ideal Delta + 3 Rs T_cb"),
                Setting.time(
                        "update",
                        Setting.AUTO,
                        "T_cb; auto = 10us, with 12 bits at most a quarter of the limit at line rate"));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_HOSTS, Trait.GRANTS_CREDITS);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        boolean ideal = given.flag("ideal");
        Settings timed = given.resolve("update", CbfcSettings.defaultUpdateNanos(ideal, link));
        return timed.resolve(
                "buffer", CbfcSettings.defaultBufferBytes(ideal, link, timed.whole("update")));
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, CbfcSettings settings) {
        return new CreditReceiver(plane, port, settings);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new CreditSender(plane, Settings.read(byPort, this::read));
    }

    @Override
    public CbfcSettings read(Settings settings) {
        return new CbfcSettings(
                settings.priorities(),
                settings.whole("buffer"),
                settings.whole("update"),
                settings.flag("ideal"));
    }
}
