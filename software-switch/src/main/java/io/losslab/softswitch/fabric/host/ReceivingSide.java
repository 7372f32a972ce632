package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.ACK_EVERY;
import static io.losslab.softswitch.fabric.host.FlowTable.BACK_CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.DELIVERED;
import static io.losslab.softswitch.fabric.host.FlowTable.EXPECTED;
import static io.losslab.softswitch.fabric.host.FlowTable.GAP_REPORTED;
import static io.losslab.softswitch.fabric.host.FlowTable.KEEPS_ORDER;
import static io.losslab.softswitch.fabric.host.FlowTable.RX_PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.UNACKED;

import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.Irn;
import io.losslab.roce.recovery.SequenceBits;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;

/**
 * The receiving half of every flow: acknowledges every so many packets and every end of a message.
 *
 * <p>Go-Back-N drops what comes ahead of a gap and asks to go back (InfiniBand Architecture, 9.7);
 * IRN keeps it and says what came. Either way the application gets each byte once and in order.
 */
final class ReceivingSide {
    /**
     * Of an ACK, a NAK and a congestion notice. On a real wire a notice has 78 B (InfiniBand
     * Architecture, Annex A17.9.3); here it has an ACK's, as in the papers' simulators.
     */
    private static final int ANSWER_FRAME_BYTES = RoceFrame.ackFrameBytes();

    private final Ports ports;
    private final Records records;
    private final FlowTable flows;
    private final HostTable hosts;
    private final Applications applications;
    private final PacketNotes notes;

    /*
     * By flow: how often to ask again and when that was last (Go-Back-N); what is kept ahead of a
     * gap (IRN); how often to report marks and from when on that may be.
     */
    private long[] renackPicos = new long[64];
    private long[] nackedPicos = new long[64];
    private SequenceBits[] kept = new SequenceBits[64];
    private long[] cnpIntervalPicos = new long[64];
    private long[] cnpFromPicos = new long[64];

    ReceivingSide(
            Ports ports,
            Records records,
            FlowTable flows,
            HostTable hosts,
            Applications applications,
            PacketNotes notes) {
        this.ports = ports;
        this.records = records;
        this.flows = flows;
        this.hosts = hosts;
        this.applications = applications;
        this.notes = notes;
    }

    /**
     * A flow begins.
     *
     * @param settings of the sending host
     * @param fullPath packets that fill the path: IRN's cap where none is set
     */
    void start(int flow, TransportSettings settings, int fullPath) {
        if (flow >= kept.length) {
            int capacity = flows.nextFlow.length;
            renackPicos = Arrays.copyOf(renackPicos, capacity);
            nackedPicos = Arrays.copyOf(nackedPicos, capacity);
            kept = Arrays.copyOf(kept, capacity);
            cnpIntervalPicos = Arrays.copyOf(cnpIntervalPicos, capacity);
            cnpFromPicos = Arrays.copyOf(cnpFromPicos, capacity);
        }
        renackPicos[flow] = settings.renackNanos() * 1000;
        cnpIntervalPicos[flow] = settings.noticeIntervalNanos() * 1000;
        if (settings.recovery() instanceof Irn irn) {
            kept[flow] = new SequenceBits(irn.capPackets(fullPath));
            flows.receiver[(flow << 3) + KEEPS_ORDER] = 1;
            flows.receiver[(flow << 3) + ACK_EVERY] = 1;
        }
        if (settings.congestion() != null && settings.congestion().usesTelemetry()) {
            flows.receiver[(flow << 3) + ACK_EVERY] = 1;
        }
    }

    void onData(int id, int node, long now) {
        int flow = records.flow(id);
        int sequence = records.sequence(id);
        int bytes = records.bytes(id);
        int flags = records.flags(id);
        HostTotals total = hosts.totals[node];
        total.onDataReceived(bytes);
        if ((flags & Records.FLAG_CE) != 0) {
            reportMark(flow, now);
        }
        int[] r = flows.receiver;
        int at = flow << 3;
        int expected = r[at + EXPECTED];
        if (r[at + KEEPS_ORDER] != 0) {
            keep(id, flow, sequence, total, now);
        } else if (sequence == expected) {
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
                applications.onDelivered(flow, total, now);
            }
        } else if (sequence < expected) {
            answer(id, flow, EventKind.ACK, expected, now);
        } else {
            onGap(id, flow, expected, total, now);
        }
    }

    private void onGap(int id, int flow, int expected, HostTotals total, long now) {
        int at = flow << 3;
        total.onReordered(now / 1000, flows.spec(flow).id());
        boolean again = renackPicos[flow] > 0 && now - nackedPicos[flow] >= renackPicos[flow];
        if (flows.receiver[at + GAP_REPORTED] == 0 || again) {
            flows.receiver[at + GAP_REPORTED] = 1;
            nackedPicos[flow] = now;
            answer(id, flow, EventKind.NACK, expected, now);
        } else {
            records.release(id);
        }
    }

    /** IRN: takes any packet that is new, and delivers what has become whole. */
    private void keep(int id, int flow, int sequence, HostTotals total, long now) {
        int expected = flows.receiver[(flow << 3) + EXPECTED];
        if (sequence == expected) {
            advance(id, flow, total, now);
        } else if (sequence < expected || kept[flow].get(sequence)) {
            answer(id, flow, EventKind.ACK, expected, now);
        } else {
            total.onKeptOutOfOrder();
            kept[flow].set(sequence);
            notes.setTrigger(id, sequence);
            answer(id, flow, EventKind.NACK, expected, now);
        }
    }

    private void advance(int id, int flow, HostTotals total, long now) {
        int[] r = flows.receiver;
        int at = flow << 3;
        int from = r[at + EXPECTED];
        int end = from + 1;
        while (kept[flow].get(end)) {
            kept[flow].clear(end);
            end++;
        }
        r[at + EXPECTED] = end;
        r[at + UNACKED] += end - from;
        boolean whole = holdsWholeMessage(flow);
        if (r[at + UNACKED] >= r[at + ACK_EVERY] || whole) {
            r[at + UNACKED] = 0;
            answer(id, flow, EventKind.ACK, end, now);
        } else {
            records.release(id);
        }
        while (whole) {
            applications.onDelivered(flow, total, now);
            whole = holdsWholeMessage(flow);
        }
    }

    private boolean holdsWholeMessage(int flow) {
        int delivered = flows.receiver[(flow << 3) + DELIVERED];
        return delivered < flows.messages(flow).space.count()
                && flows.messageEnd(flow, delivered) <= flows.receiver[(flow << 3) + EXPECTED];
    }

    /** Tells the sender of a marked packet, once an interval (DCQCN, section 3.1). */
    private void reportMark(int flow, long now) {
        if (cnpIntervalPicos[flow] < 0 || now < cnpFromPicos[flow]) {
            return;
        }
        cnpFromPicos[flow] = now + cnpIntervalPicos[flow];
        int id = records.allocate();
        send(id, flow, Records.FLAG_CNP, EventKind.ACK, 0, now);
    }

    /** Turns a received packet's record into its answer and sends it. */
    private void answer(int id, int flow, int kind, int sequence, long now) {
        send(id, flow, 0, kind, sequence, now);
    }

    private void send(int id, int flow, int flags, int kind, int sequence, long now) {
        int at = flow << 3;
        records.setFlowAndCursor(id, flow, flows.receiver[at + BACK_CURSOR]);
        records.setBody(id, sequence, flags, 0, kind, ANSWER_FRAME_BYTES);
        ports.sendStrict(
                flows.receiver[at + RX_PORT], ports.queues.ackQueue, id, ANSWER_FRAME_BYTES, now);
    }
}
