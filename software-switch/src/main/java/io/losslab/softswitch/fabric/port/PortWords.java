package io.losslab.softswitch.fabric.port;

/** The words of all ports: eight longs each, one cache line. */
final class PortWords {
    static final int BUSY = 0; // line busy until, picoseconds

    /**
     * Queues that hold something. Where there are more queues than bits: groups of 64 with a queue
     * that may send.
     */
    static final int BACKLOG = 1;

    /** Queues that are paused; zero where there are more queues than bits. */
    static final int PAUSED = 2;

    static final int PICOS_PER_BYTE = 3; // 16 fraction bits
    static final int LATENCY = 4; // picoseconds from last bit sent to data arrival event
    static final int META = 5; // peer 32, local number 16, flags
    static final int TX_FRAMES = 6;
    static final int TX_BYTES = 7;

    static final long HOST = 1L << 48;
    static final long FREE_PENDING = 1L << 49;
    static final long WATCHED = 1L << 50;
    static final long CAPTURED = 1L << 51;

    /** What goes to the far end goes to another part of the fabric. */
    static final long CROSSES = 1L << 52;

    private PortWords() {}
}
