package io.losslab.traffic.schedule;

import java.util.List;

/** Goes round receivers, passing over the sender itself. */
final class ReceiverTurn {
    private ReceiverTurn() {}

    /**
     * The receiver whose turn it is.
     *
     * @param turn counts from 0
     */
    static Host of(List<Host> receivers, int turn, Host sender) {
        Host receiver = receivers.get(turn % receivers.size());
        return receiver.id() != sender.id()
                ? receiver
                : receivers.get((turn + 1) % receivers.size());
    }
}
