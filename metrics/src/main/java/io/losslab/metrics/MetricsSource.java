package io.losslab.metrics;

/** What is asked for its values at every scrape; by any thread, one scrape at a time. */
@FunctionalInterface
public interface MetricsSource {
    /** Adds the values of now. */
    void collect(MetricRows rows);
}
