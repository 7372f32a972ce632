package io.losslab.driver.bfrt;

/**
 * Counters of a queue or of one side of a port in the traffic manager.
 *
 * @param droppedPackets since start
 * @param usageCells now
 * @param watermarkCells highest since it was cleared
 */
public record UsageCounters(long droppedPackets, long usageCells, long watermarkCells) {
    static UsageCounters of(TableRow row) {
        return new UsageCounters(
                row.number("drop_count_packets"),
                row.number("usage_cells"),
                row.number("watermark_cells"));
    }
}
