package io.losslab.configs.experiment;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.PortRef;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * A scheme at a port: as the receiving end of its link, and for some schemes at its egress queues.
 * Several may work side by side at a port.
 *
 * @param profile the link as the scheme sees it
 * @param settings resolved for the link
 * @param priorities bit i: the far end of the link obeys pauses of priority i
 */
public record PortControl(
        PortRef port,
        Link link,
        LinkProfile profile,
        SchemeType type,
        Settings settings,
        int priorities) {

    /**
     * With other settings.
     *
     * @param resolved for the link
     */
    public PortControl with(Settings resolved) {
        return new PortControl(port, link, profile, type, resolved, priorities);
    }

    /** With the draws of a cell where its settings name no seed of their own. */
    PortControl seeded(long seed) {
        Settings drawn = settings.resolve(Setting.SEED, seed);
        return drawn.equals(settings) ? this : with(drawn);
    }

    /** Bytes of the device's buffer that it sets aside at the port. */
    public long reservedBytes() {
        return type.reservedBytes(settings);
    }

    /** Memory that a host must have for what it relays by the port, fed by the other links. */
    public long relayBytes(List<LinkProfile> feeding) {
        return type.relayBytes(settings, profile, feeding);
    }

    /** Priorities that it controls, bit i for priority i: those that its settings name, if any. */
    public int controlled() {
        return settings.has(Setting.PRIORITIES) ? settings.priorities() : priorities;
    }

    /** Whether it guarantees something there. */
    public boolean promises(Promise promise) {
        return type.promises(settings, profile).contains(promise);
    }

    /** Whether it promises no drop where so many hosts relay a packet, one after the other. */
    boolean rulesOutDrops(int relays) {
        return promises(Promise.NO_DROPS) && relays <= type.mostRelays(settings);
    }

    /** Whether a coprocessor of the switch runs its downstream end. */
    public boolean runsOnCoprocessor() {
        return port.node().isSwitch() && has(Trait.RUNS_ON_COPROCESSOR);
    }

    public boolean has(Trait trait) {
        return type.has(trait);
    }
}
