package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.FlowTable.ACKED;
import static io.losslab.softswitch.fabric.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.FlowTable.LAST_PAYLOAD;
import static io.losslab.softswitch.fabric.FlowTable.LIMIT;
import static io.losslab.softswitch.fabric.FlowTable.MESSAGE_END;
import static io.losslab.softswitch.fabric.FlowTable.MESSAGE_START;
import static io.losslab.softswitch.fabric.FlowTable.MTU;
import static io.losslab.softswitch.fabric.FlowTable.NEXT;
import static io.losslab.softswitch.fabric.FlowTable.OLDEST_END;
import static io.losslab.softswitch.fabric.FlowTable.PARKED;
import static io.losslab.softswitch.fabric.FlowTable.PORT;
import static io.losslab.softswitch.fabric.FlowTable.POSTED;
import static io.losslab.softswitch.fabric.FlowTable.PRIORITY;
import static io.losslab.softswitch.fabric.FlowTable.QUEUE;
import static io.losslab.softswitch.fabric.FlowTable.QUEUED;
import static io.losslab.softswitch.fabric.FlowTable.RELAY;
import static io.losslab.softswitch.fabric.FlowTable.STATE;

import io.losslab.api.frame.RoceFrame;
import java.util.Arrays;

/**
 * The sending half of every flow: cuts messages into packets when the line asks for one, and sends
 * again what was lost.
 *
 * <p>A flow that has packets stands in the ring of a queue of its port. It may lose them while it
 * stands there; its turn then passes without a packet.
 */
final class SendingSide {
    /** States in which a packet is not simply the next of the flow. */
    private static final int SPECIAL = RELAY;

    private final Fabric fabric;
    private final Records records;
    private final FlowTable flows;
    private final HostTable hosts;
    private final RelayQueues relays;
    private Posting posting;

    private boolean[] retransmitArmed = new boolean[64];
    private int[] ackedAtArm = new int[64];

    SendingSide(
            Fabric fabric, Records records, FlowTable flows, HostTable hosts, RelayQueues relays) {
        this.fabric = fabric;
        this.records = records;
        this.flows = flows;
        this.hosts = hosts;
        this.relays = relays;
    }

    void attach(Posting owner) {
        posting = owner;
    }

    /** Makes room for a new flow. */
    void add(int flow) {
        if (flow >= ackedAtArm.length) {
            int capacity = flows.nextFlow.length;
            retransmitArmed = Arrays.copyOf(retransmitArmed, capacity);
            ackedAtArm = Arrays.copyOf(ackedAtArm, capacity);
        }
    }

    boolean hasPacket(int flow) {
        int s = flow << 4;
        return flows.sender[s + NEXT] < flows.sender[s + LIMIT];
    }

    /** Frame bytes of a flow's next packet; 0 if it has none. */
    int nextPacketBytes(int flow) {
        int[] f = flows.sender;
        int s = flow << 4;
        if (f[s + NEXT] >= f[s + LIMIT]) {
            return 0;
        }
        if ((f[s + STATE] & SPECIAL) != 0) {
            return records.bytes(relays.head(flow));
        }
        return nextOwnBytes(flow);
    }

    /** Makes a flow's next packet; 0 if it has none. */
    int nextPacket(int flow) {
        int[] f = flows.sender;
        int s = flow << 4;
        if (f[s + NEXT] >= f[s + LIMIT]) {
            return 0;
        }
        if ((f[s + STATE] & SPECIAL) != 0) {
            int packet = relays.take(flow);
            renewLimit(flow);
            return packet;
        }
        int bytes = nextOwnBytes(flow);
        int sequence = f[s + NEXT]++;
        int flags =
                (sequence + 1 == f[s + MESSAGE_END] ? Records.FLAG_LAST : 0)
                        | (sequence == f[s + MESSAGE_START] ? Records.FLAG_FIRST : 0);
        return packet(flow, sequence, flags, bytes);
    }

    /** The application posted up to a sequence number. */
    void extend(int flow, int end, long now) {
        flows.sender[(flow << 4) + POSTED] = end;
        renewLimit(flow);
        enqueue(flow, now);
    }

    /** A packet waits to be relayed. */
    void relay(int packet, int port, int queue, long now) {
        int flow = relays.append(packet, port, queue);
        renewLimit(flow);
        enqueue(flow, now);
    }

    void onAck(int id, boolean goBack, long now) {
        int flow = records.flow(id);
        int sequence = records.sequence(id);
        records.release(id);
        int[] f = flows.sender;
        int s = flow << 4;
        if (sequence > f[s + ACKED]) {
            f[s + ACKED] = sequence;
            if (sequence > f[s + NEXT]) {
                // What a rewind would have sent again has arrived after all.
                f[s + NEXT] = sequence;
                enterMessageOf(flow, sequence);
            }
            if (sequence >= f[s + OLDEST_END]) {
                posting.onAcknowledged(flow, sequence, now);
            }
        }
        if (goBack) {
            rewind(flow, sequence, now);
        }
    }

    void onRetransmitDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        retransmitArmed[flow] = false;
        int s = flow << 4;
        int[] f = flows.sender;
        if (f[s + NEXT] == f[s + ACKED]) {
            return;
        }
        if (f[s + ACKED] == ackedAtArm[flow]) {
            rewind(flow, f[s + ACKED], now);
        }
        armRetransmit(flow);
    }

    /** A flow has no packet until it is let go. */
    void park(int flow) {
        flows.set(flow, PARKED);
        renewLimit(flow);
    }

    void unpark(int flow, long now) {
        flows.clear(flow, PARKED);
        renewLimit(flow);
        enqueue(flow, now);
    }

    /** Puts a flow that has a packet into its ring, unless it is there. */
    void enqueue(int flow, long now) {
        int[] f = flows.sender;
        int s = flow << 4;
        if ((f[s + STATE] & QUEUED) == 0 && f[s + NEXT] < f[s + LIMIT]) {
            f[s + STATE] |= QUEUED;
            fabric.ports().appendFlow(f[s + PORT], f[s + QUEUE], flow, flows.nextFlow, now);
        }
    }

    private void renewLimit(int flow) {
        int s = flow << 4;
        int[] f = flows.sender;
        if ((f[s + STATE] & PARKED) != 0) {
            f[s + LIMIT] = Integer.MIN_VALUE;
        } else if ((f[s + STATE] & RELAY) != 0) {
            f[s + LIMIT] = relays.head(flow) == 0 ? 0 : 1;
        } else {
            f[s + LIMIT] = f[s + POSTED];
        }
    }

    private int nextOwnBytes(int flow) {
        int[] f = flows.sender;
        int s = flow << 4;
        if (f[s + NEXT] == f[s + MESSAGE_END]) {
            enterMessage(flow, f[s + NEXT]);
        }
        int sequence = f[s + NEXT];
        boolean last = sequence + 1 == f[s + MESSAGE_END];
        int payload = last ? f[s + LAST_PAYLOAD] : f[s + MTU];
        return RoceFrame.dataFrameBytes(payload, sequence == f[s + MESSAGE_START]);
    }

    private int packet(int flow, int sequence, int flags, int bytes) {
        int[] f = flows.sender;
        int s = flow << 4;
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, f[s + CURSOR]);
        records.setBody(id, sequence, flags, f[s + PRIORITY], EventKind.DATA, bytes);
        HostTotals total = totals(flow);
        total.dataPacketsSent++;
        total.dataBytesSent += bytes;
        if (!retransmitArmed[flow]) {
            armRetransmit(flow);
        }
        return id;
    }

    private void rewind(int flow, int sequence, long now) {
        int s = flow << 4;
        int again = flows.sender[s + NEXT] - sequence;
        if (again <= 0) {
            return;
        }
        totals(flow).retransmittedPackets += again;
        flows.resent[flow] += again;
        flows.sender[s + NEXT] = sequence;
        enterMessageOf(flow, sequence);
        enqueue(flow, now);
    }

    private void armRetransmit(int flow) {
        int node = fabric.numbers().nodeOf(flows.sender[(flow << 4) + PORT]);
        long timeoutNanos = hosts.settings(node).retransmitTimeoutNanos();
        if (timeoutNanos == 0) {
            return;
        }
        retransmitArmed[flow] = true;
        ackedAtArm[flow] = flows.sender[(flow << 4) + ACKED];
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, 0);
        records.setBody(id, 0, 0, 0, EventKind.RETRANSMIT, 0);
        fabric.schedule(id, fabric.nowPicos() + timeoutNanos * 1000);
    }

    /** Makes the message that a sequence number lies in the current one. */
    private void enterMessage(int flow, int sequence) {
        int s = flow << 4;
        int[] f = flows.sender;
        int message = flows.messageAt(flow, sequence);
        int end = flows.messageEnd(flow, message);
        int packets = flows.messagePackets(flow, message);
        f[s + MESSAGE_START] = end - packets;
        f[s + MESSAGE_END] = end;
        f[s + LAST_PAYLOAD] =
                (int) (flows.messageBytes(flow, message) - (long) (packets - 1) * f[s + MTU]);
    }

    private void enterMessageOf(int flow, int sequence) {
        if (sequence < flows.sender[(flow << 4) + POSTED]) {
            enterMessage(flow, sequence);
        } else {
            flows.sender[(flow << 4) + MESSAGE_END] = sequence;
        }
    }

    private HostTotals totals(int flow) {
        return hosts.totals[fabric.numbers().nodeOf(flows.sender[(flow << 4) + PORT])];
    }
}
