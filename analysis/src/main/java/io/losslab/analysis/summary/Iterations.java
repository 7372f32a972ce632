package io.losslab.analysis.summary;

/**
 * Iterations of a collective or of a trace in one cell.
 *
 * @param ranks hosts that take part; 0 in results of earlier versions
 * @param completed by all hosts, of those that began after the warm-up; above zero
 * @param micros from one iteration's end at the last host to the next one's, microseconds
 * @param busGbps bus bandwidth as nccl-tests defines it, at the mean iteration time; null where the
 *     traffic has none
 */
public record Iterations(int ranks, long completed, Distribution micros, Double busGbps) {}
