package io.losslab.softswitch.fabric.host;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * State of all flows of all hosts, by flow number from 1, and the arithmetic of their messages.
 *
 * <p>Messages follow one another in one sequence space that counts packets.
 */
final class FlowTable {
    /*
     * Sixteen ints a flow, one cache line, for the sending side:
     */
    static final int NEXT = 0; // sequence number to send next
    static final int POSTED = 1; // end of what the application posted
    static final int ACKED = 2;
    static final int OLDEST_END =
            3; // end of the oldest message not acknowledged; MAX_VALUE if none
    static final int MESSAGE_END = 4; // end of the message NEXT is in
    static final int MESSAGE_START = 5;
    static final int LAST_PAYLOAD = 6; // payload of that message's last packet
    static final int CURSOR = 7; // path to the receiver
    static final int PORT = 8;
    static final int QUEUE = 9;
    static final int STATE = 10; // bits, below
    static final int MESSAGES_POSTED = 11;
    static final int MESSAGES_DONE = 12;
    static final int MTU = 13;
    static final int PRIORITY = 14;
    static final int LIMIT =
            15; // it has a packet while NEXT lies below: the end of what may be sent

    /** In the ring of its port. */
    static final int QUEUED = 1;

    /** Has a port and a path. */
    static final int STARTED = 1 << 1;

    /** Stopped by the flow control of its host. */
    static final int PARKED = 1 << 2;

    /** Stands for the packets that a host relays by one queue of a port. */
    static final int RELAY = 1 << 3;

    /** Has a congestion control. */
    static final int CONTROLLED = 1 << 4;

    /** Must not send before its next turn by rate. */
    static final int PACED = 1 << 5;

    /** Sends holes again instead of everything (IRN). */
    static final int SELECTIVE = 1 << 6;

    /** Has a hole to send again. */
    static final int HOLES = 1 << 7;

    /*
     * Eight ints a flow for the receiving side:
     */
    static final int EXPECTED = 0;
    static final int UNACKED = 1;
    static final int GAP_REPORTED = 2;
    static final int BACK_CURSOR = 3; // path of the ACKs
    static final int RX_PORT = 4;
    static final int DELIVERED = 5; // messages
    static final int ACK_EVERY = 6;
    static final int KEEPS_ORDER = 7; // 1 if it keeps what comes ahead of a gap (IRN)

    int[] sender = new int[16 * 64];
    int[] receiver = new int[8 * 64];

    /** The next flow of the ring a flow is in. */
    int[] nextFlow = new int[64];

    /*
     * Cold, by flow: the flow that answers a latency flow (or that it answers, negative); packets
     * sent again since the last completed message; time from which its post times count; post
     * times; last sequence number of each message of a schedule; when it last joined its ring.
     */
    int[] partner = new int[64];
    int[] resent = new int[64];
    long[] originPicos = new long[64];
    long[][] postPicos = new long[64][];
    int[][] scheduleEnds = new int[64][];
    long[] joinedPicos = new long[64];

    private final List<FlowSpec> specs = new ArrayList<>();

    FlowTable() {
        specs.add(null);
    }

    /** One more than the highest flow number. */
    int end() {
        return specs.size();
    }

    /** What a host was asked to send; null for a relay flow. */
    FlowSpec spec(int flow) {
        return specs.get(flow);
    }

    void setSpec(int flow, FlowSpec spec) {
        specs.set(flow, spec);
    }

    /** Adds a flow without messages: only its number is taken. */
    int addEmpty(FlowSpec spec) {
        int flow = specs.size();
        specs.add(spec);
        if (flow == nextFlow.length) {
            grow();
        }
        return flow;
    }

    /** Adds one direction of a flow. */
    int add(FlowSpec spec, int mtuBytes) {
        int flow = addEmpty(spec);
        int s = flow << 4;
        sender[s + PRIORITY] = spec.priority();
        sender[s + MTU] = mtuBytes;
        sender[s + OLDEST_END] = Integer.MAX_VALUE;
        if (spec.pattern() == FlowSpec.Pattern.SCHEDULED) {
            scheduleEnds[flow] = endsOf(spec.schedule(), mtuBytes);
            postPicos[flow] = new long[spec.schedule().size()];
        } else {
            postPicos[flow] = new long[Math.max(1, spec.txDepth())];
        }
        return flow;
    }

    /** Whether a flow is in one of the given states. */
    boolean is(int flow, int states) {
        return (sender[(flow << 4) + STATE] & states) != 0;
    }

    void set(int flow, int states) {
        sender[(flow << 4) + STATE] |= states;
    }

    void clear(int flow, int states) {
        sender[(flow << 4) + STATE] &= ~states;
    }

    /** Number of the message a sequence number belongs to. */
    int messageAt(int flow, int sequence) {
        int[] ends = scheduleEnds[flow];
        if (ends == null) {
            return sequence / packets(specs.get(flow).messageBytes(), mtu(flow));
        }
        int found = Arrays.binarySearch(ends, sequence + 1);
        return found >= 0 ? found : -found - 1;
    }

    /** First sequence number behind a message. */
    int messageEnd(int flow, int message) {
        int[] ends = scheduleEnds[flow];
        return ends != null
                ? ends[message]
                : (message + 1) * packets(specs.get(flow).messageBytes(), mtu(flow));
    }

    int messagePackets(int flow, int message) {
        return packets(messageBytes(flow, message), mtu(flow));
    }

    long messageBytes(int flow, int message) {
        FlowSpec spec = specs.get(flow);
        return spec.pattern() == FlowSpec.Pattern.SCHEDULED
                ? spec.schedule().bytes(message)
                : spec.messageBytes();
    }

    int takeResent(int flow) {
        int packets = resent[flow];
        resent[flow] = 0;
        return packets;
    }

    private int mtu(int flow) {
        return sender[(flow << 4) + MTU];
    }

    private void grow() {
        int capacity = 2 * nextFlow.length;
        sender = Arrays.copyOf(sender, 16 * capacity);
        receiver = Arrays.copyOf(receiver, 8 * capacity);
        nextFlow = Arrays.copyOf(nextFlow, capacity);
        partner = Arrays.copyOf(partner, capacity);
        resent = Arrays.copyOf(resent, capacity);
        originPicos = Arrays.copyOf(originPicos, capacity);
        postPicos = Arrays.copyOf(postPicos, capacity);
        scheduleEnds = Arrays.copyOf(scheduleEnds, capacity);
        joinedPicos = Arrays.copyOf(joinedPicos, capacity);
    }

    private static int[] endsOf(MessageSchedule schedule, int mtuBytes) {
        int[] ends = new int[schedule.size()];
        int end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += packets(schedule.bytes(i), mtuBytes);
            ends[i] = end;
        }
        return ends;
    }

    private static int packets(long messageBytes, int mtuBytes) {
        return (int) RoceFrame.packets(messageBytes, mtuBytes);
    }
}
