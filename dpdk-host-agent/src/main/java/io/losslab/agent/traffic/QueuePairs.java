package io.losslab.agent.traffic;

/**
 * Numbers of queue pairs, 24 bits: a flow's own packets go to twice its id, those of the answers to
 * its messages to one more. ACKs bear the number of what they acknowledge.
 */
final class QueuePairs {
    /** Highest flow id that fits. */
    static final int MAX_FLOW_ID = (1 << 23) - 1;

    private QueuePairs() {}

    static int of(int flowId, boolean answers) {
        return flowId << 1 | (answers ? 1 : 0);
    }

    static int flowId(int queuePair) {
        return queuePair >> 1;
    }

    static boolean isAnswers(int queuePair) {
        return (queuePair & 1) != 0;
    }
}
