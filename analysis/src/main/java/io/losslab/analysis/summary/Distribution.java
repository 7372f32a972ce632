package io.losslab.analysis.summary;

/**
 * Figures of a set of values. A percentile is the nearest rank: with n values in ascending order,
 * pQ is the one at position ceil(Q * n), from 1; so it is always a value that occurred.
 *
 * @param mean arithmetic
 * @param p50 median
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile; the greatest value where there are fewer than 1000
 * @param max greatest value
 */
public record Distribution(
        double mean, double p50, double p95, double p99, double p999, double max) {}
