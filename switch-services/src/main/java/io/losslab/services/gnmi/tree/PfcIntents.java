package io.losslab.services.gnmi.tree;

import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.PortFlowControl;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * PFC of the ports as it is asked for, with a value for every leaf: also where no priority is
 * enabled yet, and of leaves that the threshold in force has no use for. On the switch's thread.
 */
public final class PfcIntents {
    static final HardwareScheme PFC = SchemeTypes.IN_HARDWARE;

    /** What a port has on which nothing was set. */
    static final Settings NONE = complete(Settings.NONE.with(Setting.PRIORITIES, 0));

    private final Map<Integer, Intent> byPort = new HashMap<>();

    /** What is asked for: what was set here, unless the port was changed from elsewhere since. */
    Settings of(PortFlowControl port) {
        Optional<Settings> inForce = inForce(port);
        Intent intent = byPort.get(port.getPort());
        return intent != null && intent.applied().equals(inForce)
                ? intent.asked()
                : inForce.map(PfcIntents::complete).orElse(NONE);
    }

    /**
     * Keeps what is set at ports, by what they will run, while a change puts it in force; where
     * that is refused, all is as it was.
     */
    void put(Map<PortFlowControl, Settings> asked, Runnable change) {
        Map<Integer, Intent> before = Map.copyOf(byPort);
        asked.forEach(
                (port, settings) ->
                        byPort.put(port.getPort(), new Intent(settings, inForce(port))));
        try {
            change.run();
        } catch (RuntimeException e) {
            byPort.clear();
            byPort.putAll(before);
            throw e;
        }
    }

    /** PFC that a port runs. */
    static Optional<Settings> inForce(PortFlowControl port) {
        return port.getSchemesList().stream()
                .filter(scheme -> scheme.getName().equals(PFC.name()))
                .map(scheme -> new Settings(scheme.getSettingsMap()))
                .findFirst();
    }

    /** What was asked for, and what came into force by it. */
    private record Intent(Settings asked, Optional<Settings> applied) {}

    private static Settings complete(Settings settings) {
        Settings complete = settings;
        for (HardwareLeaf leaf : PFC.leaves()) {
            complete = leaf.write(complete, leaf.read(settings));
        }
        return complete;
    }
}
