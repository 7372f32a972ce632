package io.losslab.services.fabric;

import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.FabricCounters;
import io.losslab.softswitch.fabric.PortCounters;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads chosen counters of chosen ports of a switch into columns. */
public final class CounterSampler {
    private static final int WHOLE_PORT = -1;
    private static final int PRIORITIES = 8;

    /** Not had by a software switch. */
    private static final Set<Counter> ABSENT =
            EnumSet.of(
                    Counter.MAX_HEADROOM_BYTES, Counter.COUNTER_UNSPECIFIED, Counter.UNRECOGNIZED);

    private final Fabric fabric;
    private final int node;
    private final List<Integer> ports;
    private final List<Counter> counters;
    private final boolean queues;
    private final boolean classes;

    /**
     * Makes a reader.
     *
     * @param queues whether frames sent by each queue are read too; they count from here on
     * @param classes whether queues and priorities are read too, as far as they always count
     */
    public CounterSampler(
            Fabric fabric,
            int node,
            List<Integer> ports,
            List<Counter> counters,
            boolean queues,
            boolean classes) {
        this.fabric = fabric;
        this.node = node;
        this.ports = List.copyOf(ports);
        this.counters = List.copyOf(counters);
        this.queues = queues && counters.contains(Counter.TX_PACKETS);
        this.classes = classes;
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
                add(rows, now, port, WHOLE_PORT, counter, value(values, counter));
            }
            for (int queue = 0; queues && queue < fabric.counters().dataQueues(); queue++) {
                long sent = fabric.counters().queue(node, port, queue).sentFrames();
                add(rows, now, port, queue, Counter.TX_PACKETS, sent);
            }
            if (classes) {
                sampleClasses(rows, now, port);
            }
        }
    }

    private void sampleClasses(CounterSamples.Builder rows, long now, int port) {
        FabricCounters from = fabric.counters();
        if (counters.contains(Counter.EGRESS_BYTES)) {
            for (int queue = 0; queue < from.dataQueues(); queue++) {
                long bytes = from.queue(node, port, queue).bytes();
                if (queue < PRIORITIES || bytes > 0) {
                    add(rows, now, port, queue, Counter.EGRESS_BYTES, bytes);
                }
            }
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if (counters.contains(Counter.INGRESS_BYTES)) {
                long held = from.group(node, port, priority).bytes();
                add(rows, now, port, priority, Counter.INGRESS_BYTES, held);
            }
            if (counters.contains(Counter.RX_PAUSE_FRAMES)) {
                long received = from.pauseFramesReceived(node, port, priority);
                add(rows, now, port, priority, Counter.RX_PAUSE_FRAMES, received);
            }
            if (counters.contains(Counter.TX_PAUSE_FRAMES)) {
                long sent = from.pauseFramesSent(node, port, priority);
                add(rows, now, port, priority, Counter.TX_PAUSE_FRAMES, sent);
            }
        }
    }

    private static void add(
            CounterSamples.Builder rows,
            long nanos,
            int port,
            int queue,
            Counter counter,
            long value) {
        rows.addTimeNs(nanos).addPort(port).addQueue(queue).addCounter(counter).addValue(value);
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
