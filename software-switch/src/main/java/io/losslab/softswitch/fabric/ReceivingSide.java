package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.FlowTable.ACK_EVERY;
import static io.losslab.softswitch.fabric.FlowTable.BACK_CURSOR;
import static io.losslab.softswitch.fabric.FlowTable.EXPECTED;
import static io.losslab.softswitch.fabric.FlowTable.GAP_REPORTED;
import static io.losslab.softswitch.fabric.FlowTable.RX_PORT;
import static io.losslab.softswitch.fabric.FlowTable.UNACKED;

import io.losslab.api.frame.RoceFrame;

/**
 * The receiving half of every flow: acknowledges every so many packets and every end of a message,
 * and asks once per gap to go back (InfiniBand Architecture, 9.7).
 */
final class ReceivingSide {
    private static final int ACK_FRAME_BYTES = RoceFrame.ackFrameBytes();

    private final Fabric fabric;
    private final Records records;
    private final FlowTable flows;
    private final HostTable hosts;
    private final Posting posting;

    ReceivingSide(
            Fabric fabric, Records records, FlowTable flows, HostTable hosts, Posting posting) {
        this.fabric = fabric;
        this.records = records;
        this.flows = flows;
        this.hosts = hosts;
        this.posting = posting;
    }

    void onData(int id, int node, long now) {
        int flow = records.flow(id);
        int sequence = records.sequence(id);
        int bytes = records.bytes(id);
        int flags = records.flags(id);
        HostTotals total = hosts.totals[node];
        total.dataPacketsReceived++;
        total.dataBytesReceived += bytes;
        int[] r = flows.receiver;
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
                posting.onDelivered(flow, total, now);
            }
        } else if (sequence < expected) {
            answer(id, flow, EventKind.ACK, expected, now);
        } else {
            onGap(id, flow, expected, total, now);
        }
    }

    private void onGap(int id, int flow, int expected, HostTotals total, long now) {
        int at = flow << 3;
        total.reorderedPackets++;
        if (total.firstReorderPicos < 0) {
            total.firstReorderPicos = now;
            total.firstReorderFlow = flows.spec(flow).id();
        }
        if (flows.receiver[at + GAP_REPORTED] == 0) {
            flows.receiver[at + GAP_REPORTED] = 1;
            answer(id, flow, EventKind.NACK, expected, now);
        } else {
            records.release(id);
        }
    }

    /** Turns a received packet's record into its answer and sends it. */
    private void answer(int id, int flow, int kind, int sequence, long now) {
        int at = flow << 3;
        records.setFlowAndCursor(id, flow, flows.receiver[at + BACK_CURSOR]);
        records.setBody(id, sequence, 0, 0, kind, ACK_FRAME_BYTES);
        Ports ports = fabric.ports();
        ports.sendStrict(flows.receiver[at + RX_PORT], ports.ackQueue, id, ACK_FRAME_BYTES, now);
    }
}
