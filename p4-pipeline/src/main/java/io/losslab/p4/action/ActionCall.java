package io.losslab.p4.action;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.List;

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

    /** The values of its parameters, without sign. */
    public List<BigInteger> arguments() {
        return action.parameters().stream()
                .map(it -> Bits.load(arguments, it.slot(), it.widthBits()))
                .toList();
    }

    public void run(PacketState packet) {
        action.run(packet, arguments);
    }
}
