package io.losslab.services.control;

import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.List;
import java.util.Map;

/**
 * What a switch has that no run sets on it: it came with the device, or its user has set it.
 *
 * @param config memory, hash of equal-cost ports, scheduler, and marking; flow control of ports is
 *     ignored
 * @param routes equal-cost ports by prefix
 */
public record BaseSettings(SwitchConfig config, Map<RouteKey, List<Integer>> routes) {
    public BaseSettings {
        routes = Map.copyOf(routes);
    }
}
