package io.losslab.services.gnmi.tree;

import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.softswitch.fabric.PortCounters;

/** A switch at one moment: what several leaves need is asked for once. On the switch's thread. */
public final class SwitchReading {
    private final SwitchAccess access;
    private final PfcIntents intents;
    private final PortCounters[] counters;
    private SwitchConfig config;
    private PortFlowControl[] ports;

    public SwitchReading(SwitchAccess access, PfcIntents intents) {
        this.access = access;
        this.intents = intents;
        this.counters = new PortCounters[access.ports() + 1];
    }

    SwitchAccess access() {
        return access;
    }

    PortCounters counters(int port) {
        if (counters[port] == null) {
            counters[port] = access.counters(port);
        }
        return counters[port];
    }

    SwitchConfig config() {
        if (config == null) {
            config = access.config();
        }
        return config;
    }

    /** PFC of a port in force; without priorities where it has none. */
    Settings pfc(int port) {
        return PfcIntents.inForce(flowControl(port)).orElse(PfcIntents.NONE);
    }

    /** PFC of a port as it is asked for. */
    Settings intendedPfc(int port) {
        return intents.of(flowControl(port));
    }

    private PortFlowControl flowControl(int port) {
        if (ports == null) {
            ports = new PortFlowControl[access.ports() + 1];
            config().getPortsList().forEach(each -> ports[each.getPort()] = each);
        }
        return ports[port];
    }
}
