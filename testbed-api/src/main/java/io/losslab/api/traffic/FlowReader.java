package io.losslab.api.traffic;

import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.TrafficFlow;

/** Turns flows as they come over gRPC into specifications, which check themselves. */
public final class FlowReader {
    private FlowReader() {}

    /**
     * Reads a flow.
     *
     * @param srcNode what the reader calls the sending host
     * @param dstNode what the reader calls the receiving host
     * @throws IllegalArgumentException where it cannot be
     */
    public static FlowSpec read(TrafficFlow flow, int srcNode, int dstNode) {
        return pattern(flow, srcNode, dstNode)
                .between(flow.getStartNs(), endless(flow.getStopNs()))
                .along(flow.getSourceRouteList())
                .after(flow.getAfterFlowIdsList());
    }

    private static FlowSpec pattern(TrafficFlow flow, int srcNode, int dstNode) {
        return switch (flow.getPatternCase()) {
            case BANDWIDTH ->
                    FlowSpec.bandwidth(
                                    flow.getFlowId(),
                                    srcNode,
                                    dstNode,
                                    flow.getUdpSourcePort(),
                                    flow.getTrafficClass(),
                                    flow.getBandwidth().getMessageBytes(),
                                    flow.getBandwidth().getTxDepth())
                            .times(endless(flow.getBandwidth().getIterations()));
            case LATENCY ->
                    FlowSpec.latency(
                                    flow.getFlowId(),
                                    srcNode,
                                    dstNode,
                                    flow.getUdpSourcePort(),
                                    flow.getTrafficClass(),
                                    flow.getLatency().getMessageBytes())
                            .times(endless(flow.getLatency().getIterations()))
                            .withGap(flow.getLatency().getGapNs());
            case SCHEDULED -> withOwnSizes(flow, srcNode, dstNode);
            case PATTERN_NOT_SET ->
                    throw new IllegalArgumentException(
                            "flow " + flow.getFlowId() + " has no pattern");
        };
    }

    private static FlowSpec withOwnSizes(TrafficFlow flow, int srcNode, int dstNode) {
        ScheduledPattern pattern = flow.getScheduled();
        if (pattern.getByProgram()) {
            return FlowSpec.programmed(
                    flow.getFlowId(),
                    srcNode,
                    dstNode,
                    flow.getUdpSourcePort(),
                    flow.getTrafficClass(),
                    MessageSchedule.untimed(sizes(pattern)));
        }
        return FlowSpec.scheduled(
                flow.getFlowId(),
                srcNode,
                dstNode,
                flow.getUdpSourcePort(),
                flow.getTrafficClass(),
                schedule(pattern));
    }

    private static long[] sizes(ScheduledPattern pattern) {
        return pattern.getMessageBytesList().stream().mapToLong(Long::longValue).toArray();
    }

    private static MessageSchedule schedule(ScheduledPattern pattern) {
        return MessageSchedule.of(
                pattern.getPostNsList().stream().mapToLong(Long::longValue).toArray(),
                sizes(pattern));
    }

    private static long endless(long zeroForNone) {
        return zeroForNone == 0 ? Long.MAX_VALUE : zeroForNone;
    }
}
