package io.losslab.driver.bfrt;

/**
 * Where a queue of a port is in the traffic manager.
 *
 * @param pipe of the port
 * @param portGroup its {@code pg_id}
 * @param groupQueue its {@code pg_queue}
 */
public record TrafficQueue(int pipe, int portGroup, int groupQueue) {}
