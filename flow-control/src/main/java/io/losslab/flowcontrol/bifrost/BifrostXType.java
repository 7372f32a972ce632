package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.bifrost.BifrostXSettings.Allocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code bifrostX}: Bifrost for several priorities on a link (Bifrost, section IV-E). */
public final class BifrostXType implements SchemeType {
    /** Its name. */
    public static final String NAME = "bifrostX";

    private static final String ALLOCATION = "alloc";
    private static final String WORK_CONSERVING = "workConserving";

    @Override
    public String name() {
        return NAME;
    }

    /**
     * What the downstream end of a port is told.
     *
     * @param settings resolved for the link
     */
    public static BifrostSettings downstreamSettings(Settings settings, LinkProfile link) {
        return read(settings, link).bifrost();
    }

    /** Whether the upstream end spends its tokens on the queues of each packet's moment. */
    public static boolean isWorkConserving(Map<String, String> settings) {
        return settings.getOrDefault(ALLOCATION, WORK_CONSERVING).equals(WORK_CONSERVING);
    }

    @Override
    public String title() {
        return "BifrostX: slot tokens for a long link and each of its priorities (Bifrost, IV-E)";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.integer(
                        "priorities", "255", "bit i: priority i shares the link's tokens, 1..255"),
                Setting.time("slot", "10us", "T, time between feedback frames"),
                Setting.size("queueBuffer", Setting.AUTO, "H; auto = Delta + 3 Rs T"),
                Setting.integer("leakPeriod", "1", "k, slots between repairs of leaks"),
                Setting.size(
                        "extraHeadroom",
                        Setting.AUTO,
                        "buffer beyond H for leaked frames; auto = k + 2D/T + 2 frames"),
                Setting.choice("leak", List.of("debt", "paper"), "how leaked bytes are paid back"),
                Setting.choice("virtualIncoming", List.of("counter", "history"), "how F is kept"),
                Setting.choice(
                        ALLOCATION,
                        List.of(WORK_CONSERVING, "paper"),
                        "how the upstream spends tokens: queues of each packet's moment, or of the frame's"),
                Setting.flag("unsafe", false, "accept H below Delta + 2 Rs T"));
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        long slotNanos = given.whole("slot");
        int leakPeriodSlots = (int) given.whole("leakPeriod");
        return given.resolve("queueBuffer", link.roundTripBytes() + 3 * link.bytesIn(slotNanos))
                .resolve(
                        "extraHeadroom",
                        BifrostSettings.leakHeadroomBytes(leakPeriodSlots, link, slotNanos));
    }

    @Override
    public List<SettingProblem> problems(Settings settings, LinkProfile link, long bufferBytes) {
        return read(settings, link).problems(bufferBytes);
    }

    @Override
    public long reservedBytes(Settings settings) {
        return settings.whole("queueBuffer") + settings.whole("extraHeadroom");
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, Settings settings) {
        return new BifrostX(plane, port, read(settings, plane.link(port)));
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        Map<Integer, BifrostXSettings> read = new HashMap<>();
        byPort.forEach((port, settings) -> read.put(port, read(settings, plane.link(port))));
        return new BifrostXUpstream(plane, read);
    }

    /** A host is the upstream end of its link to a BifrostX switch. */
    @Override
    public boolean runsOnHosts() {
        return true;
    }

    private static BifrostXSettings read(Settings settings, LinkProfile link) {
        return new BifrostXSettings(
                new BifrostSettings(
                        (int) settings.whole("priorities"),
                        link.rateBitsPerSecond(),
                        link.delayNanos(),
                        settings.whole("slot"),
                        settings.whole("queueBuffer"),
                        (int) settings.whole("leakPeriod"),
                        settings.whole("extraHeadroom"),
                        link.maxFrameBytes(),
                        settings.text("leak").equals("paper") ? Leak.PAPER : Leak.DEBT,
                        settings.text("virtualIncoming").equals("history")
                                ? VirtualIncoming.HISTORY
                                : VirtualIncoming.COUNTER,
                        settings.flag("unsafe")),
                settings.text(ALLOCATION).equals("paper")
                        ? Allocation.PAPER
                        : Allocation.WORK_CONSERVING);
    }
}
