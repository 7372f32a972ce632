package io.losslab.services.lab;

import io.losslab.services.control.OwnedSwitch;
import java.util.List;

/** What another device is to its controllers, before a switch of a virtual fabric. */
public interface SwitchFace {
    /**
     * Stands before a switch that is new and has what no run sets on it. What was set on the device
     * stays.
     */
    void standBefore(OwnedSwitch fresh);

    /**
     * Puts in force what is set, and what could not be before.
     *
     * @return why the switch is not what was set, with its name; empty: it is
     */
    List<String> settle();

    /** Ends what it has started. */
    default void close() {}
}
