package io.losslab.agent.queue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.flowcontrol.EgressScheme;

/**
 * Which frame of a port's queues goes next: the queues of the highest level that has a ready one,
 * by deficit round robin, by leave of their rates and of the port's scheme. One thread; nothing is
 * allocated per frame.
 */
final class EgressScheduler {
    /** Later than any turn. */
    private static final long NOTHING_OWED = Long.MAX_VALUE / 2;

    private final PacketTable packets;
    private final QueueRings rings;
    private final SourceTable sources;
    private final ReadyQueues ready;
    private final int port;
    private final int dataQueues;
    private final int quantumBytes;
    private final LineRate line = new LineRate();
    private final Lateness lateness = new Lateness();
    private long turnNanos;

    /** When a turn last found nothing that might go: what goes now came later. */
    private long idleNanos;

    /** Since when the first of the frames is late that the port gave back. */
    private long owedNanos = NOTHING_OWED;

    private EgressScheme scheme;

    /** By ingress port: relayed frame bytes that wait here; kept only for a scheme. */
    private final long[] transitBytes;

    /** The frames handed to the port last, and their sources. */
    private final int[] staged = new int[Burst.CAPACITY];

    private final int[] stagedSource = new int[Burst.CAPACITY];
    private final long[] stagedLateNanos = new long[Burst.CAPACITY];

    EgressScheduler(
            PacketTable packets,
            QueueRings rings,
            int port,
            int ports,
            int dataQueues,
            int quantumBytes) {
        this.packets = packets;
        this.rings = rings;
        this.sources = rings.sources;
        this.ready = rings.ready;
        this.port = port;
        this.dataQueues = dataQueues;
        this.quantumBytes = quantumBytes;
        transitBytes = new long[ports + 1];
    }

    void setScheme(EgressScheme egressScheme) {
        scheme = egressScheme;
    }

    Lateness lateness() {
        return lateness;
    }

    LineRate line() {
        return line;
    }

    long transitBytes(int ingressPort) {
        return transitBytes[ingressPort];
    }

    /** A relayed frame was put into a queue: tells the scheme. */
    void onEnqueue(int packet, int bytes, int queue) {
        if (scheme != null && queue < dataQueues) {
            int ingress = packets.ingress(packet);
            transitBytes[ingress] += bytes;
            scheme.onEnqueue(packet, ingress, port, queue);
            int tagBytes = packets.frameBytes(packet) - bytes;
            transitBytes[ingress] += tagBytes;
            sources.lengthen(rings.relaySource[queue], tagBytes);
        }
    }

    /** As {@link EgressQueues#fill}. */
    void fill(Burst burst, long nowNanos) {
        turnNanos = nowNanos;
        while (burst.size() < Burst.CAPACITY && line.allows(nowNanos)) {
            int level = ready.highestLevel();
            if (level < 0) {
                idleNanos = nowNanos;
                return;
            }
            int queue = ready.current(level);
            if (!ready.isReady(queue) || ready.level(queue) != level) {
                queue = ready.advance(level);
                rings.deficitBytes[queue] += quantumBytes;
            }
            serve(queue, level, burst, nowNanos);
        }
    }

    /** As {@link EgressQueues#filled}. */
    int filled(int index) {
        return staged[index];
    }

    /** As {@link EgressQueues#onSent}. */
    void onSent(Burst burst, int taken) {
        if (taken < burst.size()) {
            owedNanos = turnNanos - stagedLateNanos[taken];
        }
        for (int i = burst.size() - 1; i >= taken; i--) {
            lateness.strike(stagedLateNanos[i]);
            giveBack(staged[i], stagedSource[i]);
        }
        for (int i = 0; i < taken; i++) {
            packets.remove(staged[i]);
        }
        burst.clear();
    }

    /** The queue's turn: frames of one of its sources, as many as may go at a stretch. */
    private void serve(int queue, int level, Burst burst, long nowNanos) {
        int source = rings.first(queue);
        int packet = sources.head(source);
        if (packets.isAnnounced(packet)) {
            sendOne(packet, source, queue, packets.frameBytes(packet), burst);
            rings.onAnnouncedSent(queue);
            return;
        }
        if (rings.pauses.isPaused(queue)) {
            // Only frames that were let go before may go, and one of them is in another source.
            rings.turn(source, queue);
            return;
        }
        int bytes = packets.frameBytes(packet);
        if (rings.deficitBytes[queue] < bytes) {
            rings.deficitBytes[ready.advance(level)] += quantumBytes;
            return;
        }
        boolean asks = scheme != null && queue < dataQueues;
        if (!asks && rings.isAlone(source, queue)) {
            sendRun(packet, source, queue, burst);
        } else if (!asks || mayGo(packet, source, queue, bytes, nowNanos)) {
            rings.deficitBytes[queue] -= bytes;
            if (asks) {
                int ingress = packets.ingress(packet);
                transitBytes[ingress] -= sources.flow(source) == 0 ? bytes : 0;
                scheme.relabel(packet, ingress);
                scheme.onDequeue(packet, ingress, port, queue);
            }
            sendOne(packet, source, queue, bytes, burst);
        }
    }

    /**
     * Sends the first frame of a source.
     *
     * @param bytes by which it counts there; a scheme may have tagged it since
     */
    private void sendOne(int packet, int source, int queue, int bytes, Burst burst) {
        sources.takeUpTo(source, packets.next(packet), bytes);
        if (sources.flow(source) != 0) {
            rings.ownBytes[queue] -= bytes;
        }
        rings.turn(source, queue);
        stage(packet, source, burst);
        rings.sentFrames[queue]++;
        rings.sentBytes[queue] += packets.frameBytes(packet);
    }

    /** Frames of a queue's only source, for as long as its deficit lasts, counted together. */
    private void sendRun(int first, int source, int queue, Burst burst) {
        boolean own = sources.flow(source) != 0;
        int deficit = rings.deficitBytes[queue];
        int packet = first;
        int frames = 0;
        int sum = 0;
        while (packet != 0
                && burst.size() < Burst.CAPACITY
                && line.allows(turnNanos)
                && !packets.isAnnounced(packet)) {
            int bytes = packets.frameBytes(packet);
            if (deficit < bytes) {
                break;
            }
            deficit -= bytes;
            sum += bytes;
            frames++;
            stage(packet, source, burst);
            packet = packets.next(packet);
        }
        rings.deficitBytes[queue] = deficit;
        rings.sentFrames[queue] += frames;
        rings.sentBytes[queue] += sum;
        rings.ownBytes[queue] -= own ? sum : 0;
        sources.takeUpTo(source, packet, sum);
        if (packet == 0) {
            rings.leave(source, queue);
        }
    }

    private void stage(int packet, int source, Burst burst) {
        int index = burst.size();
        staged[index] = packet;
        stagedSource[index] = source;
        burst.add(packets.buffer(packet));
        stagedLateNanos[index] =
                Math.max(line.lateNanos(idleNanos, turnNanos), turnNanos - owedNanos);
        owedNanos = NOTHING_OWED;
        lateness.add(stagedLateNanos[index]);
        line.onSent(1, packets.frameBytes(packet), idleNanos, turnNanos);
    }

    /** Asks the scheme whether the first frame of a source may go; does what it answers. */
    private boolean mayGo(int packet, int source, int queue, int bytes, long nowNanos) {
        if (sources.isParked(source)) {
            // It was here for a frame that the port had given back.
            rings.leave(source, queue);
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
            rings.waitForScheme(queue, nowNanos);
        } else if (answer == EgressScheme.PARK) {
            sources.setParked(source, true);
            rings.leave(source, queue);
        } else {
            sources.takeUpTo(source, packets.next(packet), bytes);
            rings.turn(source, queue);
            packets.setNext(packet, 0);
            rings.append(rings.relaySource[answer], packet, bytes, answer);
        }
        return false;
    }

    private void giveBack(int packet, int source) {
        int bytes = packets.frameBytes(packet);
        int queue = sources.queue(source);
        packets.setAnnounced(packet);
        rings.sentFrames[queue]--;
        rings.sentBytes[queue] -= bytes;
        line.onSent(-1, -bytes, idleNanos, turnNanos);
        if (sources.flow(source) != 0) {
            rings.ownBytes[queue] += bytes;
        }
        rings.giveBack(source, packet, bytes, queue);
    }
}
