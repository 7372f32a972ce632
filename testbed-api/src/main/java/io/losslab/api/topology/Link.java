package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;

/**
 * A full-duplex link.
 *
 * @param id position in {@link Topology#links()}, from 0
 * @param a one end
 * @param b the other end
 * @param rate of each direction
 * @param delay one-way propagation delay
 * @param group name by which experiments refer to links of a kind ({@code longHaul}, {@code edge})
 */
public record Link(int id, PortRef a, PortRef b, DataRate rate, Nanos delay, String group) {
    /** The other end; of a loop-back link both are at one node. */
    public PortRef peerOf(PortRef end) {
        return a.equals(end) ? b : a;
    }

    /** The end that is not at {@code node}, unless both are. */
    public PortRef peerOf(Node node) {
        return a.node().equals(node) ? b : a;
    }

    /** The end at {@code node}. */
    public PortRef endAt(Node node) {
        return a.node().equals(node) ? a : b;
    }

    /** Tells links of one topology apart; asked for at every turn of a plan. */
    @Override
    public int hashCode() {
        return id;
    }

    /** As users write it: {@code M:3-N:1}. */
    @Override
    public String toString() {
        return a + "-" + b;
    }
}
