package io.losslab.analysis.summary;

/**
 * Figures of one traffic group in one cell.
 *
 * @param flows messages posted after the warm-up
 * @param completed of these, how many came to their end
 * @param fctMicros completion times of these, microseconds; null where none completed
 * @param slowdown completion time over ideal time of those with a known ideal; null where none
 * @param goodputGbps sum over queue pairs of their payload rate between the first and the last
 *     message that ended inside the measurement; a pair with one such message counts it over the
 *     whole span, whenever they started
 * @param flowGbps mean over the completed messages of payload over completion time
 */
public record GroupSummary(
        long flows,
        long completed,
        Distribution fctMicros,
        Distribution slowdown,
        double goodputGbps,
        double flowGbps) {}
