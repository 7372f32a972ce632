package io.losslab.services.tofino2;

/**
 * Where a served chip has its ports: all in pipe 0, which has 72; the numbers of the next begin at
 * 128. The eight ports of a MAC share a group of queues, and each has 16 of them.
 */
public final class ChipQueues {
    /** The highest number of a port; the first is 1. */
    public static final int HIGHEST_PORT = 71;

    private static final int PORTS_PER_PIPE = 128;
    private static final int PORTS_PER_GROUP = 8;
    static final int QUEUES_PER_PORT = 16;

    private ChipQueues() {}

    static int pipe(int port) {
        return port / PORTS_PER_PIPE;
    }

    /** {@code pg_id} of a port. */
    public static int group(int port) {
        return port % PORTS_PER_PIPE / PORTS_PER_GROUP;
    }

    /** {@code pg_queue} of a port's queue 0. */
    public static int first(int port) {
        return port % PORTS_PER_GROUP * QUEUES_PER_PORT;
    }

    /** The port that has a queue of a group. */
    static int port(int pipe, int group, int queue) {
        return pipe * PORTS_PER_PIPE + group * PORTS_PER_GROUP + queue / QUEUES_PER_PORT;
    }
}
