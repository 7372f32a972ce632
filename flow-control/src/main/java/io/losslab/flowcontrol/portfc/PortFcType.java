package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.portfc.PortFcSettings.RelayGuard;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** PortFC as the registry knows it. */
public final class PortFcType implements TypedScheme<PortFcSettings> {
    private static final int XOFF_BDP = 6;
    private static final int XON_BDP = 4;

    /** Data queues of the NICs the paper counts on (section IV-B): enough for n up to 16. */
    private static final int NIC_QUEUES = 32;

    private static final List<Setting> SETTINGS =
            List.of(
                    Setting.integer("n", "4", "ports of a switch, the n of NDC(n,k)"),
                    Setting.integer("k", "1", "highest layer, the k of NDC(n,k), 1 to 3"),
                    Setting.choice(
                            "bdp",
                            List.of("oneWay", "hopRtt"),
                            "what a BDP is: rate times one-way delay, or round trip"),
                    Setting.size(
                            "xoff",
                            Setting.AUTO,
                            "bytes in a port's IHFQs that pause; 6 BDP if auto"),
                    Setting.size(
                            "xon",
                            Setting.AUTO,
                            "bytes in a port's IHFQs that resume; 4 BDP if auto"),
                    Setting.size(
                            "ddqXoff",
                            Setting.AUTO,
                            "bytes in a port's DDQ that pause; xoff if auto"),
                    Setting.size(
                            "ddqXon",
                            Setting.AUTO,
                            "bytes in a port's DDQ that resume; xon if auto"),
                    Setting.choice(
                            "relayGuard",
                            RelayGuard.class,
                            "nodes bound their relay queue; auto: where their links differ or k > 1"));

    @Override
    public String name() {
        return "portfc";
    }

    @Override
    public String title() {
        return "PortFC: per-port pauses from switch egress queues of NDC(n,k), relayed by nodes";
    }

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    /** A congested port pauses all others. */
    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.RUNS_ON_HOSTS, Trait.NEEDS_WHOLE_DEVICE);
    }

    /** What is relayed twice enters IHFQs from queues that are never paused. */
    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return read(settings).k() == 1 ? Set.of(Promise.NO_DROPS) : Set.of();
    }

    /** As the shortest paths of two layers; with more, nothing is promised. */
    @Override
    public int mostRelays(Settings settings) {
        return read(settings).k() == 1 ? 1 : Integer.MAX_VALUE;
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        long bdpBytes =
                given.text("bdp").equals("hopRtt")
                        ? link.roundTripBytes()
                        : link.bytesIn(link.delayNanos());
        Settings first =
                given.resolve("xoff", XOFF_BDP * bdpBytes).resolve("xon", XON_BDP * bdpBytes);
        return first.resolve("ddqXoff", first.whole("xoff")).resolve("ddqXon", first.whole("xon"));
    }

    @Override
    public PortFcSettings read(Settings settings) {
        return PortFcSettings.of(settings);
    }

    @Override
    public List<SettingProblem> problemsAtRelay(
            Settings settings, LinkProfile link, List<LinkProfile> feeding, long bufferBytes) {
        return read(settings).problems(link, feeding, bufferBytes);
    }

    @Override
    public long relayBytes(Settings settings, LinkProfile link, List<LinkProfile> feeding) {
        return read(settings).relayBytes(link, feeding);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        Map<Integer, PortFcSettings> settings = Settings.read(byPort, this::read);
        if (plane.ipv4() == 0) {
            return new PortFcSwitch(plane, settings);
        }
        return new PortFcNode(plane, settings);
    }

    /** A switch needs n, a node (k+1)(n-1)+1. */
    @Override
    public int queues(Settings settings, int devicePorts) {
        QueueIndex index = new QueueIndex(settings.integer("n"), settings.integer("k"));
        int needed = index.nodeQueues() - 1;
        return Math.max(NIC_QUEUES, needed);
    }
}
