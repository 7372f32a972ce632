package io.losslab.traffic.perftest;

/** The tools that losslab drives. */
public enum PerftestTool {
    WRITE_BANDWIDTH("ib_write_bw"),
    WRITE_LATENCY("ib_write_lat");

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
        return this == WRITE_BANDWIDTH;
    }
}
