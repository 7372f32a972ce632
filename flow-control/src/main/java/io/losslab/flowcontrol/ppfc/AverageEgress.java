package io.losslab.flowcontrol.ppfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.capfc.EgressThreshold;

/**
 * The average occupancy of a device's egress queues as the threshold of each (P-PFC as OFC runs it,
 * section IV-A4).
 *
 * <p>Expects priority p in egress queue p.
 */
final class AverageEgress implements EgressThreshold {
    private final DataPlane plane;
    private final long floorBytes;

    /**
     * Makes a threshold.
     *
     * @param floorBytes it is never below; keeps an idle device from pausing on single packets
     */
    AverageEgress(DataPlane plane, long floorBytes) {
        this.plane = plane;
        this.floorBytes = floorBytes;
    }

    @Override
    public long offBytes(int priority) {
        long sum = 0;
        for (int port = 1; port <= plane.ports(); port++) {
            sum += plane.queueBytes(port, priority);
        }
        return Math.max(floorBytes, sum / plane.ports());
    }

    @Override
    public long onBytes(int priority) {
        return offBytes(priority);
    }
}
