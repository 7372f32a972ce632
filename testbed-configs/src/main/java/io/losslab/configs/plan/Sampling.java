package io.losslab.configs.plan;

import io.losslab.api.topology.PortRef;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counters to watch while a cell runs.
 *
 * @param watches one request a switch that has sampled ports
 * @param egressByTraffic switch ports by which the flows of a traffic group leave, by its name;
 *     empty where nothing is sampled
 */
public record Sampling(
        List<WatchCountersRequest> watches, Map<String, Set<PortRef>> egressByTraffic) {
    public Sampling {
        watches = List.copyOf(watches);
        egressByTraffic = Map.copyOf(egressByTraffic);
    }
}
