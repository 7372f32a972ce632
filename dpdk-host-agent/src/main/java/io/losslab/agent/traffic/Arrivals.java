package io.losslab.agent.traffic;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.api.clock.ScaledClock;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.RoceWriter;
import io.losslab.roce.frame.Sequence;
import io.losslab.roce.host.FlowNumbers;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.TransportSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The receiving half of all queue pairs: acknowledges what the sender asks for, reports gaps and
 * congestion marks, and reports completed messages. Data thread; allocates for new flows, and where
 * losses make one keep more than before.
 */
final class Arrivals {
    /** Receives completed messages. */
    interface Listener {
        /** The next message of a flow arrived whole. */
        void onMessage(ReceivingFlow flow, long frame, long nowNanos);

        /** Whether a flow that started here is answered from there. */
        boolean isAnswered(int flowId, int sourceIpv4, int udpSourcePort);
    }

    private static final int ACK_MTU_BYTES = 256;

    private final AgentDevice device;
    private final SpareBuffers buffers;
    private final HostTotals totals;
    private final EgressChoice choice;
    private final ScaledClock clock;
    private final IncomingFlows incoming = new IncomingFlows();
    private final List<ReceivingFlow> flows = new ArrayList<>();

    /** By queue pair: index plus one. */
    private final FlowNumbers numbers = new FlowNumbers();

    private long renackNanos;
    private long noticeIntervalNanos = CongestionSettings.NO_CNP;
    private int keptPackets;
    private long runNanos;

    Arrivals(
            AgentDevice device,
            SpareBuffers buffers,
            EgressChoice choice,
            ScaledClock clock,
            HostTotals totals) {
        this.device = device;
        this.buffers = buffers;
        this.choice = choice;
        this.clock = clock;
        this.totals = totals;
    }

    /** Sets how gaps and marks are reported; whether packets are kept holds for new flows. */
    void configure(TransportSettings settings) {
        renackNanos = settings.renackNanos();
        noticeIntervalNanos = settings.noticeIntervalNanos();
        keptPackets = settings.keptPackets();
    }

    /**
     * Forgets all flows. ACKs carry the time of a delivery in time of the run, which all hosts
     * count alike; the devices' times may differ, as a clock is rescaled when its call comes.
     *
     * @param nanos time of the device at which the run's is 0
     */
    void beginRun(long nanos) {
        runNanos = nanos;
        flows.clear();
        numbers.clear();
        incoming.clear();
    }

    /** From here on, only flows that are named may come; any that came before is forgotten. */
    void expectOnlyNamed() {
        if (incoming.restrict()) {
            flows.clear();
            numbers.clear();
        }
    }

    boolean expectsOnlyNamed() {
        return incoming.isRestricted();
    }

    /** Names a flow that may come. */
    void expect(int flowId, int sourceIpv4, int udpSourcePort) {
        incoming.add(flowId, sourceIpv4, udpSourcePort);
    }

    /**
     * A sound data packet for this host came.
     *
     * @return whether it is of a flow that may come; else it is dropped
     */
    boolean onData(long frame, int lengthBytes, int priority, long nowNanos, Listener listener) {
        ReceivingFlow flow = flowOf(frame, priority, listener);
        if (flow == null) {
            return false;
        }
        take(flow, frame, lengthBytes, nowNanos, listener);
        return true;
    }

    /** The flow of a packet, a new one if it may begin; else null. */
    private ReceivingFlow flowOf(long frame, int priority, Listener listener) {
        if (!FRAMES.isWrite(frame)) {
            return null;
        }
        int pair = FRAMES.destinationQueuePair(frame);
        int source = FRAMES.sourceIpv4(frame);
        int udpSourcePort = FRAMES.udpSourcePort(frame);
        int number = numbers.get(pair, 0);
        if (number != 0) {
            ReceivingFlow flow = flows.get(number - 1);
            return flow.comesFrom(source, udpSourcePort) ? flow : null;
        }
        int flowId = QueuePairs.flowId(pair);
        boolean admitted =
                QueuePairs.isAnswers(pair)
                        ? listener.isAnswered(flowId, source, udpSourcePort)
                        : incoming.admits(flowId, source, udpSourcePort, flows.size());
        return admitted ? add(pair, source, udpSourcePort, priority) : null;
    }

    private void take(
            ReceivingFlow flow, long frame, int lengthBytes, long nowNanos, Listener listener) {
        totals.onDataReceived(FRAMES.countedBytes(frame, lengthBytes));
        if (noticeIntervalNanos >= 0
                && FRAMES.isMarked(frame)
                && flow.tellsOfMark(nowNanos, noticeIntervalNanos)) {
            notice(flow);
        }
        long sequence = Sequence.near(flow.expected, FRAMES.sequence(frame));
        if (sequence == flow.expected) {
            onExpected(flow, frame, listener);
        } else if (sequence < flow.expected) {
            totals.onDuplicate();
            acknowledge(flow);
        } else if (flow.kept != null) {
            keep(flow, sequence, frame);
        } else {
            onGap(flow, sequence, nowNanos);
        }
    }

    private void onExpected(ReceivingFlow flow, long frame, Listener listener) {
        if (FRAMES.isFirst(frame)) {
            flow.begin(FRAMES.remoteAddress(frame), FRAMES.messageBytes(frame));
        }
        boolean last = FRAMES.isLast(frame);
        if (flow.kept != null) {
            takeWithKept(flow, frame, last, listener);
            return;
        }
        flow.advance();
        if (last) {
            complete(flow);
        }
        if (last || FRAMES.asksForAck(frame)) {
            acknowledge(flow);
        }
        if (last) {
            listener.onMessage(flow, frame, flow.deliveredNanos);
        }
    }

    private void complete(ReceivingFlow flow) {
        // The turn began before this frame came, perhaps before it was sent.
        flow.deliveredNanos = clock.nowNanos();
        totals.onDelivered(flow.messageBytes);
    }

    /** Takes the packet that was missing, and those behind it that came before it. */
    private void takeWithKept(ReceivingFlow flow, long frame, boolean last, Listener listener) {
        flow.advance();
        if (last) {
            complete(flow);
            listener.onMessage(flow, frame, flow.deliveredNanos);
        }
        KeptPackets kept = flow.kept;
        while (kept.has(flow.expected, flow.expected)) {
            long next = flow.expected;
            if (kept.isFirst(next)) {
                flow.begin(kept.remoteAddress(next), kept.messageBytes(next));
            }
            boolean ends = kept.isLast(next);
            kept.forget(next);
            flow.advance();
            if (ends) {
                complete(flow);
                listener.onMessage(flow, frame, flow.deliveredNanos);
            }
        }
        acknowledge(flow);
    }

    /** IRN: keeps a packet that came ahead of a gap, and says that it came. */
    private void keep(ReceivingFlow flow, long sequence, long frame) {
        KeptPackets kept = flow.kept;
        if (!kept.fits(sequence, flow.expected)) {
            return;
        }
        if (kept.has(sequence, flow.expected)) {
            totals.onDuplicate();
            acknowledge(flow);
            return;
        }
        boolean last = FRAMES.isLast(frame);
        if (FRAMES.isFirst(frame)) {
            long address = FRAMES.remoteAddress(frame);
            kept.keepFirst(sequence, flow.expected, last, address, FRAMES.messageBytes(frame));
        } else {
            kept.keep(sequence, flow.expected, last);
        }
        reportGap(flow, sequence);
    }

    private void onGap(ReceivingFlow flow, long sequence, long nowNanos) {
        totals.onReordered(nowNanos, QueuePairs.flowId(flow.queuePair));
        if (flow.reportsGap(nowNanos, renackNanos)) {
            reportGap(flow, sequence);
        }
    }

    private void acknowledge(ReceivingFlow flow) {
        if (hasRoom()) {
            long frame = buffers.data();
            long delivered = flow.deliveredNanos - runNanos;
            send(flow, frame, flow.writer.writeAck(frame, flow.expected - 1, delivered));
        }
    }

    private void reportGap(ReceivingFlow flow, long came) {
        if (hasRoom()) {
            long frame = buffers.data();
            send(flow, frame, flow.writer.writeNak(frame, flow.expected, came));
        }
    }

    /** Tells the sender that a switch marked its packet. */
    private void notice(ReceivingFlow flow) {
        if (!hasRoom()) {
            return;
        }
        long frame = buffers.data();
        send(flow, frame, flow.writer.writeCongestionNotice(frame));
        totals.onCongestionNoticeSent();
    }

    private boolean hasRoom() {
        boolean room = buffers.hasNext() && device.packets().free() > 0;
        if (!room) {
            totals.onLostAnswer();
        }
        return room;
    }

    private void send(ReceivingFlow flow, long frame, int length) {
        EgressQueues queues = device.queues(flow.port);
        int handle = device.packets().add(buffers.take(length), frame, length, 0, flow.priority);
        queues.enqueue(handle, queues.responses());
    }

    private ReceivingFlow add(int pair, int peer, int udpSourcePort, int priority) {
        int port = choice.port(peer, udpSourcePort);
        FlowHeader header = device.flowHeader(port, peer, udpSourcePort, priority, false, pair);
        ReceivingFlow flow =
                new ReceivingFlow(
                        pair,
                        peer,
                        udpSourcePort,
                        port,
                        priority,
                        new RoceWriter(MEMORY, header, ACK_MTU_BYTES),
                        keptPackets > 0 ? new KeptPackets(keptPackets) : null);
        flows.add(flow);
        numbers.put(pair, 0, flows.size());
        return flow;
    }
}
