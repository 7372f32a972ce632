package io.losslab.traffic.schedule;

import java.util.List;

/**
 * Who may send and who may receive; a host may be in both lists, and never sends to itself.
 *
 * @param senders at least one
 * @param receivers at least one, and for every sender another host
 */
public record Endpoints(List<Host> senders, List<Host> receivers) {
    public Endpoints {
        senders = List.copyOf(senders);
        receivers = List.copyOf(receivers);
        if (senders.isEmpty() || receivers.isEmpty()) {
            throw new IllegalArgumentException("there must be a sender and a receiver");
        }
        if (receivers.size() == 1 && senders.contains(receivers.get(0))) {
            throw new IllegalArgumentException(
                    "host '%s' is both sender and receiver".formatted(receivers.get(0).name()));
        }
    }

    /**
     * The receiver whose turn it is, passing over the sender itself.
     *
     * @param turn counts from 0
     */
    Host receiver(int turn, Host sender) {
        Host receiver = receivers.get(turn % receivers.size());
        return receiver.id() != sender.id()
                ? receiver
                : receivers.get((turn + 1) % receivers.size());
    }

    /** Receivers but one host. */
    List<Host> receiversBut(Host host) {
        return receivers.stream().filter(receiver -> receiver.id() != host.id()).toList();
    }

    /** Senders but one host. */
    List<Host> sendersBut(Host host) {
        return senders.stream().filter(sender -> sender.id() != host.id()).toList();
    }

    /** How many pairs of a sender and another receiver there are. */
    long pairs() {
        long both = senders.stream().filter(receivers::contains).count();
        return (long) senders.size() * receivers.size() - both;
    }
}
