package io.losslab.services.gnmi.tree;

import io.losslab.proto.v1.NoFlowControl;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import java.util.Map;
import java.util.TreeMap;

/**
 * A configuration while a Set works on it: nothing of it is in force before {@link #apply}. On the
 * switch's thread.
 */
public final class ConfigDraft {
    private final SwitchAccess access;
    private final PfcIntents intents;
    private final SwitchReading before;
    private final Map<Integer, PfcConfig.Builder> pfc = new TreeMap<>();
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

    /** PFC of a port, to change. */
    PfcConfig.Builder pfc(int port) {
        return pfc.computeIfAbsent(port, any -> before.intendedPfc(port).toBuilder());
    }

    /** Puts it in force, if it differs from what is; all of it or nothing. */
    public void apply() {
        SwitchConfig.Builder change =
                SwitchConfig.newBuilder()
                        .setDeviceId(before.config().getDeviceId())
                        .setBufferBytes(bufferBytes);
        for (PortFlowControl port : before.config().getPortsList()) {
            PortFlowControl wanted = wanted(port);
            if (!wanted.equals(port)) {
                change.addPorts(wanted);
            }
        }
        if (change.getPortsCount() > 0 || bufferBytes != before.config().getBufferBytes()) {
            access.configure(change.build());
        }
        pfc.forEach((port, wanted) -> intents.put(port, wanted.build()));
    }

    private PortFlowControl wanted(PortFlowControl port) {
        PfcConfig.Builder wanted = pfc.get(port.getPort());
        if (wanted == null || (wanted.getPriorities() == 0 && !port.hasPfc())) {
            return port;
        }
        return wanted.getPriorities() == 0
                ? port.toBuilder().setNone(NoFlowControl.getDefaultInstance()).build()
                : port.toBuilder().setPfc(wanted).build();
    }
}
