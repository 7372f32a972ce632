package io.losslab.flowcontrol.pyrrha;

/** What a device counted, and the version numbers of its tables. */
final class Statistics {
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

    PyrrhaStatistics read() {
        return new PyrrhaStatistics(queuesInUse, maxQueuesOfPort, merges, ignoredSelfPauses, moves);
    }
}
