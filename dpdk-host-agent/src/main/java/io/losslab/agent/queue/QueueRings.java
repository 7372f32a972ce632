package io.losslab.agent.queue;

import io.losslab.flowcontrol.DataPlane;

/**
 * What the queues of a port hold, and which of them may be served: each has a ring of the sources
 * that have frames, and is ready while it has one and no pause stops it. One thread; nothing is
 * allocated per frame.
 */
final class QueueRings {
    final SourceTable sources;
    final ReadyQueues ready;
    final QueuePauses pauses;

    /*
     * By queue: source of what it relays, own frame bytes that wait, what the round robin still owes
     * it, frames and bytes sent; ring of its sources.
     */
    final int[] relaySource;
    final long[] ownBytes;
    final int[] deficitBytes;
    final long[] sentFrames;
    final long[] sentBytes;

    /** By queue: frames that its scheme let go, but that the port gave back. */
    private final int[] announced;

    private final int[] ringHead;
    private final int[] ringTail;

    QueueRings(PacketTable packets, int queues, int levels) {
        sources = new SourceTable(packets);
        ready = new ReadyQueues(queues, levels);
        pauses = new QueuePauses(queues);
        relaySource = new int[queues];
        ownBytes = new long[queues];
        deficitBytes = new int[queues];
        sentFrames = new long[queues];
        sentBytes = new long[queues];
        announced = new int[queues];
        ringHead = new int[queues];
        ringTail = new int[queues];
        for (int queue = 0; queue < queues; queue++) {
            relaySource[queue] = sources.add(queue, 0);
        }
    }

    /** Source whose turn it is in a queue; 0 if none has a frame. */
    int first(int queue) {
        return ringHead[queue];
    }

    /** Whether a source at the head of its ring is alone there. */
    boolean isAlone(int source, int queue) {
        return ringTail[queue] == source;
    }

    /** Puts a frame to the end of a source. */
    void append(int source, int packet, int bytes, int queue) {
        sources.append(source, packet, bytes);
        joinIfAway(source, queue);
    }

    /** Puts a list of frames to the end of a source. */
    void appendRun(int source, int first, int last, int bytes, int queue) {
        sources.appendRun(source, first, last, bytes);
        joinIfAway(source, queue);
    }

    /** The port gave a frame back: puts it to the front of its source, parked or not. */
    void giveBack(int source, int packet, int bytes, int queue) {
        announced[queue]++;
        sources.push(source, packet, bytes);
        if (!sources.isQueued(source)) {
            joinFront(source, queue);
        } else {
            renew(queue);
        }
    }

    /** A frame that the port had given back goes. */
    void onAnnouncedSent(int queue) {
        announced[queue]--;
        if (announced[queue] == 0) {
            renew(queue);
        }
    }

    /** Pauses a queue until its scheme releases it; what was let go before may go. */
    void waitForScheme(int queue, long nowNanos) {
        pauses.begin(queue, QueuePauses.BY_ANSWER, DataPlane.FOREVER, nowNanos);
        renew(queue);
    }

    /** A source with frames stands in its ring unless it is parked. */
    void joinIfAway(int source, int queue) {
        if (!sources.isQueued(source) && !sources.isParked(source)) {
            join(source, queue);
        }
    }

    /** The source at the head of a ring has had its turn. */
    void turn(int source, int queue) {
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
    void leave(int source, int queue) {
        int next = sources.nextInRing(source);
        sources.setQueued(source, false);
        ringHead[queue] = next;
        if (next == 0) {
            ringTail[queue] = 0;
            deficitBytes[queue] = 0;
            ready.set(queue, false);
        }
    }

    /** Finds out whether a queue may be served now. */
    void renew(int queue) {
        boolean stopped =
                pauses.isPaused(queue) && !(announced[queue] > 0 && pauses.onlyWaits(queue));
        ready.set(queue, ringHead[queue] != 0 && !stopped);
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
        sources.setQueued(source, true);
        sources.setNextInRing(source, ringHead[queue]);
        if (ringHead[queue] == 0) {
            ringTail[queue] = source;
        }
        ringHead[queue] = source;
        renew(queue);
    }
}
