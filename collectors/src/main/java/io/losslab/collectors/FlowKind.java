package io.losslab.collectors;

import java.util.Locale;

/** What a row of {@code flows.parquet} measures. */
public enum FlowKind {
    /** Messages that keep a wire full; time from post to last byte delivered. */
    BANDWIDTH,
    /** Ping-pong of one message; the time is half the round trip, as perftest reports it. */
    LATENCY,
    /** A message of a schedule; time from post to last byte delivered. */
    SCHEDULED;

    /** The word in the {@code kind} column. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
