package io.losslab.softswitch.scheme;

import io.losslab.flowcontrol.EgressScheme;
import java.util.BitSet;

/** Notes which queues packets leave by, beside the scheme that chooses them. */
final class QueueUse implements EgressScheme {
    private final BitSet used = new BitSet();

    /** Different queues so far. */
    int count() {
        return used.cardinality();
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return 0;
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        used.set(queue);
    }
}
