package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** OFC in the registry. */
public final class OfcType implements TypedScheme<OfcSettings> {
    /** alpha = X^c_OFF / X_OFF of the paper (OFC, section IV-A1). */
    private static final double CONGESTED_SHARE = 0.9;

    private static final long LEAST_IN_KILOBYTES = 50_000;

    @Override
    public String name() {
        return "ofc";
    }

    @Override
    public String title() {
        return "OFC: pauses the flows that meet the original congestion, with two backup queues";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.choice(
                        OfcSettings.FLOW_KEY,
                        FlowKey.class,
                        "what makes packets a flow: source and destination, or the UDP source port too"),
                Setting.priorities("controlled priorities"),
                Setting.size(OfcSettings.XOFF, "75KB", "X_OFF: ingress bytes that pause all flows"),
                Setting.size(
                        OfcSettings.XOFF_CONGESTED,
                        Setting.AUTO,
                        "X^c_OFF: ingress and egress bytes that pause congested flows; auto is 0.9 X_OFF"),
                Setting.size(
                        OfcSettings.XON,
                        "45KB",
                        "X_ON: ingress bytes at or below which they resume"),
                Setting.size(
                        OfcSettings.HEADROOM,
                        Setting.AUTO,
                        "bytes beyond xoff for what follows a PAUSE"));
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_HOSTS);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return given.resolve(
                        OfcSettings.XOFF_CONGESTED, congestedBytes(given.whole(OfcSettings.XOFF)))
                .resolve(OfcSettings.HEADROOM, OfcSettings.safeHeadroomBytes(link));
    }

    /** Of 50 KB and more in whole KB, as the paper's 68 KB of 75 KB. */
    private static long congestedBytes(long xoffBytes) {
        long unit = xoffBytes < LEAST_IN_KILOBYTES ? 1 : 1_000;
        return Math.round(CONGESTED_SHARE * xoffBytes / unit) * unit;
    }

    /** Frames name flows of a priority by their keys. */
    @Override
    public List<String> agreedKeys() {
        return List.of(OfcSettings.FLOW_KEY, Setting.PRIORITIES);
    }

    @Override
    public OfcSettings read(Settings settings) {
        return OfcSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, OfcSettings ofc) {
        return ofc.buffer();
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        Map<Integer, OfcSettings> ofc = Settings.read(byPort, this::read);
        return new Ofc(plane, flowKey(ofc.values()), ofc);
    }

    @Override
    public int queues(Settings settings, int devicePorts) {
        return QueueNumbers.QUEUES;
    }

    private static FlowKey flowKey(Collection<OfcSettings> ofPorts) {
        List<FlowKey> kinds = ofPorts.stream().map(OfcSettings::flowKey).distinct().toList();
        if (kinds.size() > 1) {
            throw new IllegalArgumentException("flowKey must be the same at all ports of a device");
        }
        return kinds.get(0);
    }
}
