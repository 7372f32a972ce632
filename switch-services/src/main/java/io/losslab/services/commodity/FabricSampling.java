package io.losslab.services.commodity;

import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.product.PortCounter;
import io.losslab.services.product.ProductHardware;
import io.losslab.softswitch.fabric.FabricCounters;
import io.losslab.softswitch.fabric.PortCounters;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Samples of a virtual switch, in virtual time. A stream ends with its fabric. */
final class FabricSampling implements ProductHardware.Sampling {
    private final OwnedSwitch behind;
    private final List<PortCounter> counters;
    private final ProductHardware.SampleReceiver receiver;
    private volatile boolean ended;
    private volatile ScheduledFuture<?> waiting;

    /** On the fabric's thread. */
    private boolean begun;

    FabricSampling(
            OwnedSwitch behind,
            Collection<PortCounter> counters,
            ProductHardware.SampleReceiver receiver) {
        this.behind = behind;
        this.counters = List.copyOf(counters);
        this.receiver = receiver;
    }

    /**
     * Begins to sample.
     *
     * @param wall for the first sample, where virtual time stands still
     */
    FabricSampling start(long intervalNanos, boolean first, ScheduledExecutorService wall) {
        behind.change(
                access -> {
                    if (first) {
                        take(access);
                    }
                    Runnable[] sampler = new Runnable[1];
                    sampler[0] =
                            () -> {
                                take(access);
                                if (ended) {
                                    access.fabric().samplers().remove(sampler[0]);
                                    access.openCalls().remove(receiver.call());
                                }
                            };
                    access.fabric().samplers().add(intervalNanos, sampler[0]);
                    access.openCalls().add(receiver.call(), receiver::end);
                });
        if (!first) {
            waiting = wall.schedule(this::begin, intervalNanos, TimeUnit.NANOSECONDS);
        }
        return this;
    }

    private void begin() {
        behind.change(
                access -> {
                    if (!begun) {
                        take(access);
                    }
                });
    }

    private void take(OwnedSwitch.Access access) {
        begun = true;
        if (!ended && !receiver.take(read(access, behind.node(), counters))) {
            ended = true;
        }
    }

    @Override
    public void close() {
        ended = true;
        if (waiting != null) {
            waiting.cancel(false);
        }
    }

    /** Counters of a switch at this moment. */
    static ProductHardware.Reading read(
            OwnedSwitch.Access access, Node node, Collection<PortCounter> counters) {
        Map<PortCounter, Long> values = new HashMap<>();
        FabricCounters fabric = access.fabric().counters();
        for (PortCounter counter : counters) {
            values.put(counter, value(fabric, node.id(), counter));
        }
        return new ProductHardware.Reading(access.fabric().nowNanos(), values);
    }

    private static long value(FabricCounters fabric, int node, PortCounter counter) {
        int port = counter.port();
        PortCounters totals = fabric.port(node, port);
        return switch (counter.kind()) {
            case OCTETS_IN -> totals.rxBytes();
            case PACKETS_IN -> totals.rxFrames();
            case OCTETS_OUT -> totals.txBytes();
            case PACKETS_OUT -> totals.txFrames();
            case DISCARDS_IN -> withoutRoom(fabric, node, port);
            case DISCARDS_OUT -> refusedByQueues(fabric, node, port);
            case PAUSES_IN -> fabric.pauseFramesReceived(node, port, counter.priority());
            case PAUSES_OUT -> fabric.pauseFramesSent(node, port, counter.priority());
        };
    }

    /** Frames that came in at a port while the buffer was full. */
    private static long withoutRoom(FabricCounters fabric, int node, int port) {
        return IntStream.range(0, PriorityMask.COUNT)
                .mapToLong(priority -> fabric.group(node, port, priority).droppedFrames())
                .sum();
    }

    /** Frames that were to go out at a port whose queue was full. */
    private static long refusedByQueues(FabricCounters fabric, int node, int port) {
        return IntStream.range(0, fabric.dataQueues())
                .mapToObj(queue -> fabric.queue(node, port, queue))
                .mapToLong(queue -> queue.droppedFrames() - queue.framesWithoutRoom())
                .sum();
    }
}
