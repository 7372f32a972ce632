package io.losslab.configs.plan;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.StartTrafficRequest;
import java.util.List;

/**
 * What goes to a host.
 *
 * @param node the host
 * @param config queues, pause responder and, with several ports, what the routes say
 * @param routes to every host it can reach; none for a host with one port
 * @param traffic its flows, none for a host that only receives, and those that end there
 */
public record HostPlan(
        Node node, HostConfig config, List<Route> routes, StartTrafficRequest traffic) {
    public HostPlan {
        routes = List.copyOf(routes);
    }
}
