package io.losslab.analysis.run;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The topology of a run's first cell, as far as a picture needs it.
 *
 * @param nodes hosts and switches
 * @param links between them
 * @param others numbers of the cells that have another topology
 */
public record TopologyGraph(List<Node> nodes, List<Link> links, Set<Integer> others) {
    public TopologyGraph {
        nodes = ParamValue.listOf(nodes);
        links = ParamValue.listOf(links);
        others = others == null ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(others));
    }

    /** The topology of all cells. */
    public TopologyGraph(List<Node> nodes, List<Link> links) {
        this(nodes, links, Set.of());
    }

    /** Whether a cell has this topology. */
    public boolean isOf(int cell) {
        return !others.contains(cell);
    }

    /** The same, with the cells that have another one. */
    public TopologyGraph butOf(Set<Integer> cells) {
        return new TopologyGraph(nodes, links, cells);
    }

    /**
     * A device.
     *
     * @param name unique
     * @param kind {@code host} or {@code switch}
     * @param bufferBytes packet memory of a switch; 0 for a host
     */
    public record Node(String name, String kind, long bufferBytes) {
        /** Whether traffic ends here. */
        public boolean host() {
            return kind.equals("host");
        }
    }

    /**
     * A full-duplex link.
     *
     * @param a name of one end
     * @param portA 1-based port there
     * @param b name of the other end
     * @param portB 1-based port there
     * @param rateBitsPerSecond of each direction
     * @param delayNanos one-way propagation
     * @param lengthText as the user wrote it, such as {@code 80km}; null where a delay was given
     * @param group name of links of a kind
     */
    public record Link(
            String a,
            int portA,
            String b,
            int portB,
            long rateBitsPerSecond,
            long delayNanos,
            String lengthText,
            String group) {}
}
