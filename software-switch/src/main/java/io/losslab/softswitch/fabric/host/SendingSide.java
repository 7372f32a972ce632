package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.ACKED;
import static io.losslab.softswitch.fabric.host.FlowTable.CONTROLLED;
import static io.losslab.softswitch.fabric.host.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.HOLES;
import static io.losslab.softswitch.fabric.host.FlowTable.LAST_PAYLOAD;
import static io.losslab.softswitch.fabric.host.FlowTable.LIMIT;
import static io.losslab.softswitch.fabric.host.FlowTable.MESSAGE_END;
import static io.losslab.softswitch.fabric.host.FlowTable.MESSAGE_START;
import static io.losslab.softswitch.fabric.host.FlowTable.MTU;
import static io.losslab.softswitch.fabric.host.FlowTable.NEXT;
import static io.losslab.softswitch.fabric.host.FlowTable.PACED;
import static io.losslab.softswitch.fabric.host.FlowTable.PARKED;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.POSTED;
import static io.losslab.softswitch.fabric.host.FlowTable.PRIORITY;
import static io.losslab.softswitch.fabric.host.FlowTable.QUEUE;
import static io.losslab.softswitch.fabric.host.FlowTable.QUEUED;
import static io.losslab.softswitch.fabric.host.FlowTable.RELAY;
import static io.losslab.softswitch.fabric.host.FlowTable.SELECTIVE;
import static io.losslab.softswitch.fabric.host.FlowTable.STATE;

import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.HoleSender;
import io.losslab.roce.recovery.Irn;
import io.losslab.roce.recovery.Recovery;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.FlowRings;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.Arrays;

/**
 * The sending half of every flow: cuts messages into packets when the line asks for one, and sends
 * again what was lost.
 *
 * <p>A flow that has packets stands in the ring of a queue of its port. It may lose them while it
 * stands there; its turn then passes without a packet.
 */
final class SendingSide {
    /** States in which there is more to a packet or an ACK than the next sequence number. */
    static final int SPECIAL = RELAY | CONTROLLED | SELECTIVE;

    private final Agenda agenda;
    private final Records records;
    private final FlowRings rings;
    private final PortNumbers numbers;
    private final FlowTable flows;
    private final HostTable hosts;
    private final RelayQueues relays;
    private final Pacer pacer;

    /*
     * By flow: Go-Back-N's timer (0 for none) and since when it has met silence, IRN's state.
     */
    private boolean[] retransmitArmed = new boolean[64];
    private long[] timeoutPicos = new long[64];
    private long[] silentSincePicos = new long[64];
    private HoleSender[] holes = new HoleSender[64];

    private final FlowRows resent = new FlowRows();

    SendingSide(
            Agenda agenda,
            Records records,
            FlowRings rings,
            PortNumbers numbers,
            FlowTable flows,
            HostTable hosts,
            RelayQueues relays,
            Pacer pacer) {
        this.agenda = agenda;
        this.records = records;
        this.rings = rings;
        this.numbers = numbers;
        this.flows = flows;
        this.hosts = hosts;
        this.relays = relays;
        this.pacer = pacer;
    }

    /**
     * A flow has its path and begins.
     *
     * @param fullPath packets that fill the path: IRN's cap where none is set
     */
    void start(int flow, Recovery recovery, int fullPath) {
        if (flow >= timeoutPicos.length) {
            int capacity = flows.nextFlow.length;
            retransmitArmed = Arrays.copyOf(retransmitArmed, capacity);
            timeoutPicos = Arrays.copyOf(timeoutPicos, capacity);
            silentSincePicos = Arrays.copyOf(silentSincePicos, capacity);
            holes = Arrays.copyOf(holes, capacity);
        }
        if (recovery instanceof GoBackN goBackN) {
            timeoutPicos[flow] = goBackN.retransmitTimeoutNanos() * 1000;
        } else if (recovery instanceof Irn irn) {
            holes[flow] = new HoleSender(irn, irn.capPackets(fullPath));
            flows.set(flow, SELECTIVE);
        }
    }

    /** Packets that were retransmitted and are not in a log yet. */
    FlowRows resent() {
        return resent;
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
        if ((f[s + STATE] & (RELAY | HOLES)) != 0) {
            return (f[s + STATE] & RELAY) != 0
                    ? records.bytes(relays.head(flow))
                    : bytesAt(flow, (int) holes[flow].hole());
        }
        return nextNewBytes(flow);
    }

    /** Makes a flow's next packet; 0 if it has none. */
    int nextPacket(int flow) {
        int[] f = flows.sender;
        int s = flow << 4;
        if (f[s + NEXT] >= f[s + LIMIT]) {
            return 0;
        }
        return (f[s + STATE] & SPECIAL) == 0 ? nextNew(flow) : nextSpecial(flow);
    }

    private int nextNew(int flow) {
        int[] f = flows.sender;
        int s = flow << 4;
        int bytes = nextNewBytes(flow);
        if (f[s + NEXT] == f[s + ACKED]) {
            beginSilence(flow, agenda.nowPicos());
        }
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

    void onRetransmitDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        retransmitArmed[flow] = false;
        int s = flow << 4;
        int[] f = flows.sender;
        if (f[s + NEXT] == f[s + ACKED]) {
            return;
        }
        if (holes[flow] != null) {
            onSelectiveTimer(flow, now);
        } else if (now >= silentSincePicos[flow] + timeoutPicos[flow]) {
            rewind(flow, f[s + ACKED], now);
            silentSincePicos[flow] = now;
        }
        armRetransmit(flow, now);
    }

    /** A flow's next turn by its rate has come. */
    void onPaceDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        flows.clear(flow, PACED);
        renewLimit(flow);
        enqueue(flow, now);
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

    /**
     * What was sent and not received, where that is retransmitted by itself; null where it is not.
     */
    HoleSender holes(int flow) {
        return holes[flow];
    }

    /** Puts a flow that has a packet into its ring, unless it is there. */
    void enqueue(int flow, long now) {
        int[] f = flows.sender;
        int s = flow << 4;
        if ((f[s + STATE] & QUEUED) == 0 && f[s + NEXT] < f[s + LIMIT]) {
            f[s + STATE] |= QUEUED;
            flows.joinedPicos[flow] = now;
            rings.append(f[s + PORT], f[s + QUEUE], flow, flows.nextFlow, now);
        }
    }

    void renewLimit(int flow) {
        int s = flow << 4;
        int[] f = flows.sender;
        int state = f[s + STATE];
        if ((state & (PARKED | PACED)) != 0) {
            f[s + LIMIT] = Integer.MIN_VALUE;
        } else if ((state & SPECIAL) != 0) {
            f[s + LIMIT] = specialLimit(flow, state);
        } else {
            f[s + LIMIT] = f[s + POSTED];
        }
    }

    private int specialLimit(int flow, int state) {
        int s = flow << 4;
        if ((state & RELAY) != 0) {
            return relays.head(flow) == 0 ? 0 : 1;
        }
        if ((state & HOLES) != 0) {
            return Integer.MAX_VALUE;
        }
        int inFlight = Integer.MAX_VALUE;
        if ((state & SELECTIVE) != 0) {
            inFlight = holes[flow].capPackets();
        }
        if ((state & CONTROLLED) != 0) {
            inFlight = Math.min(inFlight, pacer.windowPackets(flow));
        }
        long end = (long) flows.sender[s + ACKED] + inFlight;
        return (int) Math.min(flows.sender[s + POSTED], end);
    }

    private int nextSpecial(int flow) {
        if (flows.is(flow, RELAY)) {
            int packet = relays.take(flow);
            renewLimit(flow);
            return packet;
        }
        int packet = flows.is(flow, HOLES) ? nextHole(flow) : nextNew(flow);
        if (flows.is(flow, CONTROLLED)) {
            pacer.onSent(flow, packet, agenda.nowPicos());
        }
        renewLimit(flow);
        return packet;
    }

    private int nextHole(int flow) {
        int sequence = (int) holes[flow].hole();
        int message = flows.messageAt(flow, sequence);
        int end = flows.messageEnd(flow, message);
        int flags =
                (sequence + 1 == end ? Records.FLAG_LAST : 0)
                        | (sequence == end - flows.messagePackets(flow, message)
                                ? Records.FLAG_FIRST
                                : 0);
        int bytes = bytesAt(flow, sequence);
        holes[flow].onHoleSent();
        lookForHoles(flow);
        resent.add(agenda.nowPicos(), flow, 1);
        totals(flow).onRetransmitted(1);
        return packet(flow, sequence, flags, bytes);
    }

    /** Frame bytes of any packet of a flow. */
    private int bytesAt(int flow, int sequence) {
        int message = flows.messageAt(flow, sequence);
        int end = flows.messageEnd(flow, message);
        int packets = flows.messagePackets(flow, message);
        int mtu = flows.sender[(flow << 4) + MTU];
        long before = (long) (packets - 1) * mtu;
        int payload =
                sequence + 1 == end ? (int) (flows.messageBytes(flow, message) - before) : mtu;
        return RoceFrame.dataFrameBytes(payload, sequence == end - packets);
    }

    private void onSelectiveTimer(int flow, long now) {
        int next = flows.sender[(flow << 4) + NEXT];
        if (holes[flow].isTimedOut(next, now)) {
            holes[flow].onTimeout(next, now);
            lookForHoles(flow);
            renewLimit(flow);
            enqueue(flow, now);
        }
    }

    void lookForHoles(int flow) {
        if (holes[flow].hole() >= 0) {
            flows.set(flow, HOLES);
        } else {
            flows.clear(flow, HOLES);
        }
    }

    private int nextNewBytes(int flow) {
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
        int id = records.allocate(f[s + PORT]);
        records.setFlowAndCursor(id, flow, f[s + CURSOR]);
        records.setBody(id, sequence, flags, f[s + PRIORITY], EventKind.DATA, bytes);
        totals(flow).onDataSent(1, bytes);
        if (!retransmitArmed[flow]) {
            armRetransmit(flow, agenda.nowPicos());
        }
        return id;
    }

    /**
     * Goes back to a packet. A NAK that an ACK has overtaken asks for one that arrived after all,
     * and is ignored (InfiniBand Architecture, 9.7.5: a ghost).
     */
    void rewind(int flow, int sequence, long now) {
        int s = flow << 4;
        int again = flows.sender[s + NEXT] - sequence;
        if (again <= 0 || sequence < flows.sender[s + ACKED]) {
            return;
        }
        totals(flow).onRetransmitted(again);
        resent.add(now, flow, again);
        flows.sender[s + NEXT] = sequence;
        enterMessageOf(flow, sequence);
        enqueue(flow, now);
    }

    /** The first packet after an idle time sets out: an answer is expected from here on. */
    private void beginSilence(int flow, long now) {
        silentSincePicos[flow] = now;
        if (holes[flow] != null) {
            holes[flow].onFirstSent(now);
        }
    }

    /** Packets were acknowledged. */
    void onProgress(int flow, long now) {
        silentSincePicos[flow] = now;
    }

    private void armRetransmit(int flow, long now) {
        int s = flow << 4;
        HoleSender selective = holes[flow];
        if (selective == null && timeoutPicos[flow] == 0) {
            return;
        }
        retransmitArmed[flow] = true;
        long due =
                selective == null
                        ? Math.max(now + 1, silentSincePicos[flow] + timeoutPicos[flow])
                        : selective.checkPicos(flows.sender[s + NEXT], now);
        agenda.schedule(EventKind.RETRANSMIT, 0, flow, 0, due);
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

    void enterMessageOf(int flow, int sequence) {
        if (sequence < flows.sender[(flow << 4) + POSTED]) {
            enterMessage(flow, sequence);
        } else {
            flows.sender[(flow << 4) + MESSAGE_END] = sequence;
        }
    }

    private HostTotals totals(int flow) {
        return hosts.totals[numbers.nodeOf(flows.sender[(flow << 4) + PORT])];
    }
}
