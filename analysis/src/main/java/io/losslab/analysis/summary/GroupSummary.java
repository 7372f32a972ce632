package io.losslab.analysis.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.warning.CellTraffic;

/**
 * Figures of one traffic group in one cell.
 *
 * @param flows messages posted after the warm-up
 * @param completed of these, how many came to their end
 * @param fctMicros completion times of these, microseconds; null where none completed
 * @param slowdown completion time over ideal time of those with a known ideal; null where none
 * @param goodputGbps sum over queue pairs of their payload rate between the first and the last
 *     message that ended inside the measurement; a pair with one such message counts it over the
 *     whole span, whenever they started. Of a pair with a message under way at the end, at most the
 *     rate at which that one and all that ended would have been complete by then
 * @param flowGbps mean over the completed messages of payload over completion time
 * @param sessions rows that are each the mean of a session, and no message, as traffic tools report
 *     that keep no times of messages; they are among {@code flows}
 * @param sessionMeanMicros mean of the sessions' mean latencies, microseconds; null where none
 *     reports a latency
 * @param derived whether its messages are those of other groups too: a range of sizes, or a pool
 * @param iterations null where none is complete, or the traffic has none
 */
public record GroupSummary(
        long flows,
        long completed,
        Distribution fctMicros,
        Distribution slowdown,
        double goodputGbps,
        double flowGbps,
        long sessions,
        Double sessionMeanMicros,
        boolean derived,
        Iterations iterations) {
    /** The same with iterations. */
    public GroupSummary with(Iterations some) {
        return new GroupSummary(
                flows,
                completed,
                fctMicros,
                slowdown,
                goodputGbps,
                flowGbps,
                sessions,
                sessionMeanMicros,
                derived,
                some);
    }

    /** How much traffic it is. */
    CellTraffic.Group traffic() {
        return new CellTraffic.Group(
                flows, completed, iterations == null ? 0 : iterations.completed(), derived);
    }

    /** Mean completion time: of messages, or else of sessions; null where none is known. */
    @JsonIgnore
    public Double meanMicros() {
        return fctMicros == null ? sessionMeanMicros : Double.valueOf(fctMicros.mean());
    }
}
