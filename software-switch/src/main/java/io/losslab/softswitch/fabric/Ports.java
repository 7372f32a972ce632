package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.engine.TimingWheel;

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
    /** Most data queues a port can have. */
    static final int MAX_DATA_QUEUES = 256;

    /** Levels of strict priority among the data queues. */
    static final int LEVELS = 4;

    /** Up to so many data queues, each has a bit of the port's word; else groups of 64 have. */
    private static final int MAX_NARROW_QUEUES = 60;

    /*
     * Eight words a port, one cache line:
     * 0 line busy until, ps   1 queues that hold something   2 queues that are paused   3 ps a byte, 16 fraction bits
     * 4 ps from last bit sent to data arrival event   5 peer 32, local number 16, flags
     * 6 frames sent   7 frame bytes sent
     *
     * With more queues than bits, word 1 says which groups of 64 have a queue that may send, and word 2 is zero.
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
    private static final long CAPTURED = 1L << 51;

    /*
     * Four ints a queue: head, tail (records; flows on a host), bytes, deficit.
     */
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int BYTES = 2;
    private static final int DEFICIT = 3;

    /*
     * Four ints a port: queue served last, quantum, bytes in all data queues, record of the line-free event.
     */
    private static final int CURRENT = 0;
    private static final int QUANTUM = 1;
    private static final int DATA_BYTES = 2;
    private static final int FREE_EVENT = 3;

    final int ackQueue;
    final int macQueue;

    private final int queueCount;
    private final boolean wide;
    private final int groups;

    /** Bit of the ACK queue in a port's word; that of the MAC queue is the next. */
    private final int strictBit;

    private final long[] state;
    private final int[] queues;
    private final int[] lines;

    /** By port and group of 64 queues, only where there are groups. */
    private final long[] groupBacklog;

    private final long[] groupPaused;

    /** By port, group and level: which queues have it; null while all have level 0. */
    private long[] levelMask;

    private final long[] macLatency;
    private final EgressScheme[] schemes;
    private final Records records;
    private final TimingWheel wheel;
    private Fabric fabric;

    Ports(int portCount, int dataQueues, Records records, TimingWheel wheel) {
        if (dataQueues < 8 || dataQueues > MAX_DATA_QUEUES) {
            throw new IllegalArgumentException(
                    "data queues must be 8.." + MAX_DATA_QUEUES + ": " + dataQueues);
        }
        if (portCount > Records.MAX_PORT) {
            throw new IllegalArgumentException(
                    "a fabric has at most " + Records.MAX_PORT + " ports: " + portCount);
        }
        this.records = records;
        this.wheel = wheel;
        wide = dataQueues > MAX_NARROW_QUEUES;
        groups = dataQueues + 63 >> 6;
        strictBit = wide ? groups : dataQueues;
        ackQueue = dataQueues;
        macQueue = dataQueues + 1;
        queueCount = dataQueues + 2;
        state = new long[(portCount + 1) << 3];
        queues = new int[(portCount + 1) * queueCount << 2];
        lines = new int[(portCount + 1) << 2];
        groupBacklog = new long[wide ? (portCount + 1) * groups : 0];
        groupPaused = new long[groupBacklog.length];
        macLatency = new long[portCount + 1];
        schemes = new EgressScheme[portCount + 1];
        for (int port = 1; port <= portCount; port++) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, 0, 0, 0, EventKind.PORT_FREE, 0);
            lines[port << 2 | FREE_EVENT] = id;
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
        lines[port << 2 | QUANTUM] = quantumBytes;
    }

    void setQuantum(int port, int quantumBytes) {
        lines[port << 2 | QUANTUM] = quantumBytes;
    }

    int dataQueues() {
        return ackQueue;
    }

    /** Puts a scheme on a port's egress queues; null for none. */
    void setScheme(int port, EgressScheme scheme) {
        schemes[port] = scheme;
    }

    EgressScheme scheme(int port) {
        return schemes[port];
    }

    /** Sets the strict-priority level of a data queue. */
    void setLevel(int port, int queue, int level) {
        if (level < 0 || level >= LEVELS) {
            throw new IllegalArgumentException("level must be 0.." + (LEVELS - 1) + ": " + level);
        }
        if (levelMask == null) {
            levelMask = new long[(state.length >> 3) * groups * LEVELS];
            for (int at = 0; at < levelMask.length; at += LEVELS) {
                levelMask[at] = -1L;
            }
        }
        int at = (port * groups + (queue >> 6)) * LEVELS;
        for (int l = 0; l < LEVELS; l++) {
            levelMask[at + l] &= ~(1L << queue);
        }
        levelMask[at + level] |= 1L << queue;
    }

    /** Asks that {@link Fabric#beforeTransmit} be told of every frame this port begins to send. */
    void watch(int port) {
        state[(port << 3) + META] |= WATCHED;
    }

    /** Asks that {@link Fabric#onCaptured} be told of every frame this port begins to send. */
    void capture(int port) {
        state[(port << 3) + META] |= CAPTURED;
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

    /** Picoseconds from one end of a port's link to the other. */
    long propagation(int port) {
        return macLatency[port];
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
                && (wide ? !isPaused(port, queue) : (paused >>> queue & 1) == 0);
    }

    boolean holdsSomething(int port, int queue) {
        return queues[slot(port, queue) + HEAD] != 0;
    }

    boolean isPaused(int port, int queue) {
        long paused =
                wide ? groupPaused[port * groups + (queue >> 6)] : state[(port << 3) + PAUSED];
        return (paused >>> queue & 1) != 0;
    }

    /** Whether some queue holds something and may not send. */
    boolean isBlocked(int port) {
        return nextBlocked(port, 0) >= 0;
    }

    /** First data queue from {@code from} on that holds something and may not send; -1 if none. */
    int nextBlocked(int port, int from) {
        for (int group = from >> 6; group < groups; group++) {
            long blocked =
                    wide
                            ? groupBacklog[port * groups + group]
                                    & groupPaused[port * groups + group]
                            : state[(port << 3) + BACKLOG] & state[(port << 3) + PAUSED];
            if (group == from >> 6) {
                blocked &= -1L << from;
            }
            if (blocked != 0) {
                return group << 6 | Long.numberOfTrailingZeros(blocked);
            }
        }
        return -1;
    }

    long queueBytes(int port, int queue) {
        return queues[slot(port, queue) + BYTES];
    }

    /** Frame bytes that wait in all queues of a switch port. */
    long queuedBytes(int port) {
        return dataBytes(port)
                + queues[slot(port, ackQueue) + BYTES]
                + queues[slot(port, macQueue) + BYTES];
    }

    /** Frame bytes that wait in the data queues of a switch port. */
    long dataBytes(int port) {
        return lines[port << 2 | DATA_BYTES];
    }

    /** First record of a queue, or first flow of a host's data queue; 0 if it is empty. */
    int head(int port, int queue) {
        return queues[slot(port, queue) + HEAD];
    }

    void pause(int port, int queue) {
        if (wide) {
            groupPaused[port * groups + (queue >> 6)] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        } else {
            state[(port << 3) + PAUSED] |= 1L << queue;
        }
    }

    void resume(int port, int queue, long now) {
        if (wide) {
            groupPaused[port * groups + (queue >> 6)] &= ~(1L << queue);
            refreshGroup(port, queue >> 6);
        } else {
            state[(port << 3) + PAUSED] &= ~(1L << queue);
        }
        requestLine(port, now);
    }

    /** Puts a record at the tail of a queue. */
    void append(int port, int queue, int id, int bytes, long now) {
        link(port, queue, id, bytes, now);
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
            markBacklog(port, queue);
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
        while (state[at + BUSY] <= now) {
            long ready = state[at + BACKLOG] & ~state[at + PAUSED];
            if (ready == 0) {
                return;
            }
            int bit = 63 - Long.numberOfLeadingZeros(ready);
            if (bit >= strictBit) {
                int id = remove(port, ackQueue + bit - strictBit);
                transmit(port, id, records.bytes(id), now);
            } else {
                sendData(port, wide ? pickWide(port) : pick(port, ready), now);
            }
        }
        requestLine(port, now);
    }

    /** Begins to send a frame on a free line; its arrival at the far end goes on the agenda. */
    void transmit(int port, int id, int bytes, long now) {
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
        wheel.put(
                id,
                end
                        + (records.kind(id) == EventKind.MAC_CONTROL
                                ? macLatency[port]
                                : s[at + LATENCY]));
    }

    private void observe(int port, long meta, int id, int bytes, long now) {
        if ((meta & WATCHED) != 0) {
            fabric.beforeTransmit(port, now);
        }
        if ((meta & CAPTURED) != 0) {
            fabric.onCaptured(port, id, now, now + wirePicos(port, bytes));
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
    long bring(int port, int id, int bytes, long sentPicos, long now) {
        int at = port << 3;
        long start = Math.max(sentPicos, state[at + BUSY]);
        long end = start + wirePicos(port, bytes);
        if ((state[at + META] & CAPTURED) != 0) {
            fabric.onCaptured(port, id, start, end);
        }
        state[at + BUSY] = end;
        state[at + TX_FRAMES]++;
        state[at + TX_BYTES] += bytes;
        records.setPort(id, peer(port));
        boolean control = records.kind(id) == EventKind.MAC_CONTROL;
        long arrival = end + (control ? macLatency[port] : state[at + LATENCY]);
        wheel.put(id, Math.max(arrival, now));
        return Math.max(0, now - arrival);
    }

    /** Sends the head of a queue, unless the port's scheme moves or holds it. */
    private void sendData(int port, int queue, long now) {
        if ((state[(port << 3) + META] & HOST) != 0) {
            pullFromHost(port, queue, now);
            return;
        }
        int id = queues[slot(port, queue) + HEAD];
        int ingress = records.port(id);
        EgressScheme scheme = schemes[port];
        if (scheme != null) {
            int to = scheme.onHead(id, localNumber(ingress), localNumber(port), queue);
            if (to != queue) {
                moveOrHold(port, queue, to, id, now);
                return;
            }
        }
        remove(port, queue);
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        fabric.hosts().intStamp(id, port, now);
        transmit(port, id, bytes, now);
        fabric.forwarding().onDequeue(id, ingress, port, queue, priority, bytes);
    }

    private void moveOrHold(int port, int queue, int to, int id, long now) {
        if (to == EgressScheme.HOLD) {
            fabric.hold(port, queue, DataPlane.NO_ROOT);
            return;
        }
        boolean firstWithheld = isPaused(port, to) && !holdsSomething(port, to);
        remove(port, queue);
        link(port, to, id, records.bytes(id), now);
        if (firstWithheld) {
            fabric.pauses().onWithheld(port, to);
        }
    }

    private void pullFromHost(int port, int queue, long now) {
        int q = slot(port, queue);
        int flow = queues[q + HEAD];
        HostStack hosts = fabric.hosts();
        EgressScheme scheme = schemes[port];
        if (scheme != null && !mayPull(hosts, scheme, port, queue, flow, now)) {
            return;
        }
        int id = hosts.nextPacket(flow);
        if (id != 0) {
            transmitFromHost(port, queue, id, now);
        }
        turnRing(port, queue, flow, hosts.hasPacket(flow));
    }

    private void transmitFromHost(int port, int queue, int id, long now) {
        int ingress = records.port(id);
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        transmit(port, id, bytes, now);
        if (ingress != 0) {
            lines[port << 2 | DATA_BYTES] -= bytes;
            fabric.forwarding().onDequeue(id, ingress, port, queue, priority, bytes);
        } else if (schemes[port] != null) {
            schemes[port].onDequeue(id, 0, localNumber(port), queue);
        }
    }

    /** Asks the scheme whether a flow's next packet may go; does what it answers. */
    private boolean mayPull(
            HostStack hosts, EgressScheme scheme, int port, int queue, int flow, long now) {
        int answer;
        if (hosts.isRelay(flow)) {
            int head = hosts.relayHead(flow);
            int ingress = localNumber(records.port(head));
            answer = scheme.onHead(head, ingress, localNumber(port), queue);
        } else {
            int bytes = hosts.nextPacketBytes(flow);
            if (bytes == 0) {
                return true;
            }
            answer = scheme.onFlowHead(flow, localNumber(port), queue, bytes);
        }
        if (answer == EgressScheme.HOLD) {
            fabric.hold(port, queue, DataPlane.NO_ROOT);
        } else if (answer == EgressScheme.PARK) {
            hosts.park(flow);
            turnRing(port, queue, flow, false);
        } else if (answer != queue) {
            hosts.appendRelayed(hosts.nextPacket(flow), port, answer, now);
            turnRing(port, queue, flow, hosts.hasPacket(flow));
        }
        return answer == queue;
    }

    /** Moves the flow at the head of a host's ring to its tail, or out of it. */
    private void turnRing(int port, int queue, int flow, boolean more) {
        int q = slot(port, queue);
        int[] nextFlow = fabric.hosts().nextFlow();
        int next = nextFlow[flow];
        if (next == 0) {
            if (!more) {
                queues[q + HEAD] = 0;
                queues[q + TAIL] = 0;
                queues[q + DEFICIT] = 0;
                clearBacklog(port, queue);
                fabric.hosts().leftQueue(flow);
            }
            return;
        }
        queues[q + HEAD] = next;
        if (more) {
            nextFlow[queues[q + TAIL]] = flow;
            nextFlow[flow] = 0;
            queues[q + TAIL] = flow;
        } else {
            fabric.hosts().leftQueue(flow);
        }
    }

    /** Relayed bytes that wait at a host's port; its own packets are not made before they leave. */
    void addRelayedBytes(int port, int bytes) {
        lines[port << 2 | DATA_BYTES] += bytes;
    }

    private void link(int port, int queue, int id, int bytes, long now) {
        int q = slot(port, queue);
        int tail = queues[q + TAIL];
        records.setJoined(id, now);
        records.setNext(id, 0);
        if (tail == 0) {
            queues[q + HEAD] = id;
            markBacklog(port, queue);
        } else {
            records.setNext(tail, id);
        }
        queues[q + TAIL] = id;
        queues[q + BYTES] += bytes;
        if (queue < ackQueue) {
            lines[port << 2 | DATA_BYTES] += bytes;
        }
    }

    private int remove(int port, int queue) {
        int q = slot(port, queue);
        int id = queues[q + HEAD];
        int next = records.next(id);
        int bytes = records.bytes(id);
        queues[q + HEAD] = next;
        queues[q + BYTES] -= bytes;
        if (queue < ackQueue) {
            lines[port << 2 | DATA_BYTES] -= bytes;
        }
        if (next == 0) {
            queues[q + TAIL] = 0;
            queues[q + DEFICIT] = 0;
            clearBacklog(port, queue);
        }
        return id;
    }

    private void markBacklog(int port, int queue) {
        if (!wide) {
            state[(port << 3) + BACKLOG] |= 1L << queue;
        } else if (queue >= ackQueue) {
            state[(port << 3) + BACKLOG] |= 1L << strictBit + queue - ackQueue;
        } else {
            groupBacklog[port * groups + (queue >> 6)] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        }
    }

    private void clearBacklog(int port, int queue) {
        if (!wide) {
            state[(port << 3) + BACKLOG] &= ~(1L << queue);
        } else if (queue >= ackQueue) {
            state[(port << 3) + BACKLOG] &= ~(1L << strictBit + queue - ackQueue);
        } else {
            groupBacklog[port * groups + (queue >> 6)] &= ~(1L << queue);
            refreshGroup(port, queue >> 6);
        }
    }

    private void refreshGroup(int port, int group) {
        int at = port * groups + group;
        if ((groupBacklog[at] & ~groupPaused[at]) != 0) {
            state[(port << 3) + BACKLOG] |= 1L << group;
        } else {
            state[(port << 3) + BACKLOG] &= ~(1L << group);
        }
    }

    /** Next queue by level and deficit, of the bits in {@code ready}. */
    private int pick(int port, long ready) {
        long data = levelMask == null ? ready : highestLevel(port, ready);
        if ((data & data - 1) == 0) {
            return Long.numberOfTrailingZeros(data);
        }
        int queue = lines[port << 2 | CURRENT];
        while (true) {
            if ((data >>> queue & 1) != 0 && takeDeficit(port, queue)) {
                return queue;
            }
            long after = data & -2L << queue;
            queue = Long.numberOfTrailingZeros(after != 0 ? after : data);
            queues[slot(port, queue) + DEFICIT] += lines[port << 2 | QUANTUM];
        }
    }

    private long highestLevel(int port, long ready) {
        for (int level = LEVELS - 1; level > 0; level--) {
            long candidates = ready & levelMask[port * LEVELS + level];
            if (candidates != 0) {
                return candidates;
            }
        }
        return ready;
    }

    /** As {@link #pick}, over all groups. */
    private int pickWide(int port) {
        int level = LEVELS - 1;
        while (level > 0 && nextWide(port, 0, level) < 0) {
            level--;
        }
        int queue = lines[port << 2 | CURRENT];
        if (nextWide(port, queue, level) != queue) {
            queue = creditNextWide(port, queue, level);
        }
        while (!takeDeficit(port, queue)) {
            queue = creditNextWide(port, queue, level);
        }
        return queue;
    }

    private int creditNextWide(int port, int queue, int level) {
        int next = nextWide(port, queue + 1, level);
        if (next < 0) {
            next = nextWide(port, 0, level);
        }
        queues[slot(port, next) + DEFICIT] += lines[port << 2 | QUANTUM];
        return next;
    }

    /** First queue of a level from {@code from} on that may send; -1 if none. */
    private int nextWide(int port, int from, int level) {
        for (int group = from >> 6; group < groups; group++) {
            int at = port * groups + group;
            long ready = groupBacklog[at] & ~groupPaused[at];
            if (levelMask != null) {
                ready &= levelMask[at * LEVELS + level];
            } else if (level > 0) {
                return -1;
            }
            if (group == from >> 6) {
                ready &= -1L << from;
            }
            if (ready != 0) {
                return group << 6 | Long.numberOfTrailingZeros(ready);
            }
        }
        return -1;
    }

    private boolean takeDeficit(int port, int queue) {
        int q = slot(port, queue);
        int bytes = headBytes(port, queue);
        if (queues[q + DEFICIT] < bytes) {
            return false;
        }
        queues[q + DEFICIT] -= bytes;
        lines[port << 2 | CURRENT] = queue;
        return true;
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
            wheel.put(lines[port << 2 | FREE_EVENT], Math.max(now, state[at + BUSY]));
        }
    }

    private int slot(int port, int queue) {
        return (port * queueCount + queue) << 2;
    }
}
