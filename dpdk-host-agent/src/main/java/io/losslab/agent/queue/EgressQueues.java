package io.losslab.agent.queue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;

/**
 * The egress queues of a port: control frames first, then responses (ACK, CNP), then data queues by
 * level, those of a level by deficit round robin. Own flows and relayed frames of a queue take
 * turns, a frame each.
 *
 * <p>Own frames are bounded by flow and by queue, and {@link #offer} says how many it took: the
 * sender keeps the others, none is dropped. One thread; nothing is allocated per frame.
 */
public final class EgressQueues {
    private static final int LEVELS = 6;
    private static final int CONTROL_LEVEL = 5;
    private static final int RESPONSE_LEVEL = 4;

    private final PacketTable packets;
    private final SourceTable sources;
    private final ReadyQueues ready;
    private final Stops stops;
    private final RateLimits limits;
    private final int port;
    private final int dataQueues;
    private final int quantumBytes;
    private final LineRate line = new LineRate();
    private long turnNanos;
    private EgressScheme scheme;

    /*
     * By queue: ring of its sources, source of what it relays, own frame bytes that wait and their
     * bound, what the round robin still owes it, frames and bytes sent.
     */
    private final int[] ringHead;
    private final int[] ringTail;
    private final int[] relaySource;
    private final long[] ownBytes;
    private final long[] ownLimitBytes;
    private final int[] deficitBytes;
    private final long[] sentFrames;
    private final long[] sentBytes;

    /** By ingress port: relayed frame bytes that wait here; kept only for a scheme. */
    private final long[] transitBytes;

    /** Queues that wait for their rate, bit by bit, and when the first of them may go. */
    private final boolean[] limited;

    private long nextLimitNanos = DataPlane.FOREVER;
    private int limitedCount;

    /** The frames handed to the port last, and their queues. */
    private final int[] staged = new int[Burst.CAPACITY];

    private final int[] stagedSource = new int[Burst.CAPACITY];

    /**
     * Makes the queues.
     *
     * @param port its number, from 1
     * @param ports how many the device has
     * @param dataQueues 1..256
     * @param ownLimitBytes of own frames that may wait in a queue
     * @param maxFrameBytes longest frame, destination MAC to FCS
     */
    public EgressQueues(
            PacketTable packets,
            int port,
            int ports,
            int dataQueues,
            long ownLimitBytes,
            int maxFrameBytes) {
        this.packets = packets;
        this.port = port;
        this.dataQueues = dataQueues;
        this.quantumBytes = maxFrameBytes;
        int all = dataQueues + 2;
        sources = new SourceTable(packets);
        ready = new ReadyQueues(all, LEVELS);
        stops = new Stops(all);
        limits = new RateLimits(all);
        ringHead = new int[all];
        ringTail = new int[all];
        relaySource = new int[all];
        ownBytes = new long[all];
        this.ownLimitBytes = new long[all];
        deficitBytes = new int[all];
        sentFrames = new long[all];
        sentBytes = new long[all];
        limited = new boolean[all];
        transitBytes = new long[ports + 1];
        for (int queue = 0; queue < all; queue++) {
            relaySource[queue] = sources.add(queue, 0);
            this.ownLimitBytes[queue] = ownLimitBytes;
        }
        ready.setLevel(control(), CONTROL_LEVEL);
        ready.setLevel(responses(), RESPONSE_LEVEL);
    }

    /** Lets a scheme choose; before the first frame. */
    public void setScheme(EgressScheme egressScheme) {
        scheme = egressScheme;
    }

    /** Queues that schemes number, 0 up to this. */
    public int dataQueues() {
        return dataQueues;
    }

    /** The high-priority queue: acknowledgements and congestion notices. */
    public int responses() {
        return dataQueues;
    }

    /** Flow-control frames: ahead of all, and never stopped. */
    public int control() {
        return dataQueues + 1;
    }

    // ---- what comes in

    /** Puts a frame from elsewhere at the tail of a queue. */
    public void enqueue(int packet, int queue) {
        int bytes = frameBytes(packet);
        append(relaySource[queue], packet, bytes, queue);
        if (scheme != null && queue < dataQueues) {
            transitBytes[packets.ingress(packet)] += bytes;
            scheme.onEnqueue(packet, packets.ingress(packet), port, queue);
        }
    }

    /**
     * Puts frames of a burst at the tail of a queue that no scheme watches; there must be room for
     * them.
     *
     * @param from index of the first
     * @param to index behind the last, above {@code from}
     */
    public void enqueueRun(Burst in, int from, int to, int ingress, int priority, int queue) {
        int first = packets.addRun(in, from, to, ingress, priority);
        int source = relaySource[queue];
        sources.appendRun(source, first, packets.lastAdded(), packets.lastRunBytes());
        if (!sources.isQueued(source)) {
            join(source, queue);
        }
    }

    /** Makes room for an own flow's frames; returns its source. */
    public int addFlow(int flow, int queue) {
        return sources.add(queue, flow);
    }

    /** An own flow is over and has no frame left here. */
    public void removeFlow(int source) {
        if (sources.head(source) != 0) {
            throw new IllegalStateException("source " + source + " still has frames");
        }
        sources.remove(source);
    }

    /**
     * Takes own frames of a flow from the front of a burst, as many as fit.
     *
     * @param flowLimitBytes most frame bytes of the flow that may wait
     * @param priority they carry
     * @return how many it took; the others stay the caller's
     */
    public int offer(int source, Burst burst, int flowLimitBytes, int priority) {
        int queue = sources.queue(source);
        int taken = 0;
        while (taken < burst.size() && packets.free() > 0) {
            int bytes = burst.length(taken) + RoceFrame.FCS_BYTES;
            if (ownBytes[queue] + bytes > ownLimitBytes[queue]
                    || sources.bytes(source) + bytes > flowLimitBytes) {
                break;
            }
            int packet =
                    packets.add(
                            burst.buffer(taken),
                            burst.data(taken),
                            burst.length(taken),
                            0,
                            priority);
            packets.setFlow(packet, sources.flow(source));
            ownBytes[queue] += bytes;
            append(source, packet, bytes, queue);
            taken++;
        }
        return taken;
    }

    // ---- what goes out

    /**
     * Fills a burst with the frames that go next. Their buffers are the caller's until he says by
     * {@link #onSent} what became of them.
     */
    public void fill(Burst burst, long nowNanos) {
        turnNanos = nowNanos;
        if (nowNanos >= nextLimitNanos) {
            wakeLimited();
        }
        while (burst.size() < Burst.CAPACITY && line.allows(nowNanos)) {
            int level = ready.highestLevel();
            if (level < 0) {
                return;
            }
            int queue = ready.current(level);
            if (!ready.isReady(queue)) {
                queue = ready.advance(level);
                deficitBytes[queue] += quantumBytes;
            }
            serve(queue, level, burst, nowNanos);
        }
    }

    /** The port took the first frames of the burst; the others go back to where they were. */
    public void onSent(Burst burst, int taken) {
        for (int i = burst.size() - 1; i >= taken; i--) {
            giveBack(staged[i], stagedSource[i]);
        }
        for (int i = 0; i < taken; i++) {
            packets.remove(staged[i]);
        }
        burst.clear();
    }

    // ---- stops

    /** Stops a queue on a pause frame's account until a time. */
    public void pause(int queue, long untilNanos, long nowNanos) {
        stops.begin(queue, Stops.BY_FRAME, untilNanos, nowNanos);
        ready.set(queue, false);
    }

    public void resume(int queue, long nowNanos) {
        stops.end(queue, Stops.BY_FRAME, nowNanos);
        renew(queue);
    }

    /** Stops all but flow control until a time (IEEE 802.3, Annex 31B); 0 lets it go. */
    public void pauseLink(long untilNanos, long nowNanos) {
        for (int queue = 0; queue <= dataQueues; queue++) {
            if (untilNanos == 0) {
                stops.end(queue, Stops.BY_LINK, nowNanos);
                renew(queue);
            } else {
                stops.begin(queue, Stops.BY_LINK, untilNanos, nowNanos);
                ready.set(queue, false);
            }
        }
    }

    /** Stops a queue on its scheme's account. */
    public void hold(int queue, long nowNanos) {
        stops.begin(queue, Stops.BY_SCHEME, DataPlane.FOREVER, nowNanos);
        ready.set(queue, false);
    }

    public void release(int queue, long nowNanos) {
        stops.end(queue, Stops.BY_SCHEME, nowNanos);
        renew(queue);
    }

    /** When a pause runs out next. */
    public long nextExpiryNanos() {
        return stops.nextExpiryNanos();
    }

    /** Ends the pauses that have run out. */
    public void expire(long nowNanos) {
        for (int queue = 0; queue <= dataQueues; queue++) {
            stops.expire(queue, nowNanos);
            renew(queue);
        }
        stops.renewExpiry();
    }

    /** Lets a parked source send again. */
    public void unpark(int source) {
        if (sources.isParked(source)) {
            sources.setParked(source, false);
            // One whose frames the port gave back stands in its ring, parked or not.
            if (sources.head(source) != 0 && !sources.isQueued(source)) {
                join(source, sources.queue(source));
            }
        }
    }

    // ---- settings and readings

    /** Sets the level of a data queue, 0..3. */
    public void setLevel(int queue, int level) {
        ready.setLevel(queue, level);
    }

    /**
     * Bounds the rate of a queue.
     *
     * @param bitsPerSecond of frame bytes; 0 for none
     * @param burstBytes that may go at once after a rest
     */
    public void setRate(int queue, long bitsPerSecond, int burstBytes) {
        limits.set(queue, bitsPerSecond, burstBytes);
    }

    /**
     * Paces the whole port.
     *
     * @param bitsPerSecond of the line, preambles and gaps counted; 0 for as fast as it goes
     * @param slackNanos time that may be made up for after a late turn
     */
    public void setLineRate(long bitsPerSecond, long slackNanos) {
        line.set(bitsPerSecond, slackNanos);
    }

    /** Bounds the own frames that may wait in a queue. */
    public void setOwnLimit(int queue, long bytes) {
        ownLimitBytes[queue] = bytes;
    }

    public boolean isStopped(int queue) {
        return stops.isStopped(queue);
    }

    /** Relayed frame bytes that wait in a queue. */
    public long relayBytes(int queue) {
        return sources.bytes(relaySource[queue]);
    }

    /** Own frame bytes that wait in a queue. */
    public long ownBytes(int queue) {
        return ownBytes[queue];
    }

    /** Relayed frame bytes that wait and came in by a port; 0 without a scheme. */
    public long transitBytes(int ingressPort) {
        return transitBytes[ingressPort];
    }

    /** Frames handed to the port by a queue. */
    public long sentFrames(int queue) {
        return sentFrames[queue];
    }

    public long sentBytes(int queue) {
        return sentBytes[queue];
    }

    /** Time a queue stood stopped. */
    public long stoppedNanos(int queue, long nowNanos) {
        return stops.stoppedNanos(queue, nowNanos);
    }

    /** How often a queue was stopped. */
    public long stops(int queue) {
        return stops.stops(queue);
    }

    /** Own frame bytes of a source that wait. */
    public long sourceBytes(int source) {
        return sources.bytes(source);
    }

    /** When a queue's rate lets a frame go next; {@link DataPlane#FOREVER} if none waits for it. */
    public long nextLimitNanos() {
        return nextLimitNanos;
    }

    /** Whether some frame may go once the line is free. */
    public boolean hasReady() {
        return ready.highestLevel() >= 0;
    }

    /** When the line takes the next frame; may be past. */
    public long lineFreeNanos() {
        return line.freeNanos();
    }

    /** Data queues, the one for responses, the one for control. */
    public int allQueues() {
        return dataQueues + 2;
    }

    // ---- inside

    /** The queue's turn: frames of one of its sources, as many as may go at a stretch. */
    private void serve(int queue, int level, Burst burst, long nowNanos) {
        int source = ringHead[queue];
        int packet = sources.head(source);
        if (packets.isAnnounced(packet)) {
            sendOne(packet, source, queue, burst);
            return;
        }
        int bytes = frameBytes(packet);
        if (deficitBytes[queue] < bytes) {
            deficitBytes[ready.advance(level)] += quantumBytes;
            return;
        }
        if (limits.isUnlimited(queue)
                && ringTail[queue] == source
                && (scheme == null || queue >= dataQueues)) {
            sendRun(packet, source, queue, burst);
        } else {
            sendAsked(packet, source, queue, bytes, burst, nowNanos);
        }
    }

    /** One frame, by leave of the queue's rate and the scheme. */
    private void sendAsked(
            int packet, int source, int queue, int bytes, Burst burst, long nowNanos) {
        if (!limits.allows(queue, bytes, nowNanos)) {
            waitForRate(queue, limits.readyNanos(queue, bytes));
            return;
        }
        boolean asks = scheme != null && queue < dataQueues;
        if (asks && !mayGo(packet, source, queue, bytes, nowNanos)) {
            return;
        }
        deficitBytes[queue] -= bytes;
        limits.onSent(queue, bytes, nowNanos);
        int ingress = packets.ingress(packet);
        if (asks) {
            transitBytes[ingress] -= sources.flow(source) == 0 ? bytes : 0;
            scheme.onDequeue(packet, ingress, port, queue);
        }
        sendOne(packet, source, queue, burst);
    }

    private void sendOne(int packet, int source, int queue, Burst burst) {
        int bytes = frameBytes(packet);
        sources.takeUpTo(source, packets.next(packet), bytes);
        if (sources.flow(source) != 0) {
            ownBytes[queue] -= bytes;
        }
        turn(source, queue);
        stage(packet, source, burst);
        sentFrames[queue]++;
        sentBytes[queue] += bytes;
    }

    /** Frames of a queue's only source, for as long as its deficit lasts, counted together. */
    private void sendRun(int first, int source, int queue, Burst burst) {
        boolean own = sources.flow(source) != 0;
        int deficit = deficitBytes[queue];
        int packet = first;
        int frames = 0;
        int sum = 0;
        while (packet != 0
                && burst.size() < Burst.CAPACITY
                && line.allows(turnNanos)
                && !packets.isAnnounced(packet)) {
            int bytes = frameBytes(packet);
            if (deficit < bytes) {
                break;
            }
            deficit -= bytes;
            sum += bytes;
            frames++;
            stage(packet, source, burst);
            packet = packets.next(packet);
        }
        deficitBytes[queue] = deficit;
        sentFrames[queue] += frames;
        sentBytes[queue] += sum;
        ownBytes[queue] -= own ? sum : 0;
        sources.takeUpTo(source, packet, sum);
        if (packet == 0) {
            leave(source, queue);
        }
    }

    private void stage(int packet, int source, Burst burst) {
        int index = burst.size();
        staged[index] = packet;
        stagedSource[index] = source;
        burst.add(packets.buffer(packet));
        line.onSent(1, frameBytes(packet), turnNanos);
    }

    /** Asks the scheme whether the first frame of a source may go; does what it answers. */
    private boolean mayGo(int packet, int source, int queue, int bytes, long nowNanos) {
        if (sources.isParked(source)) {
            // It was here for a frame that the port had given back.
            leave(source, queue);
            return false;
        }
        int flow = sources.flow(source);
        int answer =
                flow == 0
                        ? scheme.onHead(packet, packets.ingress(packet), port, queue)
                        : scheme.onFlowHead(flow, port, queue, bytes);
        if (answer == queue) {
            return ready.isReady(queue);
        }
        if (answer == EgressScheme.HOLD) {
            stops.begin(queue, Stops.BY_SCHEME, DataPlane.FOREVER, nowNanos);
            ready.set(queue, false);
        } else if (answer == EgressScheme.PARK) {
            sources.setParked(source, true);
            leave(source, queue);
        } else {
            sources.takeUpTo(source, packets.next(packet), bytes);
            turn(source, queue);
            packets.setNext(packet, 0);
            append(relaySource[answer], packet, bytes, answer);
        }
        return false;
    }

    private void giveBack(int packet, int source) {
        int bytes = frameBytes(packet);
        int queue = sources.queue(source);
        packets.setAnnounced(packet);
        sentFrames[queue]--;
        sentBytes[queue] -= bytes;
        line.onSent(-1, -bytes, turnNanos);
        if (sources.flow(source) != 0) {
            ownBytes[queue] += bytes;
        }
        sources.push(source, packet, bytes);
        joinFront(source, queue);
    }

    private void append(int source, int packet, int bytes, int queue) {
        sources.append(source, packet, bytes);
        if (!sources.isQueued(source) && !sources.isParked(source)) {
            join(source, queue);
        }
    }

    private void join(int source, int queue) {
        sources.setQueued(source, true);
        sources.setNextInRing(source, 0);
        if (ringHead[queue] == 0) {
            ringHead[queue] = source;
        } else {
            sources.setNextInRing(ringTail[queue], source);
        }
        ringTail[queue] = source;
        renew(queue);
    }

    private void joinFront(int source, int queue) {
        if (sources.isQueued(source)) {
            return;
        }
        sources.setQueued(source, true);
        sources.setNextInRing(source, ringHead[queue]);
        if (ringHead[queue] == 0) {
            ringTail[queue] = source;
        }
        ringHead[queue] = source;
        renew(queue);
    }

    /** The source at the head of a ring has had its turn. */
    private void turn(int source, int queue) {
        if (sources.head(source) == 0) {
            leave(source, queue);
        } else if (ringTail[queue] != source) {
            ringHead[queue] = sources.nextInRing(source);
            sources.setNextInRing(ringTail[queue], source);
            sources.setNextInRing(source, 0);
            ringTail[queue] = source;
        }
    }

    /** Takes the source at the head of a ring out of it. */
    private void leave(int source, int queue) {
        int next = sources.nextInRing(source);
        sources.setQueued(source, false);
        ringHead[queue] = next;
        if (next == 0) {
            ringTail[queue] = 0;
            deficitBytes[queue] = 0;
            ready.set(queue, false);
        }
    }

    private void renew(int queue) {
        ready.set(queue, ringHead[queue] != 0 && !stops.isStopped(queue) && !limited[queue]);
    }

    private void waitForRate(int queue, long untilNanos) {
        limited[queue] = true;
        limitedCount++;
        nextLimitNanos = Math.min(nextLimitNanos, untilNanos);
        ready.set(queue, false);
    }

    /** Lets all that wait for their rate look again; there are few of them. */
    private void wakeLimited() {
        nextLimitNanos = DataPlane.FOREVER;
        for (int queue = 0; queue < limited.length && limitedCount > 0; queue++) {
            if (limited[queue]) {
                limited[queue] = false;
                limitedCount--;
                renew(queue);
            }
        }
    }

    private int frameBytes(int packet) {
        return Math.max(RoceFrame.MIN_FRAME_BYTES, packets.length(packet) + RoceFrame.FCS_BYTES);
    }
}
