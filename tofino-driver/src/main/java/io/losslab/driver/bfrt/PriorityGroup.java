package io.losslab.driver.bfrt;

/**
 * PFC of one port at the ingress of a Tofino's traffic manager: a port priority group (PPG). PAUSE
 * is sent when the group holds more than its guaranteed cells and its share of the pool, RESUME
 * when it has fallen by the hysteresis; what arrives in between goes to the skid pool. Source of
 * the hysteresis: bf_tm_tof2_populate_wac_offset_profile of the SDE.
 *
 * @param devPort port of the chip
 * @param priorities bit i: priority i (iCoS) is in the group, 1..255
 * @param guaranteedCells of its own; XOFF of a static threshold
 * @param hysteresisCells XOFF less XON; a multiple of 8, which is all the hardware keeps, and at
 *     least 32, below which it does not go
 * @param poolMaxCells of the pool at most; 0: none
 * @param skidCells headroom
 */
public record PriorityGroup(
        int devPort,
        int priorities,
        long guaranteedCells,
        long hysteresisCells,
        long poolMaxCells,
        long skidCells) {
    private static final long HYSTERESIS_UNIT = 8;
    private static final long LEAST_HYSTERESIS = 32;

    public PriorityGroup {
        require(devPort >= 0 && devPort < 512, "devPort must be 0..511: " + devPort);
        require(priorities > 0 && priorities < 256, "priorities must be 1..255: " + priorities);
        require(guaranteedCells >= 0, "guaranteedCells must not be negative: " + guaranteedCells);
        require(poolMaxCells >= 0, "poolMaxCells must not be negative: " + poolMaxCells);
        require(skidCells >= 0, "skidCells must not be negative: " + skidCells);
        require(
                hysteresisCells % HYSTERESIS_UNIT == 0 && hysteresisCells >= LEAST_HYSTERESIS,
                "hysteresisCells must be a multiple of %d, at least %d: %d"
                        .formatted(HYSTERESIS_UNIT, LEAST_HYSTERESIS, hysteresisCells));
        long limit = guaranteedCells + poolMaxCells;
        require(
                hysteresisCells <= limit,
                "hysteresisCells must be at most %d, the limit of the group: %d"
                        .formatted(limit, hysteresisCells));
    }

    /**
     * A static threshold in bytes. XON is where the hardware can have it: less than 8 cells above
     * what is asked for, or 32 cells below XOFF if that is lower.
     *
     * @param cellBytes of the device
     */
    public static PriorityGroup of(
            int devPort,
            int priorities,
            long xoffBytes,
            long xonBytes,
            long headroomBytes,
            long cellBytes) {
        require(
                xonBytes >= 0 && xonBytes <= xoffBytes,
                "xon must be 0..%d (xoff): %d".formatted(xoffBytes, xonBytes));
        long xoff = xoffBytes / cellBytes;
        require(
                xoff >= LEAST_HYSTERESIS,
                "xoff must be at least %d cells, %d B: %d B"
                        .formatted(LEAST_HYSTERESIS, LEAST_HYSTERESIS * cellBytes, xoffBytes));
        long hysteresis = xoff - xonBytes / cellBytes;
        return new PriorityGroup(
                devPort,
                priorities,
                xoff,
                Math.max(LEAST_HYSTERESIS, hysteresis - hysteresis % HYSTERESIS_UNIT),
                0,
                (headroomBytes + cellBytes - 1) / cellBytes);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
