package io.losslab.services.fabric;

import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads chosen counters of chosen ports of a switch into columns. */
public final class CounterSampler {
    private static final int WHOLE_PORT = -1;

    /** Not had by a software switch. */
    private static final Set<Counter> ABSENT =
            EnumSet.of(
                    Counter.MAX_HEADROOM_BYTES, Counter.COUNTER_UNSPECIFIED, Counter.UNRECOGNIZED);

    private final Fabric fabric;
    private final int node;
    private final List<Integer> ports;
    private final List<Counter> counters;
    private final boolean queues;

    /**
     * Makes a reader.
     *
     * @param queues whether frames sent by each queue are read too; they count from here on
     */
    public CounterSampler(
            Fabric fabric, int node, List<Integer> ports, List<Counter> counters, boolean queues) {
        this.fabric = fabric;
        this.node = node;
        this.ports = List.copyOf(ports);
        this.counters = List.copyOf(counters);
        this.queues = queues && counters.contains(Counter.TX_PACKETS);
        if (this.queues) {
            fabric.counters().countQueues();
        }
    }

    /** Counters that a software switch has. */
    public static List<Counter> known() {
        return Arrays.stream(Counter.values())
                .filter(counter -> !ABSENT.contains(counter))
                .toList();
    }

    public void sample(CounterSamples.Builder rows) {
        long now = fabric.nowNanos();
        for (int port : ports) {
            PortCounters values = fabric.counters().port(node, port);
            for (Counter counter : counters) {
                rows.addTimeNs(now)
                        .addPort(port)
                        .addQueue(WHOLE_PORT)
                        .addCounter(counter)
                        .addValue(value(values, counter));
            }
            for (int queue = 0; queues && queue < fabric.counters().dataQueues(); queue++) {
                rows.addTimeNs(now)
                        .addPort(port)
                        .addQueue(queue)
                        .addCounter(Counter.TX_PACKETS)
                        .addValue(fabric.counters().queue(node, port, queue).sentFrames());
            }
        }
    }

    private static long value(PortCounters values, Counter counter) {
        return switch (counter) {
            case INGRESS_BYTES -> values.ingressBytes();
            case EGRESS_BYTES -> values.egressBytes();
            case RX_PACKETS -> values.rxFrames();
            case RX_BYTES -> values.rxBytes();
            case TX_PACKETS -> values.txFrames();
            case TX_BYTES -> values.txBytes();
            case RX_PAUSE_FRAMES -> values.rxControl();
            case TX_PAUSE_FRAMES -> values.txControl();
            case DROPPED_PACKETS -> values.droppedFrames();
            case DROPPED_BYTES -> values.droppedBytes();
            case PAUSED_NANOS -> values.pausedNanos();
            case MAX_INGRESS_BYTES -> values.maxIngressBytes();
            case MAX_EGRESS_BYTES -> values.maxEgressBytes();
            case THROUGHPUT_LOSS_NANOS -> values.throughputLossNanos();
            case THROUGHPUT_LOSS_FIRST_NANOS -> values.throughputLossFirstNanos();
            case RESERVED_BYTES -> values.reservedBytes();
            case WRONG_ICRC_FRAMES -> values.wrongIcrcFrames();
            case UNKNOWN_FLOW_FRAMES -> values.unknownFlowFrames();
            case ECN_MARKED_PACKETS -> values.markedFrames();
            case MAX_HEADROOM_BYTES, COUNTER_UNSPECIFIED, UNRECOGNIZED ->
                    throw new IllegalArgumentException("counters: no such counter: " + counter);
        };
    }
}
