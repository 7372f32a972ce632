package io.losslab.traffic.perftest;

/** The tools that losslab drives: three verbs, bandwidth and latency of each. */
public enum PerftestTool {
    WRITE_BANDWIDTH("ib_write_bw"),
    READ_BANDWIDTH("ib_read_bw"),
    SEND_BANDWIDTH("ib_send_bw"),
    WRITE_LATENCY("ib_write_lat"),
    READ_LATENCY("ib_read_lat"),
    SEND_LATENCY("ib_send_lat");

    private final String program;

    PerftestTool(String program) {
        this.program = program;
    }

    /** Its name on a command line. */
    public String program() {
        return program;
    }

    /** Whether it keeps the wire full, instead of having one message on the way. */
    public boolean measuresBandwidth() {
        return program.endsWith("_bw");
    }

    /** The latency tool of the same verb. */
    public PerftestTool latencyTool() {
        return switch (this) {
            case WRITE_BANDWIDTH, WRITE_LATENCY -> WRITE_LATENCY;
            case READ_BANDWIDTH, READ_LATENCY -> READ_LATENCY;
            case SEND_BANDWIDTH, SEND_LATENCY -> SEND_LATENCY;
        };
    }
}
