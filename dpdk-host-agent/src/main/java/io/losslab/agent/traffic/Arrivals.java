package io.losslab.agent.traffic;

import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.frame.FlowHeader;
import io.losslab.agent.frame.FrameReader;
import io.losslab.agent.frame.RoceWriter;
import io.losslab.agent.loop.LabClock;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.api.frame.RoceFrame;

/**
 * The receiving half of all queue pairs: acknowledges what the sender asks for, reports gaps, and
 * tells of completed messages. Data thread; allocates for new flows only.
 */
final class Arrivals {
    /** Who is told of completed messages. */
    interface Listener {
        /** The next message of a flow arrived whole; its ACK is on the way. */
        void onMessage(ReceivingFlow flow, long frame, long nowNanos);
    }

    private static final int ACK_MTU_BYTES = 256;

    private final AgentDevice device;
    private final SpareBuffers buffers;
    private final TrafficTotals totals;
    private final EgressChoice choice;
    private final LabClock clock;
    private final PairTable<ReceivingFlow> flows = new PairTable<>();
    private long renackNanos;

    Arrivals(
            AgentDevice device,
            SpareBuffers buffers,
            EgressChoice choice,
            LabClock clock,
            TrafficTotals totals) {
        this.device = device;
        this.buffers = buffers;
        this.choice = choice;
        this.clock = clock;
        this.totals = totals;
    }

    /** Sets after how long a gap is reported again; 0 for never. */
    void setRenack(long nanos) {
        renackNanos = nanos;
    }

    void onData(long frame, int lengthBytes, int priority, long nowNanos, Listener listener) {
        ReceivingFlow flow = flows.get(FrameReader.destinationQueuePair(frame));
        if (flow == null) {
            flow = add(frame, priority);
        }
        totals.dataPacketsReceived++;
        totals.dataBytesReceived +=
                Math.max(RoceFrame.MIN_FRAME_BYTES, lengthBytes + RoceFrame.FCS_BYTES);
        long sequence = Sequence.near(flow.expected, FrameReader.sequence(frame));
        if (sequence == flow.expected) {
            onExpected(flow, frame, listener);
        } else if (sequence < flow.expected) {
            totals.duplicatePackets++;
            answer(flow, flow.expected - 1, false, frame);
        } else {
            onGap(flow, frame, nowNanos);
        }
    }

    private void onExpected(ReceivingFlow flow, long frame, Listener listener) {
        flow.advance();
        if (FrameReader.isFirst(frame)) {
            flow.messageBytes = FrameReader.messageBytes(frame);
            flow.remoteAddress = FrameReader.remoteAddress(frame);
        }
        boolean last = FrameReader.isLast(frame);
        if (last) {
            flow.messagesCompleted++;
            // The turn began before this frame came, perhaps before it was sent.
            flow.deliveredNanos = clock.nowNanos();
            totals.payloadBytesDelivered += flow.messageBytes;
        }
        if (last || FrameReader.asksForAck(frame)) {
            answer(flow, flow.expected - 1, false, frame);
        }
        if (last) {
            listener.onMessage(flow, frame, flow.deliveredNanos);
        }
    }

    private void onGap(ReceivingFlow flow, long frame, long nowNanos) {
        totals.reorderedPackets++;
        if (totals.firstReorderNanos < 0) {
            totals.firstReorderNanos = nowNanos;
            totals.firstReorderFlow = QueuePairs.flowId(flow.queuePair);
        }
        if (flow.reportsGap(nowNanos, renackNanos)) {
            answer(flow, flow.expected, true, frame);
        }
    }

    private void answer(ReceivingFlow flow, long packet, boolean missing, long answered) {
        EgressQueues queues = device.queues(flow.port);
        if (!buffers.hasNext() || device.packets().free() == 0) {
            totals.lostAnswers++;
            return;
        }
        long frame = buffers.data();
        int length =
                flow.writer.writeTimedAck(
                        frame,
                        packet,
                        flow.messagesCompleted,
                        missing,
                        flow.deliveredNanos,
                        FrameReader.sentNanos(answered));
        int handle = device.packets().add(buffers.take(length), frame, length, 0, flow.priority);
        queues.enqueue(handle, queues.responses());
    }

    private ReceivingFlow add(long frame, int priority) {
        int pair = FrameReader.destinationQueuePair(frame);
        int peer = FrameReader.sourceIpv4(frame);
        int udpSourcePort = FrameReader.udpSourcePort(frame);
        int port = choice.port(peer, udpSourcePort);
        PortPlace place = device.place(port);
        FlowHeader header =
                new FlowHeader(
                        place.mac(),
                        place.peerMac(),
                        device.identity().ipv4(),
                        peer,
                        udpSourcePort,
                        device.priorities().dscp(priority),
                        false,
                        -1,
                        pair);
        ReceivingFlow flow =
                new ReceivingFlow(pair, port, priority, new RoceWriter(header, ACK_MTU_BYTES));
        flows.put(pair, flow);
        return flow;
    }
}
