package io.losslab.softswitch.fabric;

import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.buffer.GroupCounters;
import io.losslab.softswitch.fabric.buffer.PacketCounts;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import io.losslab.softswitch.fabric.host.FlowEnds;
import io.losslab.softswitch.fabric.observe.InFlight;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** What the devices of a fabric have counted; ports by their local numbers, from 1. */
public final class FabricCounters {
    private final PortNumbers numbers;
    private final List<FabricPart> parts;
    private final IntUnaryOperator partOf;
    private final FlowEnds ends;

    /**
     * Makes the reading.
     *
     * @param partOf by node, the place of its part
     */
    FabricCounters(
            PortNumbers numbers, List<FabricPart> parts, IntUnaryOperator partOf, FlowEnds ends) {
        this.numbers = numbers;
        this.parts = parts;
        this.partOf = partOf;
        this.ends = ends;
    }

    private FabricPart at(int node) {
        return parts.get(partOf.applyAsInt(node));
    }

    /** Counters of a port. */
    public PortCounters port(int node, int port) {
        FabricPart at = at(node);
        int global = numbers.of(node, port);
        PacketCounts counts = at.forwarding.counts();
        long now = at.agenda.nowPicos();
        long first = at.loss.firstPicos(global, now);
        return new PortCounters(
                at.buffers.heldByPort(global),
                at.ports.queues.allBytes(global),
                counts.dataFramesReceived(global),
                counts.dataBytesReceived(global),
                at.ports.framesSent(global),
                at.ports.bytesSent(global),
                at.control.received(global),
                at.control.sent(global),
                counts.droppedFrames(global),
                counts.droppedBytes(global),
                at.pauses.totalPicos(global) / 1000,
                at.buffers.maxHeldByPort(global),
                at.ports.queues.maxDataBytes(global),
                at.loss.lostPicos(global, now) / 1000,
                first < 0 ? -1 : first / 1000,
                at.buffers.reservedByPort(global),
                at.edge.wrongIcrcFrames(global),
                at.edge.unknownFlowFrames(global),
                at.ecn.marked(global));
    }

    /** Asks that what passes the queues be counted, from here on. */
    public void countQueues() {
        parts.forEach(part -> part.forwarding.counts().countQueues());
    }

    /** Data queues of each port. */
    public int dataQueues() {
        return parts.get(0).ports.queues.dataQueues();
    }

    /** Counters of a queue; all but its length zero unless {@link #countQueues} was called. */
    public QueueCounters queue(int node, int port, int queue) {
        FabricPart at = at(node);
        int global = numbers.of(node, port);
        long bytes = at.hosts.queueBytes(global, queue);
        return at.forwarding.counts().queue(global, queue, bytes);
    }

    /** PFC frames that a port received and that cover a priority. */
    public long pauseFramesReceived(int node, int port, int priority) {
        return at(node).control.pausesReceived(numbers.of(node, port), priority);
    }

    /** PFC frames that a port sent and that cover a priority. */
    public long pauseFramesSent(int node, int port, int priority) {
        return at(node).control.pausesSent(numbers.of(node, port), priority);
    }

    /** Asks that what ingress ports hold of each priority be counted, from here on. */
    public void countGroups() {
        parts.forEach(part -> part.forwarding.counts().countGroups());
    }

    /**
     * Counters of an ingress port and priority; only its bytes unless {@link #countGroups} was
     * called.
     */
    public GroupCounters group(int node, int port, int priority) {
        FabricPart at = at(node);
        int global = numbers.of(node, port);
        long bytes = at.buffers.heldBy(global, priority);
        return at.forwarding.counts().group(global, priority, bytes);
    }

    /** What a host counted. */
    public HostTotals host(int node) {
        return at(node).hosts.totals(node);
    }

    /** Messages posted and not completed on flows that start at a host. */
    public long outstandingMessages(int node) {
        return ends.outstanding(node);
    }

    /** Packets that left a port so far: data, ACKs and control frames. */
    public long packetHops() {
        long sum = 0;
        for (FabricPart part : parts) {
            for (int port = 1; port <= numbers.count(); port++) {
                sum += part.ports.framesSent(port);
            }
        }
        return sum;
    }

    /** Data frames and their bytes on links and in switch buffers, counted one by one. */
    public InFlight inFlight() {
        return InFlight.sum(parts.stream().map(part -> InFlight.count(part.records)).toList());
    }
}
