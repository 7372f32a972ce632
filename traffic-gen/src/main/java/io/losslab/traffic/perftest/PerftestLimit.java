package io.losslab.traffic.perftest;

/**
 * What perftest takes as the value of an option. The limits are those of all versions from 4.5-0.2
 * to 26.04; source: perftest_parameters.h and the parser in perftest_parameters.c.
 */
public enum PerftestLimit {
    /** Bytes of a message: a signed int. */
    SIZE("--size", 1, Integer.MAX_VALUE),
    /** Queue pairs of a bandwidth tool; a latency tool has one. */
    QUEUE_PAIRS("--qp", 1, 16_384),
    /** Messages that a queue pair keeps outstanding. */
    TX_DEPTH("--tx-depth", 1, 15_000),
    /** Messages a queue pair sends; versions before 24 take no more. */
    ITERATIONS("--iters", 5, 100_000_000),
    /** Seconds of a run without iterations. */
    SECONDS("--duration", 1, Integer.MAX_VALUE),
    /** Seconds at both ends of a run that do not count. */
    MARGIN("--margin", 0, Integer.MAX_VALUE / 2),
    /**
     * Microseconds between messages. Perftest counts them in CPU cycles in a signed int, so that
     * more overflow it on a CPU of 5 GHz.
     */
    GAP_MICROS("--latency_gap", 0, 400_000),
    /** Row of the GID table. */
    GID_INDEX("--gid-index", 0, 64),
    /** Port of the device: an unsigned byte. */
    DEVICE_PORT("--ib-port", 1, 255),
    /** Second byte of the IPv4 header. */
    TRAFFIC_CLASS("--tclass", 0, 255),
    /** PCP of tagged frames. */
    SERVICE_LEVEL("--sl", 0, 15),
    /** TCP port of the exchange of connection data. */
    PORT("--port", 1, 65_535);

    private final String option;
    private final long least;
    private final long most;

    PerftestLimit(String option, long least, long most) {
        this.option = option;
        this.least = least;
        this.most = most;
    }

    /** The option's long name. */
    public String option() {
        return option;
    }

    public long least() {
        return least;
    }

    public long most() {
        return most;
    }

    /** Whether a value is within the limits, both included. */
    public boolean allows(long value) {
        return value >= least && value <= most;
    }

    /** For users, such as {@code --qp takes 1 to 16384}. */
    public String text() {
        return "%s takes %d to %d".formatted(option, least, most);
    }

    /** The value that is allowed and closest to one that may not be. */
    public long closest(long value) {
        return Math.max(least, Math.min(most, value));
    }

    /**
     * Makes sure that a value is allowed.
     *
     * @throws IllegalArgumentException where it is not; says the value and the limits
     */
    void require(long value) {
        if (!allows(value)) {
            throw new IllegalArgumentException("%s: %d".formatted(text(), value));
        }
    }
}
