package io.losslab.configs.experiment;

import io.losslab.api.topology.PortRef;
import java.util.Locale;

/**
 * ECN marking at an egress port of a switch: random early detection on the queue length.
 *
 * @param kminBytes below it nothing is marked
 * @param kmaxBytes above it everything is; above kmin
 * @param pmax share that is marked at kmax, 0 to 1
 * @param point of the queue at which a packet is marked
 */
public record EcnMarking(PortRef port, long kminBytes, long kmaxBytes, double pmax, Point point) {
    /** Where a switch looks at the queue. */
    public enum Point {
        /** The queue that a packet leaves behind. */
        DEQUEUE,
        /** The queue that a packet joins, itself included. */
        ENQUEUE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public EcnMarking {
        if (kminBytes < 0 || kmaxBytes <= kminBytes || pmax < 0 || pmax > 1) {
            throw new IllegalArgumentException(
                    "invalid ECN marking: kmin %d B, kmax %d B, pmax %s"
                            .formatted(kminBytes, kmaxBytes, pmax));
        }
    }
}
