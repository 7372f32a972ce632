package io.losslab.orchestrator.experiment;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.List;

/**
 * Flows of a kind that are reported under one name.
 *
 * @param name unique in the experiment
 * @param kind what a flow does
 * @param from senders; flows go round them in order
 * @param to the receiver
 * @param size of a message, above zero
 * @param flows queue pairs in all
 * @param txDepth messages a bandwidth queue pair keeps outstanding; 1 for latency flows
 * @param iterations messages a queue pair sends; 0 for as many as fit
 * @param gap idle time of a latency flow between an answer and its next message
 * @param ecmp how UDP source ports are chosen
 * @param trafficClass 0..7
 * @param start of the first message
 * @param stop no message is posted from here on
 */
public record TrafficGroup(
        String name,
        Kind kind,
        List<Node> from,
        Node to,
        DataSize size,
        int flows,
        int txDepth,
        long iterations,
        Nanos gap,
        Ecmp ecmp,
        int trafficClass,
        Nanos start,
        Nanos stop) {
    public TrafficGroup {
        from = List.copyOf(from);
    }

    /** What a flow does. */
    public enum Kind {
        /** Keeps the wire full, like ib_write_bw. */
        BANDWIDTH,
        /** One message to and fro at a time, like ib_write_lat. */
        LATENCY
    }

    /** How UDP source ports, and with them ways through the network, are chosen. */
    public enum Ecmp {
        /** At random, by the cell's seed. */
        HASH,
        /** So that consecutive flows take different members of the first equal-cost set. */
        SPREAD
    }
}
