package io.losslab.metrics;

import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PortStatistics;
import io.losslab.proto.v1.QueueStatistics;
import io.losslab.proto.v1.StrayFrames;
import java.util.List;
import java.util.function.ToLongFunction;

/** The metrics of a host: its totals and, of an agent with real ports, its queues. */
public final class HostRows {
    private static final double NANOS = 1e-9;

    private HostRows() {}

    /** Adds the totals of a host, which count from the begin of its run. */
    public static void add(MetricRows rows, String host, HostCounters counters) {
        // Before a run begins, its time is negative.
        rows.add(Metric.DEVICE_TIME, Math.max(0, counters.getTimeNs()) * NANOS, host);
        rows.add(Metric.HOST_TRANSMIT_PACKETS, counters.getTxPackets(), host);
        rows.add(Metric.HOST_TRANSMIT_BYTES, counters.getTxBytes(), host);
        rows.add(Metric.HOST_RECEIVE_PACKETS, counters.getRxPackets(), host);
        rows.add(Metric.HOST_RECEIVE_BYTES, counters.getRxBytes(), host);
        rows.add(Metric.HOST_DELIVERED_BYTES, counters.getDeliveredBytes(), host);
        rows.add(Metric.HOST_TRANSMIT_PAUSE_FRAMES, counters.getTxPauseFrames(), host);
        rows.add(Metric.HOST_RECEIVE_PAUSE_FRAMES, counters.getRxPauseFrames(), host);
        rows.add(Metric.HOST_RETRANSMITTED_PACKETS, counters.getRetransmittedPackets(), host);
        rows.add(Metric.HOST_REORDERED_PACKETS, counters.getReorderedPackets(), host);
        rows.add(Metric.HOST_RELAY_DROPPED_PACKETS, counters.getRelayDroppedPackets(), host);
        rows.add(Metric.HOST_OUTSTANDING_MESSAGES, counters.getOutstandingMessages(), host);
        for (StrayFrames strays : counters.getStrayFramesList()) {
            rows.add(
                    Metric.PORT_WRONG_ICRC_FRAMES,
                    strays.getWrongIcrcFrames(),
                    host,
                    strays.getPort());
            rows.add(
                    Metric.PORT_UNKNOWN_FLOW_FRAMES,
                    strays.getUnknownFlowFrames(),
                    host,
                    strays.getPort());
        }
    }

    /** Adds the ports and queues of an agent, which count from its start. */
    public static void add(MetricRows rows, String host, AgentStatistics statistics) {
        for (PortStatistics port : statistics.getPortsList()) {
            addPort(rows, host, port, statistics.getQueuesList());
        }
        for (QueueStatistics queue : statistics.getQueuesList()) {
            Object[] place = {host, queue.getPort(), queue.getQueue()};
            rows.add(Metric.QUEUE_BYTES, waiting(queue), place);
            rows.add(Metric.QUEUE_TRANSMIT_PACKETS, queue.getTxPackets(), place);
            rows.add(Metric.QUEUE_TRANSMIT_BYTES, queue.getTxBytes(), place);
            rows.add(Metric.QUEUE_PAUSES, queue.getPauses(), place);
            rows.add(Metric.QUEUE_PAUSED, queue.getPausedNs() * NANOS, place);
        }
    }

    /** What goes out of a port goes through its queues. */
    private static void addPort(
            MetricRows rows, String host, PortStatistics port, List<QueueStatistics> all) {
        List<QueueStatistics> queues =
                all.stream().filter(queue -> queue.getPort() == port.getPort()).toList();
        Object[] place = {host, port.getPort()};
        rows.add(Metric.PORT_EGRESS_QUEUE, sum(queues, HostRows::waiting), place);
        rows.add(Metric.PORT_TRANSMIT_PACKETS, sum(queues, QueueStatistics::getTxPackets), place);
        rows.add(Metric.PORT_TRANSMIT_BYTES, sum(queues, QueueStatistics::getTxBytes), place);
        rows.add(Metric.PORT_PAUSED, sum(queues, QueueStatistics::getPausedNs) * NANOS, place);
        rows.add(Metric.PORT_RECEIVE_PAUSE_FRAMES, port.getRxControlFrames(), place);
    }

    private static long waiting(QueueStatistics queue) {
        return queue.getOwnBytes() + queue.getRelayBytes();
    }

    private static long sum(List<QueueStatistics> queues, ToLongFunction<QueueStatistics> of) {
        return queues.stream().mapToLong(of).sum();
    }
}
