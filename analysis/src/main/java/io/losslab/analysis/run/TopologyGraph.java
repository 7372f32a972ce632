package io.losslab.analysis.run;

import java.util.List;

/**
 * The topology of a run, as far as a picture needs it.
 *
 * @param nodes hosts and switches
 * @param links between them
 */
public record TopologyGraph(List<Node> nodes, List<Link> links) {
    public TopologyGraph {
        nodes = ParamValue.listOf(nodes);
        links = ParamValue.listOf(links);
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
