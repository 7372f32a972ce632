package io.losslab.services.gnmi.tree;

import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import java.util.Map;
import java.util.TreeMap;

/**
 * Thresholds that were set on ports of a switch where no priority is enabled yet. On the switch's
 * thread.
 */
public final class PfcIntents {
    /** What a port has that nobody set anything on. */
    static final PfcConfig NONE =
            PfcConfig.newBuilder()
                    .setThreshold(PfcConfig.Threshold.STATIC)
                    .setTimer(PfcConfig.Timer.QUANTA)
                    .build();

    private final Map<Integer, PfcConfig> byPort = new TreeMap<>();

    /** What is asked for: what is in force, or else what was set for later. */
    PfcConfig of(PortFlowControl inForce) {
        return inForce.hasPfc() ? inForce.getPfc() : byPort.getOrDefault(inForce.getPort(), NONE);
    }

    /** Keeps the PFC of a port for later; with a priority enabled it is in force instead. */
    void put(int port, PfcConfig pfc) {
        if (pfc.getPriorities() == 0) {
            byPort.put(port, pfc);
        } else {
            byPort.remove(port);
        }
    }
}
