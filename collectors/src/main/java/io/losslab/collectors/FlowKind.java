package io.losslab.collectors;

import java.util.Locale;

/** What a row of {@code flows.parquet} measures. */
public enum FlowKind {
    /** Messages that keep a wire full; time from post to last byte delivered. */
    BANDWIDTH,
    /** Ping-pong of one message; the time is half the round trip, as perftest reports it. */
    LATENCY,
    /** A message of a schedule; time from post to last byte delivered. */
    SCHEDULED,
    /**
     * All that a queue pair sent in a session of a tool that reports no message's time: its bytes
     * and the session's time. Its rate is a mean, and it has no completion time.
     */
    BANDWIDTH_SESSION("bandwidth, mean of a session"),
    /**
     * The messages of a session of a tool that reports only their mean latency: bytes of one of
     * them, and the mean of all.
     */
    LATENCY_SESSION("latency, mean of a session");

    private final String word;

    FlowKind() {
        this.word = name().toLowerCase(Locale.ROOT);
    }

    FlowKind(String word) {
        this.word = word;
    }

    /** The word in the {@code kind} column. */
    public String word() {
        return word;
    }
}
