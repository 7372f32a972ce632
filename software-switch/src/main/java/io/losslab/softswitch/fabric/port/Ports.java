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
 * Every port of the fabric: its line and its egress queues.
 *
 * <p>Ports have global numbers from 1. A queue is a list of records; on a host, a data queue is a
 * ring of flows that the line pulls packets from. The two highest queues are for MAC control and
 * for ACKs; {@link QueueScheduler} says who sends next.
 *
 * <p>One transmission is one event, the arrival at the far end: a port asks for a "line free" event
 * only while something waits.
 */
public final class Ports {
    /** Most data queues a port can have. */
    private static final int MAX_DATA_QUEUES = 256;

    /*
     * Four ints a queue: head, tail (records; flows on a host), bytes, deficit.
     */
    static final int HEAD = 0;
    static final int TAIL = 1;
    private static final int BYTES = 2;
    static final int DEFICIT = 3;

    /*
     * Four ints a port: queue served last, quantum, bytes in all data queues, record of the line-free event.
     */
    static final int CURRENT = 0;
    static final int QUANTUM = 1;
    private static final int DATA_BYTES = 2;
    private static final int FREE_EVENT = 3;

    /** Queue of ACKs, above all data queues. */
    public final int ackQueue;

    /** Queue of MAC control frames, above all others. */
    public final int macQueue;

    final int[] queues;

    /** Records in each queue. */
    private final int[] queueLengths;

    final int[] lines;

    /** By port, most bytes that its data queues held. */
    private final int[] maxDataBytes;

    final QueueMasks masks;

    private final int queueCount;

    /** {@link PortWords} of all ports. */
    private final long[] state;

    private final long[] macLatency;
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
        if (dataQueues < 8 || dataQueues > MAX_DATA_QUEUES) {
            throw new IllegalArgumentException(
                    "data queues must be 8.." + MAX_DATA_QUEUES + ": " + dataQueues);
        }
        if (portCount > Records.MAX_PORT) {
            throw new IllegalArgumentException(
                    "a fabric has at most " + Records.MAX_PORT + " ports: " + portCount);
        }
        this.records = records;
        this.agenda = agenda;
        ackQueue = dataQueues;
        macQueue = dataQueues + 1;
        queueCount = dataQueues + 2;
        state = new long[(portCount + 1) << 3];
        masks = new QueueMasks(dataQueues, state);
        queues = new int[(portCount + 1) * queueCount << 2];
        queueLengths = new int[(portCount + 1) * queueCount];
        lines = new int[(portCount + 1) << 2];
        maxDataBytes = new int[portCount + 1];
        macLatency = new long[portCount + 1];
        for (int port = 1; port <= portCount; port++) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, 0, 0, 0, EventKind.PORT_FREE, 0);
            lines[port << 2 | FREE_EVENT] = id;
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
        lines[port << 2 | QUANTUM] = quantumBytes;
    }

    public void setQuantum(int port, int quantumBytes) {
        lines[port << 2 | QUANTUM] = quantumBytes;
    }

    public int dataQueues() {
        return ackQueue;
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

    public boolean isPaused(int port, int queue) {
        return masks.isPaused(port, queue);
    }

    /** Whether some queue holds something and may not send. */
    public boolean isBlocked(int port) {
        return masks.nextBlocked(port, 0) >= 0;
    }

    /** First data queue from {@code from} on that holds something and may not send; -1 if none. */
    public int nextBlocked(int port, int from) {
        return masks.nextBlocked(port, from);
    }

    public boolean holdsSomething(int port, int queue) {
        return queues[slot(port, queue) + HEAD] != 0;
    }

    /** Records in a queue. */
    public int queueLength(int port, int queue) {
        return queueLengths[slot(port, queue) >> 2];
    }

    public long queueBytes(int port, int queue) {
        return queues[slot(port, queue) + BYTES];
    }

    /** Frame bytes that wait in all queues of a switch port. */
    public long queuedBytes(int port) {
        return dataBytes(port)
                + queues[slot(port, ackQueue) + BYTES]
                + queues[slot(port, macQueue) + BYTES];
    }

    /** Time in which a switch port sends the frame on its line and all that waits, picoseconds. */
    public long backlogPicos(int port, long now) {
        long waiting = queuedBytes(port) * state[(port << 3) + PICOS_PER_BYTE] >>> 16;
        return waiting + Math.max(0, state[(port << 3) + BUSY] - now);
    }

    /** Frame bytes that wait in the data queues of a switch port. */
    public long dataBytes(int port) {
        return lines[port << 2 | DATA_BYTES];
    }

    /** Most frame bytes that the data queues of a switch port held. */
    public long maxDataBytes(int port) {
        return maxDataBytes[port];
    }

    /** First record of a queue, or first flow of a host's data queue; 0 if it is empty. */
    public int head(int port, int queue) {
        return queues[slot(port, queue) + HEAD];
    }

    /** Stops a queue. */
    public void pause(int port, int queue) {
        masks.pause(port, queue);
    }

    /** Lets a queue send. */
    public void resume(int port, int queue, long now) {
        masks.resume(port, queue);
        requestLine(port, now);
    }

    /** Puts a record at the tail of a queue. */
    public void append(int port, int queue, int id, int bytes, long now) {
        link(port, queue, id, bytes, now);
        requestLine(port, now);
    }

    /** Puts a record that leaves one queue at the tail of another, before it is known who sends. */
    public void move(int port, int from, int to, long now) {
        int id = remove(port, from);
        link(port, to, id, records.bytes(id), now);
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

    /** Relayed bytes that wait at a host's port; its own packets are not made before they leave. */
    public void addRelayedBytes(int port, int bytes) {
        lines[port << 2 | DATA_BYTES] += bytes;
    }

    private void link(int port, int queue, int id, int bytes, long now) {
        int q = slot(port, queue);
        int tail = queues[q + TAIL];
        records.setJoined(id, now);
        records.setNext(id, 0);
        if (tail == 0) {
            queues[q + HEAD] = id;
            masks.markBacklog(port, queue);
        } else {
            records.setNext(tail, id);
        }
        queues[q + TAIL] = id;
        queues[q + BYTES] += bytes;
        queueLengths[q >> 2]++;
        if (queue < ackQueue) {
            int held = lines[port << 2 | DATA_BYTES] += bytes;
            if (held > maxDataBytes[port]) {
                maxDataBytes[port] = held;
            }
        }
    }

    /** Takes the record at the head of a queue. */
    public int remove(int port, int queue) {
        int q = slot(port, queue);
        int id = queues[q + HEAD];
        int next = records.next(id);
        int bytes = records.bytes(id);
        queues[q + HEAD] = next;
        queues[q + BYTES] -= bytes;
        queueLengths[q >> 2]--;
        if (queue < ackQueue) {
            lines[port << 2 | DATA_BYTES] -= bytes;
        }
        if (next == 0) {
            queues[q + TAIL] = 0;
            queues[q + DEFICIT] = 0;
            masks.clearBacklog(port, queue);
        }
        return id;
    }

    /** Asks for an event when the line is free, if something may be sent. */
    public void requestLine(int port, long now) {
        int at = port << 3;
        long meta = state[at + META];
        if ((meta & FREE_PENDING) == 0 && masks.ready(port) != 0) {
            state[at + META] = meta | FREE_PENDING;
            agenda.put(lines[port << 2 | FREE_EVENT], Math.max(now, state[at + BUSY]));
        }
    }

    int slot(int port, int queue) {
        return (port * queueCount + queue) << 2;
    }
}
