package io.losslab.orchestrator.run;

import io.losslab.api.topology.Node;
import io.losslab.orchestrator.backend.LabTime;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.QueueEvent;
import java.util.List;
import java.util.Map;

/**
 * What the devices of a cell say when it has ended.
 *
 * @param time of the lab
 * @param hosts totals of each host
 * @param switches counters of each switch's ports
 * @param bifrost counters of each port that runs Bifrost
 * @param events of all switches, each device's in order of time
 * @param gauges what the schemes measured of themselves, by name
 */
record CellReadings(
        LabTime time,
        Map<Node, HostCounters> hosts,
        Map<Node, PortReadings> switches,
        List<BifrostReading> bifrost,
        List<QueueEvent> events,
        Map<String, Double> gauges) {

    /** A coprocessor's settings and counters. */
    record BifrostReading(
            Node node, int port, BifrostSettings settings, BifrostCounters counters) {}

    long dropped() {
        return sum(Counter.DROPPED_PACKETS)
                + hosts.values().stream().mapToLong(HostCounters::getRelayDroppedPackets).sum();
    }

    long droppedBytes() {
        return sum(Counter.DROPPED_BYTES)
                + hosts.values().stream().mapToLong(HostCounters::getRelayDroppedBytes).sum();
    }

    long pauseFrames() {
        return sum(Counter.TX_PAUSE_FRAMES);
    }

    long maxQueueBytes() {
        return max(Counter.MAX_INGRESS_BYTES);
    }

    /** The worst port's. */
    long throughputLossNanos() {
        return max(Counter.THROUGHPUT_LOSS_NANOS);
    }

    long reordered() {
        return hosts.values().stream().mapToLong(HostCounters::getReorderedPackets).sum();
    }

    long retransmitted() {
        return hosts.values().stream().mapToLong(HostCounters::getRetransmittedPackets).sum();
    }

    private long sum(Counter counter) {
        return switches.values().stream().mapToLong(ports -> ports.sum(counter)).sum();
    }

    private long max(Counter counter) {
        return switches.values().stream().mapToLong(ports -> ports.max(counter)).max().orElse(0);
    }
}
