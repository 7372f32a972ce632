package io.losslab.labs.backend.served;

import io.losslab.configs.plan.CellPlan;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;

/** What the switches of a served lab stand for. */
public interface ServedKind {
    /**
     * Looks whether virtual switches can stand for such devices in a cell.
     *
     * @throws CommandFailure that says why not, and what to do
     */
    default void require(CellPlan cell) {}

    /**
     * Starts what has an address of its own.
     *
     * @param host to listen on
     * @param firstPort the next free port that the user named; 0: any
     * @throws IOException where a port cannot be bound
     * @throws CommandFailure where a switch of the network cannot be such a device
     */
    ServedSwitches start(ServedNetwork network, String host, int firstPort) throws IOException;
}
