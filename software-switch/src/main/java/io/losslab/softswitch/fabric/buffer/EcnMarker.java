package io.losslab.softswitch.fabric.buffer;

import java.util.SplittableRandom;

/** Which packets a port marks: {@link RedMarking} by port, each with random draws of its own. */
public final class EcnMarker {
    /** By port; null for no marking. */
    private final RedMarking[] markings;

    private final SplittableRandom[] draws;
    private final long[] marked;

    public EcnMarker(int portCount) {
        markings = new RedMarking[portCount + 1];
        draws = new SplittableRandom[portCount + 1];
        marked = new long[portCount + 1];
    }

    /** Sets how a port marks; null for not at all. */
    public void set(int port, RedMarking marking) {
        markings[port] = marking;
        draws[port] = marking == null ? null : new SplittableRandom(marking.seed());
    }

    /** Whether a port marks packets as they join its queues. */
    public boolean isAtEnqueue(int port) {
        return markings[port] != null && markings[port].atEnqueue();
    }

    /** Whether a port marks packets as they leave its queues. */
    public boolean isAtDequeue(int port) {
        return markings[port] != null && !markings[port].atEnqueue();
    }

    /**
     * Whether a packet at a port that marks is marked, with so many bytes in its queues; counts it.
     */
    public boolean marks(int port, long queueBytes) {
        boolean marks = draw(port, queueBytes);
        marked[port] += marks ? 1 : 0;
        return marks;
    }

    /** Packets that a port has marked. */
    public long marked(int port) {
        return marked[port];
    }

    private boolean draw(int port, long queueBytes) {
        RedMarking marking = markings[port];
        if (queueBytes <= marking.kminBytes()) {
            return false;
        }
        if (queueBytes > marking.kmaxBytes()) {
            return true;
        }
        double share =
                (queueBytes - marking.kminBytes())
                        / (double) (marking.kmaxBytes() - marking.kminBytes());
        return draws[port].nextDouble() < marking.pmax() * share;
    }
}
