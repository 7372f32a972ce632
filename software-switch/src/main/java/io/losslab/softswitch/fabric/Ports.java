package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;

/**
 * Every port of the fabric: its line, its egress queues and who may send next.
 *
 * <p>Ports have global numbers from 1. A queue is a list of records; on a host, a data queue is a
 * ring of flows that the line pulls packets from ({@link HostStack}). The two highest queues are
 * strict: MAC control, then ACKs. The others share the line by deficit round robin (Shreedhar and
 * Varghese, SIGCOMM 1995).
 *
 * <p>One transmission is one event, the arrival at the far end: a port asks for a "line free" event
 * only while something waits.
 */
final class Ports {
    /** Most data queues a port can have: their bits share a word with the two strict queues. */
    static final int MAX_DATA_QUEUES = 60;

    /*
     * Eight words a port, one cache line:
     * 0 line busy until, ps   1 queues that hold something   2 queues that are paused   3 ps a byte, 16 fraction bits
     * 4 ps from last bit sent to data arrival event   5 peer 32, local number 16, flags
     * 6 frames sent   7 frame bytes sent
     */
    private static final int BUSY = 0;
    private static final int BACKLOG = 1;
    private static final int PAUSED = 2;
    private static final int PICOS_PER_BYTE = 3;
    private static final int LATENCY = 4;
    private static final int META = 5;
    private static final int TX_FRAMES = 6;
    private static final int TX_BYTES = 7;

    private static final long HOST = 1L << 48;
    private static final long FREE_PENDING = 1L << 49;
    private static final long WATCHED = 1L << 50;

    /*
     * Four ints a queue: head, tail (records; flows on a host), bytes, deficit.
     */
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int BYTES = 2;
    private static final int DEFICIT = 3;

    final int ackQueue;
    final int macQueue;

    private final int queueCount;
    private final long dataMask;
    private final long[] state;
    private final int[] queues;
    private final int[] drrCurrent;
    private final int[] drrQuantum;
    private final int[] freeEvent;
    private final long[] macLatency;
    private final Records records;
    private final TimingWheel wheel;
    private Fabric fabric;

    Ports(int portCount, int dataQueues, Records records, TimingWheel wheel) {
        if (dataQueues < 8 || dataQueues > MAX_DATA_QUEUES) {
            throw new IllegalArgumentException(
                    "data queues must be 8.." + MAX_DATA_QUEUES + ": " + dataQueues);
        }
        this.records = records;
        this.wheel = wheel;
        ackQueue = dataQueues;
        macQueue = dataQueues + 1;
        queueCount = dataQueues + 2;
        dataMask = (1L << dataQueues) - 1;
        state = new long[(portCount + 1) << 3];
        queues = new int[(portCount + 1) * queueCount << 2];
        drrCurrent = new int[portCount + 1];
        drrQuantum = new int[portCount + 1];
        freeEvent = new int[portCount + 1];
        macLatency = new long[portCount + 1];
        for (int port = 1; port <= portCount; port++) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, 0, 0, 0, EventKind.PORT_FREE, 0);
            freeEvent[port] = id;
        }
    }

    void attach(Fabric owner) {
        fabric = owner;
    }

    /**
     * Describes a port.
     *
     * @param propagationPicos of its link
     * @param peerPipelinePicos from a frame's last bit to its egress queue in the device at the far
     *     end
     */
    void connect(
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
        drrQuantum[port] = quantumBytes;
    }

    void setQuantum(int port, int quantumBytes) {
        drrQuantum[port] = quantumBytes;
    }

    /** Asks that {@link Fabric#beforeTransmit} be told of every frame this port begins to send. */
    void watch(int port) {
        state[(port << 3) + META] |= WATCHED;
    }

    int peer(int port) {
        return (int) state[(port << 3) + META];
    }

    int localNumber(int port) {
        return (int) (state[(port << 3) + META] >>> 32) & 0xFFFF;
    }

    boolean onHost(int port) {
        return (state[(port << 3) + META] & HOST) != 0;
    }

    long busyUntil(int port) {
        return state[(port << 3) + BUSY];
    }

    long framesSent(int port) {
        return state[(port << 3) + TX_FRAMES];
    }

    long bytesSent(int port) {
        return state[(port << 3) + TX_BYTES];
    }

    /** Picoseconds from the last bit sent to the arrival of data at the far end's queues. */
    long dataLatency(int port) {
        return state[(port << 3) + LATENCY];
    }

    /** Whether the line is free and no queue that may send holds anything. */
    boolean isIdle(int port, long now) {
        int at = port << 3;
        return state[at + BUSY] <= now && (state[at + BACKLOG] & ~state[at + PAUSED]) == 0;
    }

    /** Whether a packet of this queue may go out at once. */
    boolean canPass(int port, int queue, long now) {
        int at = port << 3;
        long paused = state[at + PAUSED];
        return state[at + BUSY] <= now
                && (state[at + BACKLOG] & ~paused) == 0
                && (paused >>> queue & 1) == 0;
    }

    boolean holdsSomething(int port, int queue) {
        return (state[(port << 3) + BACKLOG] >>> queue & 1) != 0;
    }

    boolean isPaused(int port, int queue) {
        return (state[(port << 3) + PAUSED] >>> queue & 1) != 0;
    }

    /** Queues that hold something and may not send. */
    long blockedQueues(int port) {
        int at = port << 3;
        return state[at + BACKLOG] & state[at + PAUSED];
    }

    long queueBytes(int port, int queue) {
        return queues[slot(port, queue) + BYTES];
    }

    /** Frame bytes that wait in all queues of a switch port. */
    long queuedBytes(int port) {
        long sum = 0;
        for (int queue = 0; queue < queueCount; queue++) {
            sum += queues[slot(port, queue) + BYTES];
        }
        return sum;
    }

    /** First record of a queue, or first flow of a host's data queue; 0 if it is empty. */
    int head(int port, int queue) {
        return queues[slot(port, queue) + HEAD];
    }

    void pause(int port, int queue) {
        state[(port << 3) + PAUSED] |= 1L << queue;
    }

    void resume(int port, int queue, long now) {
        state[(port << 3) + PAUSED] &= ~(1L << queue);
        requestLine(port, now);
    }

    /** Puts a record at the tail of a queue. */
    void append(int port, int queue, int id, int bytes, long now) {
        int q = slot(port, queue);
        int tail = queues[q + TAIL];
        records.setNext(id, 0);
        if (tail == 0) {
            queues[q + HEAD] = id;
            state[(port << 3) + BACKLOG] |= 1L << queue;
        } else {
            records.setNext(tail, id);
        }
        queues[q + TAIL] = id;
        queues[q + BYTES] += bytes;
        requestLine(port, now);
    }

    /** Sends a strict-priority frame: at once on an idle line, else ahead of all data. */
    void sendStrict(int port, int queue, int id, int bytes, long now) {
        if (isIdle(port, now)) {
            transmit(port, id, bytes, now);
        } else {
            append(port, queue, id, bytes, now);
        }
    }

    /** Puts a flow at the tail of a host's data queue. */
    void appendFlow(int port, int queue, int flow, int[] nextFlow, long now) {
        int q = slot(port, queue);
        int tail = queues[q + TAIL];
        nextFlow[flow] = 0;
        if (tail == 0) {
            queues[q + HEAD] = flow;
            state[(port << 3) + BACKLOG] |= 1L << queue;
        } else {
            nextFlow[tail] = flow;
        }
        queues[q + TAIL] = flow;
        requestLine(port, now);
    }

    /** The line of a port is free: sends the next frame, if there is one. */
    void onLineFree(int port, long now) {
        int at = port << 3;
        state[at + META] &= ~FREE_PENDING;
        long ready = state[at + BACKLOG] & ~state[at + PAUSED];
        if (ready == 0) {
            return;
        }
        if (state[at + BUSY] <= now) {
            int queue = 63 - Long.numberOfLeadingZeros(ready);
            if (queue < ackQueue) {
                queue = (ready & ready - 1) == 0 ? queue : nextByDeficit(port, ready);
                sendData(port, queue, now);
            } else {
                int id = remove(port, queue);
                transmit(port, id, records.bytes(id), now);
            }
        }
        requestLine(port, now);
    }

    /** Begins to send a frame on a free line; its arrival at the far end goes on the agenda. */
    void transmit(int port, int id, int bytes, long now) {
        int at = port << 3;
        long[] s = state;
        long meta = s[at + META];
        if ((meta & WATCHED) != 0) {
            fabric.beforeTransmit(port, now);
        }
        long end = now + ((bytes + RoceFrame.WIRE_OVERHEAD_BYTES) * s[at + PICOS_PER_BYTE] >>> 16);
        s[at + BUSY] = end;
        s[at + TX_FRAMES]++;
        s[at + TX_BYTES] += bytes;
        records.setPort(id, (int) meta);
        wheel.put(
                id,
                end
                        + (records.kind(id) == EventKind.MAC_CONTROL
                                ? macLatency[port]
                                : s[at + LATENCY]));
    }

    private void sendData(int port, int queue, long now) {
        if ((state[(port << 3) + META] & HOST) != 0) {
            pullFromHost(port, queue, now);
            return;
        }
        int id = remove(port, queue);
        int bytes = records.bytes(id);
        int ingress = records.port(id);
        int priority = records.priority(id);
        transmit(port, id, bytes, now);
        fabric.onDequeue(ingress, port, priority, bytes);
    }

    private void pullFromHost(int port, int queue, long now) {
        int q = slot(port, queue);
        int flow = queues[q + HEAD];
        HostStack hosts = fabric.hosts();
        int id = hosts.nextPacket(flow);
        if (id != 0) {
            transmit(port, id, records.bytes(id), now);
        }
        int[] nextFlow = hosts.nextFlow();
        boolean more = hosts.hasPacket(flow);
        int next = nextFlow[flow];
        if (next == 0) {
            if (!more) {
                queues[q + HEAD] = 0;
                queues[q + TAIL] = 0;
                queues[q + DEFICIT] = 0;
                state[(port << 3) + BACKLOG] &= ~(1L << queue);
                hosts.leftQueue(flow);
            }
            return;
        }
        queues[q + HEAD] = next;
        if (more) {
            nextFlow[queues[q + TAIL]] = flow;
            nextFlow[flow] = 0;
            queues[q + TAIL] = flow;
        } else {
            hosts.leftQueue(flow);
        }
    }

    private int remove(int port, int queue) {
        int q = slot(port, queue);
        int id = queues[q + HEAD];
        int next = records.next(id);
        queues[q + HEAD] = next;
        queues[q + BYTES] -= records.bytes(id);
        if (next == 0) {
            queues[q + TAIL] = 0;
            queues[q + DEFICIT] = 0;
            state[(port << 3) + BACKLOG] &= ~(1L << queue);
        }
        return id;
    }

    private int nextByDeficit(int port, long ready) {
        long data = ready & dataMask;
        int queue = drrCurrent[port];
        while (true) {
            if ((data >>> queue & 1) != 0) {
                int q = slot(port, queue);
                int bytes = headBytes(port, queue);
                if (queues[q + DEFICIT] >= bytes) {
                    queues[q + DEFICIT] -= bytes;
                    drrCurrent[port] = queue;
                    return queue;
                }
            }
            long after = data & -2L << queue;
            queue = Long.numberOfTrailingZeros(after != 0 ? after : data);
            queues[slot(port, queue) + DEFICIT] += drrQuantum[port];
        }
    }

    private int headBytes(int port, int queue) {
        int head = queues[slot(port, queue) + HEAD];
        return onHost(port) ? fabric.hosts().nextPacketBytes(head) : records.bytes(head);
    }

    private void requestLine(int port, long now) {
        int at = port << 3;
        long meta = state[at + META];
        if ((meta & FREE_PENDING) == 0 && (state[at + BACKLOG] & ~state[at + PAUSED]) != 0) {
            state[at + META] = meta | FREE_PENDING;
            wheel.put(freeEvent[port], Math.max(now, state[at + BUSY]));
        }
    }

    private int slot(int port, int queue) {
        return (port * queueCount + queue) << 2;
    }
}
