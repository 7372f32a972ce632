package io.losslab.configs.experiment;

import io.losslab.api.topology.PortRef;

/**
 * ECN marking at an egress port of a switch: random early detection on the queue length.
 *
 * @param kminBytes below it nothing is marked
 * @param kmaxBytes above it everything is; above kmin
 * @param pmax share that is marked at kmax, 0 to 1
 */
public record EcnMarking(PortRef port, long kminBytes, long kmaxBytes, double pmax) {
    public EcnMarking {
        if (kminBytes < 0 || kmaxBytes <= kminBytes || pmax < 0 || pmax > 1) {
            throw new IllegalArgumentException(
                    "invalid ECN marking: kmin %d B, kmax %d B, pmax %s"
                            .formatted(kminBytes, kmaxBytes, pmax));
        }
    }
}
