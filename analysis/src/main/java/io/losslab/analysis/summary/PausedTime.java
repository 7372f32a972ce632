package io.losslab.analysis.summary;

/**
 * How long flows were paused, summed over flows and over the queues that held their packets.
 *
 * @param pausedMicros in all, microseconds
 * @param holBlockedMicros of it, on account of congested ports that the flow does not cross
 * @param worstPort the port on whose account most of that was, such as {@code L:3}; null where
 *     there was none
 */
public record PausedTime(double pausedMicros, double holBlockedMicros, String worstPort) {}
