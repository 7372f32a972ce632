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
    private static final int RESPONSE_LEVEL = DataPlane.LEVELS;
    private static final int CONTROL_LEVEL = RESPONSE_LEVEL + 1;

    private final PacketTable packets;
    private final QueueRings rings;
    private final SourceTable sources;
    private final QueuePauses pauses;
    private final EgressScheduler scheduler;
    private final int dataQueues;

    /** By queue, the bound of own frame bytes that wait. */
    private final long ownLimitBytes;

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
        this.dataQueues = dataQueues;
        int all = dataQueues + 2;
        rings = new QueueRings(packets, all, CONTROL_LEVEL + 1);
        sources = rings.sources;
        pauses = rings.pauses;
        scheduler = new EgressScheduler(packets, rings, port, ports, dataQueues, maxFrameBytes);
        this.ownLimitBytes = ownLimitBytes;
        rings.ready.setLevel(control(), CONTROL_LEVEL);
        rings.ready.setLevel(responses(), RESPONSE_LEVEL);
    }

    /** Lets a scheme choose; before the first frame. */
    public void setScheme(EgressScheme egressScheme) {
        scheduler.setScheme(egressScheme);
    }

    /** Queues that schemes number, 0 up to this. */
    public int dataQueues() {
        return dataQueues;
    }

    /** The high-priority queue: acknowledgements and congestion notices. */
    public int responses() {
        return dataQueues;
    }

    /** Flow-control frames: ahead of all, and never paused. */
    public int control() {
        return dataQueues + 1;
    }

    // ---- what comes in

    /** Puts a frame from elsewhere at the tail of a queue. */
    public void enqueue(int packet, int queue) {
        int bytes = packets.frameBytes(packet);
        rings.append(rings.relaySource[queue], packet, bytes, queue);
        scheduler.onEnqueue(packet, bytes, queue);
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
        int source = rings.relaySource[queue];
        rings.appendRun(source, first, packets.lastAdded(), packets.lastRunBytes(), queue);
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
            if (rings.ownBytes[queue] + bytes > ownLimitBytes
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
            rings.ownBytes[queue] += bytes;
            rings.append(source, packet, bytes, queue);
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
        scheduler.fill(burst, nowNanos);
    }

    /** Packet of a frame of the burst that was filled last. */
    public int filled(int index) {
        return scheduler.filled(index);
    }

    /** The port took the first frames of the burst; the others go back to where they were. */
    public void onSent(Burst burst, int taken) {
        scheduler.onSent(burst, taken);
    }

    // ---- pauses

    /** Pauses a queue on a pause frame's account until a time. */
    public void pause(int queue, long untilNanos, long nowNanos) {
        pauses.begin(queue, QueuePauses.BY_FRAME, untilNanos, nowNanos);
        rings.ready.set(queue, false);
    }

    public void resume(int queue, long nowNanos) {
        pauses.end(queue, QueuePauses.BY_FRAME, nowNanos);
        rings.renew(queue);
    }

    /** Pauses all but flow control until a time (IEEE 802.3, Annex 31B); 0 lets it go. */
    public void pauseLink(long untilNanos, long nowNanos) {
        for (int queue = 0; queue <= dataQueues; queue++) {
            if (untilNanos == 0) {
                pauses.end(queue, QueuePauses.BY_LINK, nowNanos);
                rings.renew(queue);
            } else {
                pauses.begin(queue, QueuePauses.BY_LINK, untilNanos, nowNanos);
                rings.ready.set(queue, false);
            }
        }
    }

    /** Pauses a queue on its scheme's account. */
    public void hold(int queue, long nowNanos) {
        pauses.begin(queue, QueuePauses.BY_SCHEME, DataPlane.FOREVER, nowNanos);
        rings.ready.set(queue, false);
    }

    public void release(int queue, long nowNanos) {
        pauses.end(queue, QueuePauses.BY_SCHEME, nowNanos);
        pauses.end(queue, QueuePauses.BY_ANSWER, nowNanos);
        rings.renew(queue);
    }

    /** When a pause runs out next. */
    public long nextExpiryNanos() {
        return pauses.nextExpiryNanos();
    }

    /** Ends the pauses that have run out. */
    public void expire(long nowNanos) {
        for (int queue = 0; queue <= dataQueues; queue++) {
            pauses.expire(queue, nowNanos);
            rings.renew(queue);
        }
        pauses.renewExpiry();
    }

    /** Lets a parked source send again. */
    public void unpark(int source) {
        if (sources.isParked(source)) {
            sources.setParked(source, false);
            if (sources.head(source) != 0) {
                // One whose frames the port gave back stands in its ring, parked or not.
                rings.joinIfAway(source, sources.queue(source));
            }
        }
    }

    // ---- settings and readings

    /** Sets the level of a data queue, as {@link DataPlane#setLevel} has it. */
    public void setLevel(int queue, int level) {
        rings.ready.setLevel(queue, level);
    }

    /**
     * Paces the whole port.
     *
     * @param bitsPerSecond of the line, preambles and gaps counted; 0 for as fast as it goes
     * @param slackNanos time that may be made up for after a late turn
     */
    public void setLineRate(long bitsPerSecond, long slackNanos) {
        scheduler.line().set(bitsPerSecond, slackNanos);
    }

    public boolean isPaused(int queue) {
        return pauses.isPaused(queue);
    }

    /** Relayed frame bytes that wait in a queue. */
    public long relayBytes(int queue) {
        return sources.bytes(rings.relaySource[queue]);
    }

    /** Own frame bytes that wait in a queue. */
    public long ownBytes(int queue) {
        return rings.ownBytes[queue];
    }

    /** Relayed frame bytes that wait and came in by a port; 0 without a scheme. */
    public long transitBytes(int ingressPort) {
        return scheduler.transitBytes(ingressPort);
    }

    /** Frames handed to the port by a queue. */
    public long sentFrames(int queue) {
        return rings.sentFrames[queue];
    }

    public long sentBytes(int queue) {
        return rings.sentBytes[queue];
    }

    /** Time a queue was paused. */
    public long pausedNanos(int queue, long nowNanos) {
        return pauses.pausedNanos(queue, nowNanos);
    }

    /** How often a queue was paused. */
    public long pauses(int queue) {
        return pauses.pauses(queue);
    }

    /**
     * How late frames left at most: since the line was free for them, or if that was later, since
     * the last turn that had nothing to send, after which they came or were let go.
     */
    public Lateness lateness() {
        return scheduler.lateness();
    }

    /** When queues were paused and resumed. */
    public PauseLog pauseLog() {
        return pauses.log();
    }

    /** Own frame bytes of a source that wait. */
    public long sourceBytes(int source) {
        return sources.bytes(source);
    }

    /** Whether some frame may go once the line is free. */
    public boolean hasReady() {
        return rings.ready.highestLevel() >= 0;
    }

    /** When the line takes the next frame; may be past. */
    public long lineFreeNanos() {
        return scheduler.line().freeNanos();
    }

    /** Data queues, the one for responses, the one for control. */
    public int allQueues() {
        return dataQueues + 2;
    }
}
