package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.NicCounters;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PortStatistics;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.QueueStatistics;
import io.losslab.proto.v1.StrayFrames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What devices report, in the topology's device ids and port numbers. Rows of ports that stand for
 * no node are left out. Thread safe.
 */
final class LogicalRows {
    private final Binding binding;

    LogicalRows(Binding binding) {
        this.binding = binding;
    }

    /** The rows of one node's ports. */
    CounterSamples samples(Device device, Node node, CounterSamples samples) {
        if (binding.direct()) {
            return samples;
        }
        CounterSamples.Builder logical = CounterSamples.newBuilder();
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            Optional<PortRef> port = binding.logical(device, samples.getPort(row));
            if (port.isPresent() && port.get().node().equals(node)) {
                logical.addTimeNs(samples.getTimeNs(row))
                        .addPort(port.get().port())
                        .addQueue(samples.getQueue(row))
                        .addCounter(samples.getCounter(row))
                        .addValue(samples.getValue(row));
            }
        }
        return logical.build();
    }

    /** With the stray frames of the node's ports. */
    HostCounters counters(Node host, HostCounters counters) {
        HostCounters.Builder logical = counters.toBuilder().clearStrayFrames();
        for (StrayFrames strays : counters.getStrayFramesList()) {
            port(host, strays.getPort())
                    .ifPresent(port -> logical.addStrayFrames(strays.toBuilder().setPort(port)));
        }
        return logical.build();
    }

    /** With the node's ports and their queues. */
    AgentStatistics statistics(Node host, AgentStatistics statistics) {
        AgentStatistics.Builder logical = statistics.toBuilder().clearPorts().clearQueues();
        for (PortStatistics ports : statistics.getPortsList()) {
            port(host, ports.getPort())
                    .ifPresent(port -> logical.addPorts(ports.toBuilder().setPort(port)));
        }
        for (QueueStatistics queue : statistics.getQueuesList()) {
            port(host, queue.getPort())
                    .ifPresent(port -> logical.addQueues(queue.toBuilder().setPort(port)));
        }
        return logical.build();
    }

    /** With the samples of the node's ports. */
    NicCounters.Reading reading(Node host, NicCounters.Reading reading) {
        List<NicCounters.Sample> samples = new ArrayList<>();
        for (NicCounters.Sample sample : reading.samples()) {
            port(host, sample.port()).ifPresent(port -> samples.add(sample.at(port)));
        }
        return new NicCounters.Reading(
                samples, reading.droppedPackets(), reading.retransmissions());
    }

    private Optional<Integer> port(Node host, int devicePort) {
        return binding.logical(binding.device(host), devicePort).map(PortRef::port);
    }

    Optional<QueueEvent> event(Device device, QueueEvent event) {
        if (binding.direct()) {
            return Optional.of(event);
        }
        return binding.logical(device, event.getPort())
                .map(
                        port ->
                                event.toBuilder()
                                        .setDeviceId(port.node().deviceId())
                                        .setPort(port.port())
                                        .build());
    }

    /** Hands over the charges by the node they were made at. */
    void charges(Device device, PauseCharges charges, BiConsumer<Node, PauseCharges> receiver) {
        if (binding.direct()) {
            receiver.accept(binding.nodesOn(device).get(0), charges);
            return;
        }
        Map<Node, PauseCharges.Builder> byNode = new LinkedHashMap<>();
        for (int row = 0; row < charges.getFlowIdCount(); row++) {
            Optional<PortRef> at = binding.logical(device, charges.getPort(row));
            Optional<PortRef> root =
                    binding.logicalOf(charges.getRootDeviceId(row), charges.getRootPort(row));
            if (at.isPresent() && root.isPresent()) {
                byNode.computeIfAbsent(at.get().node(), node -> PauseCharges.newBuilder())
                        .addFlowId(charges.getFlowId(row))
                        .addPort(at.get().port())
                        .addQueue(charges.getQueue(row))
                        .addRootDeviceId(root.get().node().deviceId())
                        .addRootPort(root.get().port())
                        .addCrossesRoot(charges.getCrossesRoot(row))
                        .addPausedNs(charges.getPausedNs(row));
            }
        }
        byNode.forEach((node, rows) -> receiver.accept(node, rows.build()));
    }
}
