package io.losslab.configs.testbed;

/**
 * Where a Tofino2's port has its egress queues, as table {@code tf2.tm.port.cfg} tells. Queue i of
 * the port is queue {@code first + i} of the group.
 *
 * @param group port group, {@code pg_id}, 0 or more
 * @param first queue of the group, the first of {@code egress_qid_queues}, 0 or more
 */
public record PortQueues(int group, int first) {
    public PortQueues {
        if (group < 0 || first < 0) {
            throw new IllegalArgumentException(
                    "group and first must not be negative, got %d, %d".formatted(group, first));
        }
    }
}
