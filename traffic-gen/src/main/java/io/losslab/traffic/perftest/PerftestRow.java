package io.losslab.traffic.perftest;

/** A line of a perftest report. */
public sealed interface PerftestRow permits BandwidthResult, LatencyResult, AverageLatency {
    /** Of a message. */
    long bytes();

    /** Messages that were counted. */
    long iterations();

    /** Its heading and its line, as the tool prints them. */
    String table();
}
