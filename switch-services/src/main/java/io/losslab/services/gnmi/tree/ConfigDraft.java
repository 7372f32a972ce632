package io.losslab.services.gnmi.tree;

import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.SchemeChoice;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A configuration while a Set works on it: nothing of it is in force before {@link #apply}. On the
 * switch's thread.
 */
public final class ConfigDraft {
    private final SwitchAccess access;
    private final PfcIntents intents;
    private final SwitchReading before;
    private final Map<Integer, Settings> pfc = new TreeMap<>();
    private long bufferBytes;

    public ConfigDraft(SwitchAccess access, PfcIntents intents) {
        this.access = access;
        this.intents = intents;
        this.before = new SwitchReading(access, intents);
        this.bufferBytes = before.config().getBufferBytes();
    }

    /** The switch as it was before. */
    public SwitchReading before() {
        return before;
    }

    SwitchAccess access() {
        return access;
    }

    void setBufferBytes(long bytes) {
        bufferBytes = bytes;
    }

    /** Changes what PFC of a port is to be. */
    void setPfc(int port, UnaryOperator<Settings> change) {
        pfc.put(port, change.apply(pfc.computeIfAbsent(port, before::intendedPfc)));
    }

    /** Puts it in force, if it differs from what is; all of it or nothing. Listeners hear of it. */
    public void apply() {
        SwitchConfig.Builder change =
                SwitchConfig.newBuilder()
                        .setDeviceId(before.config().getDeviceId())
                        .setBufferBytes(bufferBytes)
                        .setLossyAlpha(before.config().getLossyAlpha());
        Map<PortFlowControl, Settings> asked = new HashMap<>();
        for (PortFlowControl port : before.config().getPortsList()) {
            Settings settings = pfc.get(port.getPort());
            if (settings != null) {
                PortFlowControl wanted = wanted(port, settings);
                asked.put(wanted, settings);
                if (!wanted.equals(port)) {
                    change.addPorts(wanted);
                }
            }
        }
        boolean differs =
                change.getPortsCount() > 0 || bufferBytes != before.config().getBufferBytes();
        intents.put(
                asked,
                () -> {
                    if (differs) {
                        access.configure(change.build());
                    } else {
                        access.tellListeners();
                    }
                });
    }

    private PortFlowControl wanted(PortFlowControl port, Settings asked) {
        boolean enabled = asked.whole(Setting.PRIORITIES) != 0;
        if (!enabled && PfcIntents.inForce(port).isEmpty()) {
            return port;
        }
        PortFlowControl.Builder wanted = port.toBuilder().clearSchemes();
        if (enabled) {
            wanted.clearCoprocessor();
            Settings resolved = PfcIntents.PFC.resolve(asked, access.link(port.getPort()));
            wanted.addSchemes(new SchemeChoice(PfcIntents.PFC, resolved).message());
        }
        port.getSchemesList().stream()
                .filter(scheme -> !SchemeChoice.of(scheme).type().has(Trait.OWNS_INGRESS_BUFFER))
                .forEach(wanted::addSchemes);
        return wanted.build();
    }
}
