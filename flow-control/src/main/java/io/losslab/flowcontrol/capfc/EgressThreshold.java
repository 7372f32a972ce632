package io.losslab.flowcontrol.capfc;

/** When an egress queue counts as congested, and when no longer. */
public interface EgressThreshold {
    /** Bytes in the egress queue of a priority from which those that feed it are paused. */
    long offBytes(int priority);

    /** Bytes at or below which they may be resumed; at most {@link #offBytes}. */
    long onBytes(int priority);
}
