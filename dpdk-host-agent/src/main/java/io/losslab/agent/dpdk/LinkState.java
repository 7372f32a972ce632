package io.losslab.agent.dpdk;

/**
 * A port's link.
 *
 * @param up whether there is one
 * @param fullDuplex whether both ends may send at once
 * @param megabitsPerSecond its speed; 4294967295 where the driver does not know it
 */
public record LinkState(boolean up, boolean fullDuplex, long megabitsPerSecond) {}
