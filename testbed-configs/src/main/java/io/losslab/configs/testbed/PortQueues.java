package io.losslab.configs.testbed;

/**
 * Where a Tofino2's port has its egress queues, as table {@code tf2.tm.port.cfg} tells. Queue i of
 * the port is queue {@code first + i} of the group.
 *
 * @param group port group, {@code pg_id}, 0 or more
 * @param first queue of the group, the first of {@code egress_qid_queues}, 0 or more
 * @param count how many the port has, {@code port_queues_count}, at least 1
 */
public record PortQueues(int group, int first, int count) {
    /** What a port has that was given no other number. */
    public static final int DEFAULT_COUNT = 16;

    public PortQueues {
        if (group < 0 || first < 0) {
            throw new IllegalArgumentException(
                    "group and first must not be negative, got %d, %d".formatted(group, first));
        }
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, got " + count);
        }
    }

    /** Of a port that has {@value #DEFAULT_COUNT} queues. */
    public PortQueues(int group, int first) {
        this(group, first, DEFAULT_COUNT);
    }

    /** Whether some queue is of both, in one pipe. */
    public boolean shares(PortQueues other) {
        return group == other.group
                && first < other.first + other.count
                && other.first < first + count;
    }
}
