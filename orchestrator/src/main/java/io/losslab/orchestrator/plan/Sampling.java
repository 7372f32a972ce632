package io.losslab.orchestrator.plan;

import io.losslab.proto.v1.WatchCountersRequest;
import java.util.List;

/**
 * Counters to watch while a cell runs.
 *
 * @param watches one request a switch that has sampled ports
 */
public record Sampling(List<WatchCountersRequest> watches) {
    public Sampling {
        watches = List.copyOf(watches);
    }
}
