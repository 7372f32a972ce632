package io.losslab.p4.table;

import io.losslab.p4.action.ActionCall;
import io.losslab.p4.packet.PacketState;

/** What an entry has a packet do: one action, or one of a group's. */
@FunctionalInterface
public interface ActionSource {
    /** The action for a packet; null for none. */
    ActionCall pick(PacketState packet);

    static ActionSource of(ActionCall call) {
        return packet -> call;
    }
}
