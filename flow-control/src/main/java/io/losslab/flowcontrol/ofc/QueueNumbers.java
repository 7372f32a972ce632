package io.losslab.flowcontrol.ofc;

/** Numbers of OFC's queues: of priority p, p is the normal one; 8 + 2p and 9 + 2p are backups. */
final class QueueNumbers {
    /** Queues of a port. */
    static final int QUEUES = 24;

    private static final int FIRST = 8;

    private QueueNumbers() {}

    /** Queue of a priority by its place: 0 normal, 1 and 2 backup. */
    static int queue(int priority, int place) {
        return place == 0 ? priority : FIRST + 2 * priority + place - 1;
    }

    static int placeOf(int queue) {
        return queue < FIRST ? 0 : 1 + (queue - FIRST & 1);
    }

    static int priorityOf(int queue) {
        return queue < FIRST ? queue : queue - FIRST >> 1;
    }

    /** The other backup's place. */
    static int other(int place) {
        return 3 - place;
    }
}
