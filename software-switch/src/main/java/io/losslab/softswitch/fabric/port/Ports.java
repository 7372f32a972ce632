package io.losslab.softswitch.fabric.port;

import static io.losslab.softswitch.fabric.port.PortWords.BUSY;
import static io.losslab.softswitch.fabric.port.PortWords.CAPTURED;
import static io.losslab.softswitch.fabric.port.PortWords.CROSSES;
import static io.losslab.softswitch.fabric.port.PortWords.FREE_PENDING;
import static io.losslab.softswitch.fabric.port.PortWords.HOST;
import static io.losslab.softswitch.fabric.port.PortWords.LATENCY;
import static io.losslab.softswitch.fabric.port.PortWords.META;
import static io.losslab.softswitch.fabric.port.PortWords.PICOS_PER_BYTE;
import static io.losslab.softswitch.fabric.port.PortWords.TX_BYTES;
import static io.losslab.softswitch.fabric.port.PortWords.TX_FRAMES;
import static io.losslab.softswitch.fabric.port.PortWords.WATCHED;

import io.losslab.api.frame.RoceFrame;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;

/**
 * Every port of the fabric: its line, and through {@link #queues} what waits for it.
 *
 * <p>Ports have global numbers from 1. One transmission is one event, the arrival at the far end: a
 * port asks for a "line free" event only while something waits.
 */
public final class Ports {
    /** What waits at the ports. */
    public final EgressQueues queues;

    private final QueueMasks masks;

    /** {@link PortWords} of all ports. */
    private final long[] state;

    private final long[] macLatency;

    /** By port, the record of its line-free event. */
    private final int[] freeEvents;

    private final Records records;
    private final Agenda agenda;
    private LineObserver watcher;
    private LineObserver tap;
    private Crossing crossing;

    /**
     * Makes ports that are not connected.
     *
     * @param dataQueues of each port, 8..256
     */
    public Ports(int portCount, int dataQueues, Records records, Agenda agenda) {
        if (portCount > Records.MAX_PORT) {
            throw new IllegalArgumentException(
                    "a fabric has at most " + Records.MAX_PORT + " ports: " + portCount);
        }
        this.records = records;
        this.agenda = agenda;
        state = new long[(portCount + 1) << 3];
        queues = new EgressQueues(portCount, dataQueues, records, state);
        masks = queues.masks;
        macLatency = new long[portCount + 1];
        freeEvents = new int[portCount + 1];
        for (int port = 1; port <= portCount; port++) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, 0, 0, 0, EventKind.PORT_FREE, 0);
            freeEvents[port] = id;
        }
    }

    /**
     * Describes a port.
     *
     * @param propagationPicos of its link
     * @param peerPipelinePicos from a frame's last bit to its egress queue in the device at the far
     *     end
     */
    public void connect(
            int port,
            int localNumber,
            int peer,
            boolean onHost,
            long rateBitsPerSecond,
            long propagationPicos,
            long peerPipelinePicos,
            int quantumBytes) {
        int at = port << 3;
        state[at + PICOS_PER_BYTE] = Math.round(8e12 / rateBitsPerSecond * 65_536);
        state[at + LATENCY] = propagationPicos + peerPipelinePicos;
        state[at + META] = (long) localNumber << 32 | peer | (onHost ? HOST : 0);
        macLatency[port] = propagationPicos;
        queues.setQuantum(port, quantumBytes);
    }

    /** Ports there are. */
    public int count() {
        return macLatency.length - 1;
    }

    /** Has what a port sends handed over: its far end belongs to another part of the fabric. */
    public void cross(int port, Crossing to) {
        crossing = to;
        state[(port << 3) + META] |= CROSSES;
    }

    /** Has every frame that a port begins to send shown to one who watches for lost time. */
    public void watch(int port, LineObserver observer) {
        watcher = observer;
        state[(port << 3) + META] |= WATCHED;
    }

    /** Has every frame that a port begins to send shown to one who captures it. */
    public void capture(int port, LineObserver observer) {
        tap = observer;
        state[(port << 3) + META] |= CAPTURED;
    }

    public int peer(int port) {
        return (int) state[(port << 3) + META];
    }

    public int localNumber(int port) {
        return (int) (state[(port << 3) + META] >>> 32) & 0xFFFF;
    }

    public boolean onHost(int port) {
        return (state[(port << 3) + META] & HOST) != 0;
    }

    public long busyUntil(int port) {
        return state[(port << 3) + BUSY];
    }

    public long framesSent(int port) {
        return state[(port << 3) + TX_FRAMES];
    }

    public long bytesSent(int port) {
        return state[(port << 3) + TX_BYTES];
    }

    /** The same with preamble and gap: what the frames took of the line. */
    public long wireBytesSent(int port) {
        return bytesSent(port) + framesSent(port) * RoceFrame.WIRE_OVERHEAD_BYTES;
    }

    /** Picoseconds from the last bit sent to the arrival of data at the far end's queues. */
    public long dataLatency(int port) {
        return state[(port << 3) + LATENCY];
    }

    /** Picoseconds from one end of a port's link to the other. */
    public long propagation(int port) {
        return macLatency[port];
    }

    /** Whether the line is free and no queue that may send holds anything. */
    public boolean isIdle(int port, long now) {
        return state[(port << 3) + BUSY] <= now && masks.ready(port) == 0;
    }

    /** Whether a packet of this queue may go out at once. */
    public boolean canPass(int port, int queue, long now) {
        return isIdle(port, now) && !masks.isPaused(port, queue);
    }

    /** Time in which a switch port sends the frame on its line and all that waits, picoseconds. */
    public long backlogPicos(int port, long now) {
        long waiting = queues.allBytes(port) * state[(port << 3) + PICOS_PER_BYTE] >>> 16;
        return waiting + Math.max(0, state[(port << 3) + BUSY] - now);
    }

    /** Lets a queue send. */
    public void resume(int port, int queue, long now) {
        masks.resume(port, queue);
        requestLine(port, now);
    }

    /** Puts a record at the tail of a queue. */
    public void append(int port, int queue, int id, int bytes, long now) {
        queues.append(port, queue, id, bytes, now);
        requestLine(port, now);
    }

    /** Sends a strict-priority frame: at once on an idle line, else ahead of all data. */
    public void sendStrict(int port, int queue, int id, int bytes, long now) {
        if (isIdle(port, now)) {
            transmit(port, id, bytes, now);
        } else {
            append(port, queue, id, bytes, now);
        }
    }

    /** The event of a free line has come: there is none any more. */
    public void onLineFree(int port) {
        state[(port << 3) + META] &= ~FREE_PENDING;
    }

    /** Begins to send a frame on a free line; its arrival at the far end goes on the agenda. */
    public void transmit(int port, int id, int bytes, long now) {
        int at = port << 3;
        long[] s = state;
        long meta = s[at + META];
        if ((meta & (WATCHED | CAPTURED)) != 0) {
            observe(port, meta, id, bytes, now);
        }
        long end = now + ((bytes + RoceFrame.WIRE_OVERHEAD_BYTES) * s[at + PICOS_PER_BYTE] >>> 16);
        s[at + BUSY] = end;
        s[at + TX_FRAMES]++;
        s[at + TX_BYTES] += bytes;
        records.setPort(id, (int) meta);
        boolean control = records.kind(id) == EventKind.MAC_CONTROL;
        arrive(id, end + (control ? macLatency[port] : s[at + LATENCY]), meta);
    }

    /** Has the far end of a port notified of something, as soon as data sent now could be there. */
    public void tellPeer(int port, int kind, int flow, long now) {
        int id = records.allocate();
        records.setPort(id, peer(port));
        records.setFlowAndCursor(id, flow, 0);
        records.setBody(id, 0, 0, 0, kind, 0);
        int at = port << 3;
        arrive(id, now + state[at + LATENCY], state[at + META]);
    }

    /** Something is to arrive at the far end of a port, here or in another part of the fabric. */
    private void arrive(int id, long arrival, long meta) {
        if ((meta & CROSSES) == 0) {
            agenda.put(id, arrival);
        } else {
            crossing.send(id, arrival);
        }
    }

    private void observe(int port, long meta, int id, int bytes, long now) {
        long end = now + wirePicos(port, bytes);
        if ((meta & WATCHED) != 0) {
            watcher.onTransmit(port, id, now, end);
        }
        if ((meta & CAPTURED) != 0) {
            tap.onTransmit(port, id, now, end);
        }
    }

    private long wirePicos(int port, int bytes) {
        long picosPerByte = state[(port << 3) + PICOS_PER_BYTE];
        return (bytes + RoceFrame.WIRE_OVERHEAD_BYTES) * picosPerByte >>> 16;
    }

    /**
     * A real host sends a frame by its port, once its line is free; its arrival at the far end goes
     * on the agenda.
     *
     * @return picoseconds by which the arrival had passed already; it is then due at once
     */
    public long bring(int port, int id, int bytes, long sentPicos, long now) {
        int at = port << 3;
        long start = Math.max(sentPicos, state[at + BUSY]);
        long end = start + wirePicos(port, bytes);
        if ((state[at + META] & CAPTURED) != 0) {
            tap.onTransmit(port, id, start, end);
        }
        state[at + BUSY] = end;
        state[at + TX_FRAMES]++;
        state[at + TX_BYTES] += bytes;
        records.setPort(id, peer(port));
        boolean control = records.kind(id) == EventKind.MAC_CONTROL;
        long arrival = end + (control ? macLatency[port] : state[at + LATENCY]);
        agenda.put(id, Math.max(arrival, now));
        return Math.max(0, now - arrival);
    }

    /** Asks for an event when the line is free, if something may be sent. */
    public void requestLine(int port, long now) {
        int at = port << 3;
        long meta = state[at + META];
        if ((meta & FREE_PENDING) == 0 && masks.ready(port) != 0) {
            state[at + META] = meta | FREE_PENDING;
            agenda.put(freeEvents[port], Math.max(now, state[at + BUSY]));
        }
    }
}
