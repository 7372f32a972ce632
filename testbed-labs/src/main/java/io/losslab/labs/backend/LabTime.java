package io.losslab.labs.backend;

/**
 * Where a lab stands.
 *
 * @param nanos its time
 * @param packetHops packets that left a port so far; 0 where they are not counted
 * @param inFlightPackets data packets in queues and on links; {@link #UNKNOWN} where not counted
 *     them
 * @param inFlightBytes their frame bytes
 * @param deadlock the cycle that blocks it; empty where there is none, null where the lab does not
 *     look for one
 */
public record LabTime(
        long nanos, long packetHops, long inFlightPackets, long inFlightBytes, String deadlock) {
    /** Some may be in flight. */
    public static final long UNKNOWN = -1;

    /** Whether nothing can go on. */
    public boolean isDeadlocked() {
        return deadlock != null && !deadlock.isEmpty();
    }
}
