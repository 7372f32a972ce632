package io.losslab.services.p4runtime.forwarding;

import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.Arrays;

/**
 * What the entries of {@code ingress.port_to_switch} mean to the plane: which of the switches on
 * the device each port is part of. Ports without an entry are part of switch 0.
 */
final class PortBinding implements TableBinding {
    private final ForwardingProgram program;
    private final int[] switchOfPort;
    private boolean changed;

    PortBinding(ForwardingProgram program, int portCount) {
        this.program = program;
        this.switchOfPort = new int[portCount + 1];
    }

    @Override
    public void put(MatchKey key, TableAction action, Journal journal) throws Refusal {
        int port = port(key);
        if (!isOnDevice(port)) {
            throw Refusal.invalid(
                    "port %d is not on the device; it has ports 1..%d"
                            .formatted(port, switchOfPort.length - 1));
        }
        set(port, logicalSwitch(action.getAction()), journal);
    }

    /** A program may have entries of ports that the device does not have. */
    @Override
    public void remove(MatchKey key, Journal journal) {
        int port = port(key);
        if (isOnDevice(port)) {
            set(port, 0, journal);
        }
    }

    @Override
    public void checkDefault(Action action) throws Refusal {
        if (!program.isNoAction(action.getActionId())) {
            throw Refusal.unimplemented(
                    "the default action of ingress.port_to_switch can only be NoAction: a port"
                            + " without an entry is part of switch 0");
        }
    }

    /** By port, from 1. A copy. */
    int[] switchOfPort() {
        return switchOfPort.clone();
    }

    /** Whether something has changed since the last call. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** A port that another binding has in another switch; 0 if there is none. */
    int difference(PortBinding other) {
        return Math.max(0, Arrays.mismatch(switchOfPort, other.switchOfPort));
    }

    private boolean isOnDevice(int port) {
        return port >= 1 && port < switchOfPort.length;
    }

    private void set(int port, int logicalSwitch, Journal journal) {
        int old = switchOfPort[port];
        switchOfPort[port] = logicalSwitch;
        changed = true;
        journal.add(() -> switchOfPort[port] = old);
    }

    private int logicalSwitch(Action action) {
        return program.isNoAction(action.getActionId())
                ? 0
                : (int) BitString.toLong(action.getParams(0).getValue());
    }

    private static int port(MatchKey key) {
        return (int) BitString.toLong(key.value(0));
    }
}
