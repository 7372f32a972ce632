package io.losslab.p4.action;

import io.losslab.p4.packet.PacketState;

/** An action with its arguments. Immutable. */
public final class ActionCall {
    private final Action action;
    private final long[] arguments;

    ActionCall(Action action, long[] arguments) {
        this.action = action;
        this.arguments = arguments;
    }

    public Action action() {
        return action;
    }

    public void run(PacketState packet) {
        action.run(packet, arguments);
    }
}
