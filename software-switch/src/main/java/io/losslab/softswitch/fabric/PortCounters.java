package io.losslab.softswitch.fabric;

/**
 * Counters of a port. Frames and bytes since start; bytes go from destination MAC to FCS.
 *
 * @param ingressBytes buffered now of what came in here
 * @param egressBytes waiting now to go out here
 * @param rxFrames data frames received
 * @param rxBytes their bytes
 * @param txFrames frames sent: data, ACKs, control
 * @param txBytes their bytes
 * @param rxControl flow-control frames received
 * @param txControl flow-control frames sent
 * @param droppedFrames that came in here and did not fit
 * @param droppedBytes their bytes
 * @param pausedNanos time its queues were paused, summed over queues
 * @param maxIngressBytes highest {@code ingressBytes}
 * @param maxEgressBytes most bytes that waited in its data queues
 * @param throughputLossNanos time a ready egress idled because this port's upstream was paused
 *     (Bifrost, III-B)
 * @param throughputLossFirstNanos when the first was lost; -1 if none was
 * @param reservedBytes what the port's flow control reserves
 * @param wrongIcrcFrames frames of a real host with a wrong invariant CRC, dropped
 * @param unknownFlowFrames RoCEv2 frames of a real host that are of no flow, dropped
 * @param markedFrames that were marked with CE as they went out here
 */
public record PortCounters(
        long ingressBytes,
        long egressBytes,
        long rxFrames,
        long rxBytes,
        long txFrames,
        long txBytes,
        long rxControl,
        long txControl,
        long droppedFrames,
        long droppedBytes,
        long pausedNanos,
        long maxIngressBytes,
        long maxEgressBytes,
        long throughputLossNanos,
        long throughputLossFirstNanos,
        long reservedBytes,
        long wrongIcrcFrames,
        long unknownFlowFrames,
        long markedFrames) {}
