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
            case SCHEDULED ->
                    FlowSpec.scheduled(
                            flow.getFlowId(),
                            srcNode,
                            dstNode,
                            flow.getUdpSourcePort(),
                            flow.getTrafficClass(),
                            schedule(flow.getScheduled()));
            case PATTERN_NOT_SET ->
                    throw new IllegalArgumentException(
                            "flow " + flow.getFlowId() + " has no pattern");
        };
    }

    private static MessageSchedule schedule(ScheduledPattern pattern) {
        return MessageSchedule.of(
                pattern.getPostNsList().stream().mapToLong(Long::longValue).toArray(),
                pattern.getMessageBytesList().stream().mapToLong(Long::longValue).toArray());
    }

    private static long endless(long zeroForNone) {
        return zeroForNone == 0 ? Long.MAX_VALUE : zeroForNone;
    }
}
