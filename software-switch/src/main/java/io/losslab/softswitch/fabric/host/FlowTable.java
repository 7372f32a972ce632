package io.losslab.softswitch.fabric.host;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.host.PostedMessages;
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
     * retransmitted since the last completed message; time from which its post times count; post
     * times; last sequence number of each message of a schedule; when it last joined its ring.
     */
    int[] partner = new int[64];
    private PostedMessages[] messages = new PostedMessages[64];
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
        messages[flow] = new PostedMessages(spec, mtuBytes, saturatedPicos(spec.stopNanos()));
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

    /** What the application of a flow posted; null for a flow without messages. */
    PostedMessages messages(int flow) {
        return messages[flow];
    }

    /** Number of the message a sequence number belongs to. */
    int messageAt(int flow, int sequence) {
        return (int) messages[flow].space.messageAt(sequence);
    }

    /** First sequence number behind a message. */
    int messageEnd(int flow, int message) {
        return (int) messages[flow].space.end(message);
    }

    int messagePackets(int flow, int message) {
        return (int) messages[flow].space.packets(message);
    }

    long messageBytes(int flow, int message) {
        return messages[flow].space.bytes(message);
    }

    private void grow() {
        int capacity = 2 * nextFlow.length;
        sender = Arrays.copyOf(sender, 16 * capacity);
        receiver = Arrays.copyOf(receiver, 8 * capacity);
        nextFlow = Arrays.copyOf(nextFlow, capacity);
        partner = Arrays.copyOf(partner, capacity);
        messages = Arrays.copyOf(messages, capacity);
        joinedPicos = Arrays.copyOf(joinedPicos, capacity);
    }

    private static long saturatedPicos(long nanos) {
        return nanos > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : nanos * 1000;
    }
}
