package io.losslab.services.gnmi;

import io.losslab.services.gnmi.tree.SwitchAccess;
import java.util.function.Function;

/** A switch that gNMI speaks for. Thread-safe. */
public interface ManagedSwitch {
    /** Name by which a path's target selects it. */
    String name();

    /** Number that selects it as well, in decimal. */
    long deviceId();

    /** Does work on the switch's own thread between two steps of time, and waits for it. */
    <T> T call(Function<SwitchAccess, T> work);
}
