package io.losslab.flowcontrol.tagger;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.ReservedBuffer;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pfc.TimedPauses;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.flowcontrol.tagger.HopTags.Cutover;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** PFC*, as the registry knows it. */
public final class PfcStarType implements TypedScheme<PfcSettings>, TimedPauses {
    private static final int XOFF_BDP = 6;
    private static final int XON_BDP = 4;

    /** What makes a relaying host pause. */
    public enum Relays {
        /** What it holds of a port itself, as switches do. */
        THRESHOLD,
        /** A pause that it received and forwards. */
        FORWARD
    }

    @Override
    public String name() {
        return "pfcStar";
    }

    @Override
    public String title() {
        return "PFC*: PFC with a priority for each hop, as far as they go (PortFC, V-A)";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.integer("firstPriority", "3", "priority that hosts send with: tag 0"),
                Setting.integer("tags", "2", "hop tags; the last one stands for all further hops"),
                Setting.choice(
                        "cutover",
                        Cutover.class,
                        "which devices raise the tag: switches and relaying hosts, or the latter"
                                + " only"),
                Setting.choice(
                        "relays",
                        Relays.class,
                        "what makes a relaying host pause: its own ingress, or a pause that it"
                                + " forwards"),
                Setting.choice(
                        "bdp",
                        List.of("oneWay", "hopRtt"),
                        "what a BDP is: rate times one-way delay, or round trip"),
                Setting.size(
                        PfcKeys.XOFF,
                        Setting.AUTO,
                        "ingress bytes of a tag that pause; 6 BDP if auto"),
                Setting.size(
                        PfcKeys.XON,
                        Setting.AUTO,
                        "ingress bytes of a tag that resume; 4 BDP if auto"),
                PfcKeys.headroom(),
                PfcKeys.timer());
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_HOSTS, Trait.CAN_DEADLOCK);
    }

    /** A relay that only forwards pauses has neither a threshold nor headroom. */
    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return relays(settings) == Relays.FORWARD ? Set.of() : Set.of(Promise.NO_DROPS);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        long bdpBytes =
                given.text("bdp").equals("hopRtt")
                        ? link.roundTripBytes()
                        : link.bytesIn(link.delayNanos());
        return PfcKeys.resolve(given, link)
                .resolve(PfcKeys.XOFF, XOFF_BDP * bdpBytes)
                .resolve(PfcKeys.XON, XON_BDP * bdpBytes);
    }

    /** Forwarding devices send with the other tags too. */
    @Override
    public int priorities(Settings settings, int ofTraffic) {
        return HopTags.of(settings).priorities();
    }

    @Override
    public int priorityBehind(Settings settings, int priority, boolean host) {
        HopTags tags = HopTags.of(settings);
        return host || tags.cutover() == Cutover.EVERY_HOP ? tags.next(priority) : priority;
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, Settings settings) {
        boolean forwards = plane.ipv4() != 0 && relays(settings) == Relays.FORWARD;
        return forwards ? new ReservedBuffer(0, 0) : new Pfc(plane, port, read(settings));
    }

    /** The tags of a packet, and what is forwarded, are the device's. */
    private static void requireSame(Settings one, Settings other) {
        if (!HopTags.of(one).equals(HopTags.of(other))
                || relays(one) != relays(other)
                || PfcKeys.timer(one) != PfcKeys.timer(other)) {
            throw new IllegalArgumentException(
                    "pfcStar: firstPriority, tags, cutover, relays, and timer must be the same at"
                            + " all ports of a device");
        }
    }

    private static Relays relays(Settings settings) {
        return settings.choice("relays", Relays.class);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        Settings settings = byPort.values().iterator().next();
        byPort.values().forEach(other -> requireSame(settings, other));
        HopTags tags = HopTags.of(settings);
        boolean host = plane.ipv4() != 0;
        if (host && plane.ports() > 1 && relays(settings) == Relays.FORWARD) {
            PauseForwarder forwarder = new PauseForwarder(plane, tags, PfcKeys.timer(settings));
            return new HopTagger(plane, tags, forwarder);
        }
        boolean raises = host ? plane.ports() > 1 : tags.cutover() == Cutover.EVERY_HOP;
        return raises ? new HopTagger(plane, tags) : null;
    }

    @Override
    public PfcSettings read(Settings settings) {
        return PfcSettings.of(settings.with(Setting.PRIORITIES, HopTags.of(settings).priorities()));
    }
}
