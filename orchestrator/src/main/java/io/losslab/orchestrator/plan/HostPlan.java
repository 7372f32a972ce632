package io.losslab.orchestrator.plan;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.StartTrafficRequest;

/**
 * What goes to a host.
 *
 * @param node the host
 * @param config queues and pause responder
 * @param traffic its flows; none for a host that only receives
 */
public record HostPlan(Node node, HostConfig config, StartTrafficRequest traffic) {}
