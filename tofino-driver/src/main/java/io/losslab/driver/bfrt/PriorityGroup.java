package io.losslab.driver.bfrt;

/**
 * PFC of one port at the ingress of a Tofino's traffic manager: a port priority group (PPG). PAUSE
 * is sent when the group holds more than its guaranteed cells and its share of the pool, RESUME
 * when it has fallen by the hysteresis; what arrives in between goes to the skid pool.
 *
 * @param devPort port of the chip
 * @param priorities bit i: priority i (iCoS) is in the group, 1..255
 * @param guaranteedCells of its own; XOFF of a static threshold
 * @param hysteresisCells XOFF less XON
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
    public PriorityGroup {
        require(devPort >= 0 && devPort < 512, "devPort must be 0..511: " + devPort);
        require(priorities > 0 && priorities < 256, "priorities must be 1..255: " + priorities);
        require(guaranteedCells >= 0, "guaranteedCells must not be negative: " + guaranteedCells);
        require(poolMaxCells >= 0, "poolMaxCells must not be negative: " + poolMaxCells);
        require(skidCells >= 0, "skidCells must not be negative: " + skidCells);
        long limit = guaranteedCells + poolMaxCells;
        require(
                hysteresisCells >= 0 && hysteresisCells <= limit,
                "hysteresisCells must be 0..%d, the limit of the group: %d"
                        .formatted(limit, hysteresisCells));
    }

    /**
     * A static threshold in bytes.
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
        long xon = xonBytes / cellBytes;
        return new PriorityGroup(
                devPort,
                priorities,
                xoff,
                xoff - xon,
                0,
                (headroomBytes + cellBytes - 1) / cellBytes);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
