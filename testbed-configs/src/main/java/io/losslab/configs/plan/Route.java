package io.losslab.configs.plan;

import io.losslab.api.topology.Node;
import java.util.List;

/**
 * A /32 route.
 *
 * @param host where it leads
 * @param ipv4 its address, an unsigned 32-bit number
 * @param ports equal-cost ports in ascending order, 1-based
 */
public record Route(Node host, int ipv4, List<Integer> ports) {
    public Route {
        ports = List.copyOf(ports);
    }
}
