package io.losslab.p4.action;

import io.losslab.p4.packet.PacketState;

/** One primitive with its operands. */
@FunctionalInterface
public interface Step {
    void run(PacketState packet);
}
