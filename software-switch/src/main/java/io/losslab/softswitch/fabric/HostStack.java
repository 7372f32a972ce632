package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * RoCEv2 reliable connections of all hosts: segmentation, ACKs, Go-Back-N recovery, and perftest's
 * ways of posting messages.
 *
 * <p>A NIC sends its queue pairs round robin, one packet each; the line pulls, so nothing waits in
 * the NIC but whole messages. The receiver acknowledges every so many packets and every end of a
 * message, and asks once per gap to go back (InfiniBand Architecture, 9.7).
 */
final class HostStack {
    private static final int ACK_FRAME_BYTES = RoceFrame.ackFrameBytes();

    /*
     * Sixteen ints a flow, one cache line, for the sending side:
     */
    private static final int NEXT = 0; // sequence number to send next
    private static final int POSTED = 1; // end of what the application posted
    private static final int ACKED = 2;
    private static final int OLDEST_END =
            3; // end of the oldest message not acknowledged; MAX_VALUE if none
    private static final int MESSAGE_END = 4; // end of the message NEXT is in
    private static final int MESSAGE_START = 5;
    private static final int LAST_PAYLOAD = 6; // payload of that message's last packet
    private static final int CURSOR = 7; // path to the receiver
    private static final int PORT = 8;
    private static final int QUEUE = 9;
    private static final int QUEUED = 10; // 1 while in the ring of its port
    private static final int MESSAGES_POSTED = 11;
    private static final int MESSAGES_DONE = 12;
    private static final int MTU = 13;
    private static final int PRIORITY = 14;
    private static final int RESENT = 15; // packets sent again since the last completed message

    /*
     * Eight ints a flow for the receiving side:
     */
    private static final int EXPECTED = 0;
    private static final int UNACKED = 1;
    private static final int GAP_REPORTED = 2;
    private static final int BACK_CURSOR = 3; // path of the ACKs
    private static final int RX_PORT = 4;
    private static final int DELIVERED = 5; // messages
    private static final int ACK_EVERY = 6;

    private final Fabric fabric;
    private final Records records;
    private final List<FlowSpec> specs = new ArrayList<>();
    private FlowLog log = new FlowLog();

    private int flowCount = 1;
    private int[] sender = new int[16 * 64];
    private int[] receiver = new int[8 * 64];
    private int[] nextFlow = new int[64];

    /**
     * Cold per flow: the flow that answers a latency flow (or that it answers, negative), post
     * times, schedule.
     */
    private int[] partner = new int[64];

    private long[][] postPicos = new long[64][];
    private int[][] scheduleEnds = new int[64][];
    private boolean[] retransmitArmed = new boolean[64];
    private int[] ackedAtArm = new int[64];

    /*
     * By node.
     */
    private final int[] mtu;
    private final int[] ackEvery;
    private final long[] retransmitPicos;
    private final int[][] queueOfPriority;
    final HostTotals[] totals;

    HostStack(Fabric fabric, Records records, int nodeCount, int defaultMtu) {
        this.fabric = fabric;
        this.records = records;
        mtu = new int[nodeCount];
        Arrays.fill(mtu, defaultMtu);
        ackEvery = new int[nodeCount];
        Arrays.fill(ackEvery, 1);
        retransmitPicos = new long[nodeCount];
        queueOfPriority = new int[nodeCount][];
        totals = new HostTotals[nodeCount];
        for (int node = 0; node < nodeCount; node++) {
            queueOfPriority[node] = new int[] {0, 1, 2, 3, 4, 5, 6, 7};
            totals[node] = new HostTotals();
        }
        specs.add(null);
    }

    void configure(int node, HostSettings settings) {
        mtu[node] = settings.mtuBytes();
        ackEvery[node] = settings.ackEveryPackets();
        retransmitPicos[node] = settings.retransmitTimeoutNanos() * 1000;
        queueOfPriority[node] =
                settings.queueOfPriority().stream().mapToInt(Integer::intValue).toArray();
    }

    int mtu(int node) {
        return mtu[node];
    }

    int queueOf(int node, int priority) {
        return queueOfPriority[node][priority];
    }

    /** Hands over the messages completed since the last call. */
    FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    int[] nextFlow() {
        return nextFlow;
    }

    /** Adds a flow; its first message is posted at its start time. */
    void add(FlowSpec spec) {
        int flow = addOneWay(spec, spec.srcNode(), spec.dstNode());
        if (spec.pattern() == FlowSpec.Pattern.LATENCY) {
            int answer = addOneWay(spec, spec.dstNode(), spec.srcNode());
            partner[flow] = answer;
            partner[answer] = -flow;
        }
        resolve(flow);
        if (partner[flow] != 0) {
            resolve(partner[flow]);
        }
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        if (!scheduled || spec.schedule().size() > 0) {
            long start =
                    scheduled
                            ? Math.max(spec.startNanos(), spec.schedule().postNanos(0))
                            : spec.startNanos();
            postLater(flow, Math.max(fabric.nowPicos(), start * 1000));
        }
    }

    /** Finds all paths anew, after a change of the routing tables. */
    void resolveAll() {
        for (int flow = 1; flow < flowCount; flow++) {
            resolve(flow);
        }
    }

    /** No further message is posted on flows that start at a node. */
    void stop(int node) {
        for (int flow = 1; flow < flowCount; flow++) {
            FlowSpec spec = specs.get(flow);
            if (spec.srcNode() == node) {
                specs.set(flow, spec.between(0, 0));
            }
        }
    }

    /** Messages posted and not completed, over all flows that start at a node. */
    long outstanding(int node) {
        long sum = 0;
        for (int flow = 1; flow < flowCount; flow++) {
            if (partner[flow] >= 0 && specs.get(flow).srcNode() == node) {
                int finishing = partner[flow] > 0 ? partner[flow] : flow;
                sum +=
                        sender[(flow << 4) + MESSAGES_POSTED]
                                - receiver[(finishing << 3) + DELIVERED];
            }
        }
        return sum;
    }

    boolean hasPacket(int flow) {
        int s = flow << 4;
        return sender[s + NEXT] < sender[s + POSTED];
    }

    void leftQueue(int flow) {
        sender[(flow << 4) + QUEUED] = 0;
    }

    /** Frame bytes of a flow's next packet. */
    int nextPacketBytes(int flow) {
        int s = flow << 4;
        if (sender[s + NEXT] == sender[s + MESSAGE_END]) {
            enterMessage(flow, sender[s + NEXT]);
        }
        int sequence = sender[s + NEXT];
        boolean last = sequence + 1 == sender[s + MESSAGE_END];
        int payload = last ? sender[s + LAST_PAYLOAD] : sender[s + MTU];
        return RoceFrame.dataFrameBytes(payload, sequence == sender[s + MESSAGE_START]);
    }

    /** Makes a flow's next packet. */
    int nextPacket(int flow) {
        int bytes = nextPacketBytes(flow);
        int[] f = sender;
        int s = flow << 4;
        int sequence = f[s + NEXT]++;
        int flags =
                (sequence + 1 == f[s + MESSAGE_END] ? Records.FLAG_LAST : 0)
                        | (sequence == f[s + MESSAGE_START] ? Records.FLAG_FIRST : 0);
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, f[s + CURSOR]);
        records.setBody(id, sequence, flags, f[s + PRIORITY], EventKind.DATA, bytes);
        HostTotals total = totals[fabric.numbers().nodeOf(f[s + PORT])];
        total.dataPacketsSent++;
        total.dataBytesSent += bytes;
        if (!retransmitArmed[flow]) {
            armRetransmit(flow);
        }
        return id;
    }

    void onData(int id, int node, long now) {
        int flow = records.flow(id);
        int sequence = records.sequence(id);
        int bytes = records.bytes(id);
        int flags = records.flags(id);
        HostTotals total = totals[node];
        total.dataPacketsReceived++;
        total.dataBytesReceived += bytes;
        int[] r = receiver;
        int at = flow << 3;
        int expected = r[at + EXPECTED];
        if (sequence == expected) {
            r[at + EXPECTED] = expected + 1;
            r[at + GAP_REPORTED] = 0;
            boolean last = (flags & Records.FLAG_LAST) != 0;
            if (++r[at + UNACKED] >= r[at + ACK_EVERY] || last) {
                r[at + UNACKED] = 0;
                answer(id, flow, EventKind.ACK, expected + 1, now);
            } else {
                records.release(id);
            }
            if (last) {
                onMessageDelivered(flow, total, now);
            }
        } else if (sequence < expected) {
            answer(id, flow, EventKind.ACK, expected, now);
        } else {
            onGap(id, flow, expected, total, now);
        }
    }

    void onAck(int id, boolean goBack, long now) {
        int flow = records.flow(id);
        int sequence = records.sequence(id);
        records.release(id);
        int[] f = sender;
        int s = flow << 4;
        if (sequence > f[s + ACKED]) {
            f[s + ACKED] = sequence;
            if (sequence > f[s + NEXT]) {
                f[s + NEXT] =
                        sequence; // What a rewind would have sent again has arrived after all.
                enterMessageOf(flow, sequence);
            }
            if (sequence >= f[s + OLDEST_END]) {
                completeMessages(flow, sequence, now);
            }
        }
        if (goBack) {
            rewind(flow, sequence, now);
        }
    }

    void onPostDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        FlowSpec spec = specs.get(flow);
        switch (spec.pattern()) {
            case BANDWIDTH -> {
                for (int i = 0; i < spec.txDepth(); i++) {
                    postIfAllowed(flow, spec, now);
                }
            }
            case LATENCY -> postIfAllowed(flow, spec, now);
            case SCHEDULED -> postScheduled(flow, spec, now);
        }
    }

    void onRetransmitDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        retransmitArmed[flow] = false;
        int s = flow << 4;
        if (sender[s + NEXT] == sender[s + ACKED]) {
            return;
        }
        if (sender[s + ACKED] == ackedAtArm[flow]) {
            rewind(flow, sender[s + ACKED], now);
        }
        armRetransmit(flow);
    }

    private int addOneWay(FlowSpec spec, int fromNode, int toNode) {
        int flow = flowCount++;
        if (flow == nextFlow.length) {
            grow();
        }
        specs.add(spec);
        int s = flow << 4;
        int flowMtu = mtu[fromNode];
        sender[s + PORT] = fabric.numbers().portsOf(fromNode)[0];
        sender[s + QUEUE] = queueOfPriority[fromNode][spec.priority()];
        sender[s + PRIORITY] = spec.priority();
        sender[s + MTU] = flowMtu;
        sender[s + OLDEST_END] = Integer.MAX_VALUE;
        receiver[(flow << 3) + RX_PORT] = fabric.numbers().portsOf(toNode)[0];
        receiver[(flow << 3) + ACK_EVERY] = ackEvery[toNode];
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        int slots = scheduled ? spec.schedule().size() : Math.max(1, spec.txDepth());
        postPicos[flow] = new long[slots];
        if (scheduled) {
            int[] ends = new int[slots];
            int end = 0;
            for (int i = 0; i < slots; i++) {
                end += packets(spec.schedule().bytes(i), flowMtu);
                ends[i] = end;
            }
            scheduleEnds[flow] = ends;
        }
        return flow;
    }

    private void grow() {
        int capacity = 2 * nextFlow.length;
        sender = Arrays.copyOf(sender, 16 * capacity);
        receiver = Arrays.copyOf(receiver, 8 * capacity);
        nextFlow = Arrays.copyOf(nextFlow, capacity);
        partner = Arrays.copyOf(partner, capacity);
        postPicos = Arrays.copyOf(postPicos, capacity);
        scheduleEnds = Arrays.copyOf(scheduleEnds, capacity);
        retransmitArmed = Arrays.copyOf(retransmitArmed, capacity);
        ackedAtArm = Arrays.copyOf(ackedAtArm, capacity);
    }

    private void resolve(int flow) {
        FlowSpec spec = specs.get(flow);
        int from = sender[(flow << 4) + PORT];
        int to = receiver[(flow << 3) + RX_PORT];
        sender[(flow << 4) + CURSOR] = fabric.resolvePath(from, to, spec.udpSourcePort());
        receiver[(flow << 3) + BACK_CURSOR] = fabric.resolvePath(to, from, spec.udpSourcePort());
    }

    private void postLater(int flow, long atPicos) {
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, 0);
        records.setBody(id, 0, 0, 0, EventKind.FLOW_POST, 0);
        fabric.schedule(id, atPicos);
    }

    private void postIfAllowed(int flow, FlowSpec spec, long now) {
        if (sender[(flow << 4) + MESSAGES_POSTED] < spec.iterations()
                && now < saturatedPicos(spec.stopNanos())) {
            post(flow, now);
        }
    }

    private void postScheduled(int flow, FlowSpec spec, long now) {
        int s = flow << 4;
        int message = sender[s + MESSAGES_POSTED];
        while (message < spec.schedule().size()
                && spec.schedule().postNanos(message) * 1000 <= now) {
            if (now >= saturatedPicos(spec.stopNanos())) {
                return;
            }
            post(flow, now);
            message++;
        }
        if (message < spec.schedule().size()) {
            postLater(flow, spec.schedule().postNanos(message) * 1000);
        }
    }

    /** Hands a message to the queue pair. */
    private void post(int flow, long now) {
        int s = flow << 4;
        int message = sender[s + MESSAGES_POSTED]++;
        long[] times = postPicos[flow];
        times[message % times.length] = now;
        sender[s + POSTED] = messageEnd(flow, message);
        if (message == sender[s + MESSAGES_DONE]) {
            sender[s + OLDEST_END] = sender[s + POSTED];
        }
        enqueue(flow, now);
    }

    private void enqueue(int flow, long now) {
        int s = flow << 4;
        if (sender[s + QUEUED] == 0 && sender[s + NEXT] < sender[s + POSTED]) {
            sender[s + QUEUED] = 1;
            fabric.ports().appendFlow(sender[s + PORT], sender[s + QUEUE], flow, nextFlow, now);
        }
    }

    private void onMessageDelivered(int flow, HostTotals total, long now) {
        int message = receiver[(flow << 3) + DELIVERED]++;
        total.payloadBytesDelivered += messageBytes(specs.get(flow), message);
        int answerOrAsker = partner[flow];
        if (answerOrAsker > 0) {
            post(answerOrAsker, now);
            return;
        }
        int asker = answerOrAsker < 0 ? -answerOrAsker : flow;
        FlowSpec spec = specs.get(asker);
        long[] times = postPicos[asker];
        long posted = times[message % times.length];
        log.add(
                spec.id(),
                messageBytes(spec, message),
                posted / 1000,
                now / 1000,
                takeResent(asker));
        if (answerOrAsker < 0) {
            if (spec.gapNanos() == 0) {
                postIfAllowed(asker, spec, now);
            } else {
                postLater(asker, now + spec.gapNanos() * 1000);
            }
        }
    }

    private int takeResent(int flow) {
        int resent = sender[(flow << 4) + RESENT];
        sender[(flow << 4) + RESENT] = 0;
        return resent;
    }

    private void completeMessages(int flow, int acked, long now) {
        int s = flow << 4;
        FlowSpec spec = specs.get(flow);
        boolean refill = spec.pattern() == FlowSpec.Pattern.BANDWIDTH;
        while (sender[s + MESSAGES_DONE] < sender[s + MESSAGES_POSTED]
                && messageEnd(flow, sender[s + MESSAGES_DONE]) <= acked) {
            sender[s + MESSAGES_DONE]++;
            if (refill) {
                postIfAllowed(flow, spec, now);
            }
        }
        sender[s + OLDEST_END] =
                sender[s + MESSAGES_DONE] < sender[s + MESSAGES_POSTED]
                        ? messageEnd(flow, sender[s + MESSAGES_DONE])
                        : Integer.MAX_VALUE;
    }

    private void onGap(int id, int flow, int expected, HostTotals total, long now) {
        int at = flow << 3;
        total.reorderedPackets++;
        if (total.firstReorderPicos < 0) {
            total.firstReorderPicos = now;
            total.firstReorderFlow = specs.get(flow).id();
        }
        if (receiver[at + GAP_REPORTED] == 0) {
            receiver[at + GAP_REPORTED] = 1;
            answer(id, flow, EventKind.NACK, expected, now);
        } else {
            records.release(id);
        }
    }

    /** Turns a received packet's record into its answer and sends it. */
    private void answer(int id, int flow, int kind, int sequence, long now) {
        records.setFlowAndCursor(id, flow, receiver[(flow << 3) + BACK_CURSOR]);
        records.setBody(id, sequence, 0, 0, kind, ACK_FRAME_BYTES);
        Ports ports = fabric.ports();
        ports.sendStrict(receiver[(flow << 3) + RX_PORT], ports.ackQueue, id, ACK_FRAME_BYTES, now);
    }

    private void rewind(int flow, int sequence, long now) {
        int s = flow << 4;
        int resent = sender[s + NEXT] - sequence;
        if (resent <= 0) {
            return;
        }
        totals[fabric.numbers().nodeOf(sender[s + PORT])].retransmittedPackets += resent;
        sender[s + RESENT] += resent;
        sender[s + NEXT] = sequence;
        enterMessageOf(flow, sequence);
        enqueue(flow, now);
    }

    private void armRetransmit(int flow) {
        long timeout = retransmitPicos[fabric.numbers().nodeOf(sender[(flow << 4) + PORT])];
        if (timeout == 0) {
            return;
        }
        retransmitArmed[flow] = true;
        ackedAtArm[flow] = sender[(flow << 4) + ACKED];
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, 0);
        records.setBody(id, 0, 0, 0, EventKind.RETRANSMIT, 0);
        fabric.schedule(id, fabric.nowPicos() + timeout);
    }

    /** Makes the message that starts at a sequence number the current one. */
    private void enterMessage(int flow, int start) {
        int s = flow << 4;
        FlowSpec spec = specs.get(flow);
        int message = messageAt(flow, start);
        long bytes = messageBytes(spec, message);
        int end = messageEnd(flow, message);
        int packets = packets(bytes, sender[s + MTU]);
        sender[s + MESSAGE_START] = end - packets;
        sender[s + MESSAGE_END] = end;
        sender[s + LAST_PAYLOAD] = (int) (bytes - (long) (packets - 1) * sender[s + MTU]);
    }

    private void enterMessageOf(int flow, int sequence) {
        if (sequence < sender[(flow << 4) + POSTED]) {
            enterMessage(flow, sequence);
        } else {
            sender[(flow << 4) + MESSAGE_END] = sequence;
        }
    }

    private int messageAt(int flow, int sequence) {
        int[] ends = scheduleEnds[flow];
        if (ends == null) {
            return sequence / packets(specs.get(flow).messageBytes(), sender[(flow << 4) + MTU]);
        }
        int found = Arrays.binarySearch(ends, sequence + 1);
        return found >= 0 ? found : -found - 1;
    }

    private int messageEnd(int flow, int message) {
        int[] ends = scheduleEnds[flow];
        return ends != null
                ? ends[message]
                : (message + 1)
                        * packets(specs.get(flow).messageBytes(), sender[(flow << 4) + MTU]);
    }

    private static int packets(long messageBytes, int mtuBytes) {
        return (int) RoceFrame.packets(messageBytes, mtuBytes);
    }

    private static long messageBytes(FlowSpec spec, int message) {
        return spec.pattern() == FlowSpec.Pattern.SCHEDULED
                ? spec.schedule().bytes(message)
                : spec.messageBytes();
    }

    private static long saturatedPicos(long nanos) {
        return nanos > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : nanos * 1000;
    }
}
