package io.losslab.configs.plan;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import java.util.List;

/**
 * What goes to a switch.
 *
 * @param node the switch
 * @param config buffer, hash and flow control of every port
 * @param bifrost settings for its coprocessor, one a port that runs Bifrost
 * @param routes to every host it can reach
 */
public record SwitchPlan(
        Node node, SwitchConfig config, List<SetBifrostRequest> bifrost, List<Route> routes) {
    public SwitchPlan {
        bifrost = List.copyOf(bifrost);
        routes = List.copyOf(routes);
    }
}
