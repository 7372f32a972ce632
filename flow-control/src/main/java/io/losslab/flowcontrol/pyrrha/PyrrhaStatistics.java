package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.GaugeSink;

/** What Pyrrha counted on a device since start, and the version numbers of its tables. */
public final class PyrrhaStatistics {
    long merges;
    long ignoredSelfPauses;
    long moves;
    private int queuesInUse;
    private int maxQueuesOfPort;
    private int version;

    /** A version that no table of the device had before. */
    int nextVersion() {
        return ++version;
    }

    void onQueuesInUse(int change, int ofPort) {
        queuesInUse += change;
        maxQueuesOfPort = Math.max(maxQueuesOfPort, ofPort);
    }

    /** Isolation queues assigned now, over all ports. */
    public int queuesInUse() {
        return queuesInUse;
    }

    /** Most isolation queues a port had assigned at a time (Pyrrha, Figure 7). */
    public int maxQueuesOfPort() {
        return maxQueuesOfPort;
    }

    /** Claims of own ports given up in favour of a downstream root. */
    public long merges() {
        return merges;
    }

    /** PAUSE frames that named the port they came in by. */
    public long ignoredSelfPauses() {
        return ignoredSelfPauses;
    }

    /** Packets moved on inside a port's hierarchy. */
    public long moves() {
        return moves;
    }

    void readGauges(GaugeSink gauges) {
        gauges.max("pyrrhaMaxQueues", maxQueuesOfPort);
        gauges.sum("pyrrhaMerges", merges);
        gauges.sum("pyrrhaIgnoredSelfPauses", ignoredSelfPauses);
    }
}
