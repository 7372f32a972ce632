package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.GaugeSink;

/**
 * What Pyrrha counted on a device since start.
 *
 * @param queuesInUse isolation queues assigned now, over all ports
 * @param maxQueuesOfPort most isolation queues a port had assigned at a time (Pyrrha, Figure 7)
 * @param merges claims of own ports given up in favour of a downstream root
 * @param ignoredSelfPauses PAUSE frames that named the port they came in by
 * @param moves packets moved on inside a port's hierarchy
 */
public record PyrrhaStatistics(
        int queuesInUse, int maxQueuesOfPort, long merges, long ignoredSelfPauses, long moves) {
    void readGauges(GaugeSink gauges) {
        gauges.max("pyrrhaMaxQueues", maxQueuesOfPort);
        gauges.sum("pyrrhaMerges", merges);
        gauges.sum("pyrrhaIgnoredSelfPauses", ignoredSelfPauses);
    }
}
