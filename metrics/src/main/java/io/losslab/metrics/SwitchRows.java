package io.losslab.metrics;

import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.EnumMap;
import java.util.Map;

/** The metrics of a switch's counters: of its ports, and of queues and priorities of a port. */
public final class SwitchRows {
    private static final double NANOS = 1e-9;

    private static final Map<Counter, Metric> OF_PORTS =
            new EnumMap<>(
                    Map.ofEntries(
                            Map.entry(Counter.TX_PACKETS, Metric.PORT_TRANSMIT_PACKETS),
                            Map.entry(Counter.TX_BYTES, Metric.PORT_TRANSMIT_BYTES),
                            Map.entry(Counter.RX_PACKETS, Metric.PORT_RECEIVE_PACKETS),
                            Map.entry(Counter.RX_BYTES, Metric.PORT_RECEIVE_BYTES),
                            Map.entry(Counter.TX_PAUSE_FRAMES, Metric.PORT_TRANSMIT_PAUSE_FRAMES),
                            Map.entry(Counter.RX_PAUSE_FRAMES, Metric.PORT_RECEIVE_PAUSE_FRAMES),
                            Map.entry(Counter.PAUSED_NANOS, Metric.PORT_PAUSED),
                            Map.entry(Counter.DROPPED_PACKETS, Metric.PORT_DROPPED_PACKETS),
                            Map.entry(Counter.DROPPED_BYTES, Metric.PORT_DROPPED_BYTES),
                            Map.entry(Counter.ECN_MARKED_PACKETS, Metric.PORT_ECN_MARKED_PACKETS),
                            Map.entry(Counter.THROUGHPUT_LOSS_NANOS, Metric.PORT_THROUGHPUT_LOSS),
                            Map.entry(Counter.WRONG_ICRC_FRAMES, Metric.PORT_WRONG_ICRC_FRAMES),
                            Map.entry(Counter.UNKNOWN_FLOW_FRAMES, Metric.PORT_UNKNOWN_FLOW_FRAMES),
                            Map.entry(Counter.EGRESS_BYTES, Metric.PORT_EGRESS_QUEUE),
                            Map.entry(Counter.MAX_EGRESS_BYTES, Metric.PORT_MAX_EGRESS_QUEUE),
                            Map.entry(Counter.INGRESS_BYTES, Metric.PORT_INGRESS_BUFFER),
                            Map.entry(Counter.MAX_INGRESS_BYTES, Metric.PORT_MAX_INGRESS_BUFFER),
                            Map.entry(Counter.MAX_HEADROOM_BYTES, Metric.PORT_MAX_HEADROOM),
                            Map.entry(Counter.RESERVED_BYTES, Metric.PORT_RESERVED_BUFFER)));

    private static final Map<Counter, Metric> OF_QUEUES =
            new EnumMap<>(
                    Map.of(
                            Counter.TX_PACKETS, Metric.QUEUE_TRANSMIT_PACKETS,
                            Counter.TX_BYTES, Metric.QUEUE_TRANSMIT_BYTES,
                            Counter.EGRESS_BYTES, Metric.QUEUE_BYTES,
                            Counter.MAX_EGRESS_BYTES, Metric.QUEUE_MAX_BYTES,
                            Counter.PAUSED_NANOS, Metric.QUEUE_PAUSED,
                            Counter.INGRESS_BYTES, Metric.PRIORITY_INGRESS_BUFFER,
                            Counter.MAX_INGRESS_BYTES, Metric.PRIORITY_MAX_INGRESS_BUFFER,
                            Counter.TX_PAUSE_FRAMES, Metric.PRIORITY_TRANSMIT_PAUSE_FRAMES,
                            Counter.RX_PAUSE_FRAMES, Metric.PRIORITY_RECEIVE_PAUSE_FRAMES));

    private SwitchRows() {}

    /** Adds what a switch counted; counters without a metric are left out. */
    public static void add(MetricRows rows, String device, CounterSamples samples) {
        long time = 0;
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            time = Math.max(time, samples.getTimeNs(row));
            int queue = samples.getQueue(row);
            Counter counter = samples.getCounter(row);
            Metric metric = (queue < 0 ? OF_PORTS : OF_QUEUES).get(counter);
            if (metric == null) {
                continue;
            }
            double value = samples.getValue(row) * scale(counter);
            if (queue < 0) {
                rows.add(metric, value, device, samples.getPort(row));
            } else {
                rows.add(metric, value, device, samples.getPort(row), queue);
            }
        }
        rows.add(Metric.DEVICE_TIME, time * NANOS, device);
    }

    private static double scale(Counter counter) {
        return switch (counter) {
            case PAUSED_NANOS, THROUGHPUT_LOSS_NANOS -> NANOS;
            default -> 1;
        };
    }
}
