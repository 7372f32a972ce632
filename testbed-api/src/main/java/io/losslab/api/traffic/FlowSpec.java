package io.losslab.api.traffic;

import java.util.List;

/**
 * One queue pair's traffic, as a host is asked to send it.
 *
 * @param id chosen by the caller, unique in the fabric
 * @param srcNode node id of the sending host
 * @param dstNode node id of the receiving host
 * @param udpSourcePort entropy of the ECMP hash
 * @param priority traffic class, 0..7
 * @param startNanos first message; counts from the end of {@code afterFlows} where it names any
 * @param stopNanos no message is posted at or after it; {@link Long#MAX_VALUE} for no end
 * @param pattern when messages are posted
 * @param messageBytes size of every message; SCHEDULED, PROGRAMMED: unused
 * @param txDepth BANDWIDTH: messages outstanding
 * @param iterations most messages posted; {@link Long#MAX_VALUE} for no end
 * @param gapNanos LATENCY: pause between an answer and the next message
 * @param schedule SCHEDULED: times and sizes; PROGRAMMED: sizes; else empty
 * @param sourceRoute egress ports, local numbers, of every device on the way, the sender's first;
 *     empty: by the tables
 * @param afterFlows ids of flows that end at the sending host and must have completed before this
 *     one starts
 */
public record FlowSpec(
        int id,
        int srcNode,
        int dstNode,
        int udpSourcePort,
        int priority,
        long startNanos,
        long stopNanos,
        Pattern pattern,
        long messageBytes,
        int txDepth,
        long iterations,
        long gapNanos,
        MessageSchedule schedule,
        List<Integer> sourceRoute,
        List<Integer> afterFlows) {

    /** When messages are posted. */
    public enum Pattern {
        /** {@code txDepth} messages outstanding, as perftest's ib_write_bw keeps them. */
        BANDWIDTH,
        /** Ping-pong of one message, as perftest's ib_write_lat sends them. */
        LATENCY,
        /** At given times. */
        SCHEDULED,
        /** By steps of the host's {@link HostProgram}. */
        PROGRAMMED
    }

    public FlowSpec {
        sourceRoute = List.copyOf(sourceRoute);
        afterFlows = List.copyOf(afterFlows);
        require(
                sourceRoute.stream().allMatch(port -> port > 0),
                "ports of a source route count from 1: " + sourceRoute);
        require(priority >= 0 && priority < 8, "traffic class must be 0..7: " + priority);
        require(srcNode != dstNode, "a flow needs two hosts");
        require(
                startNanos >= 0 && stopNanos >= startNanos,
                "a flow must not stop before it starts");
        if (pattern != Pattern.SCHEDULED && pattern != Pattern.PROGRAMMED) {
            require(messageBytes > 0, "message size must be above zero: " + messageBytes);
            require(iterations > 0, "iterations must be above zero: " + iterations);
            require(
                    pattern == Pattern.LATENCY || txDepth > 0,
                    "tx depth must be above zero: " + txDepth);
        }
    }

    /** Messages of one size, so many of them outstanding; no end. */
    public static FlowSpec bandwidth(
            int id,
            int srcNode,
            int dstNode,
            int udpSourcePort,
            int priority,
            long bytes,
            int txDepth) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                0,
                Long.MAX_VALUE,
                Pattern.BANDWIDTH,
                bytes,
                txDepth,
                Long.MAX_VALUE,
                0,
                MessageSchedule.EMPTY,
                List.of(),
                List.of());
    }

    /** Ping-pong of one message of a size; no end. */
    public static FlowSpec latency(
            int id, int srcNode, int dstNode, int udpSourcePort, int priority, long bytes) {
        return bandwidth(id, srcNode, dstNode, udpSourcePort, priority, bytes, 1)
                .as(Pattern.LATENCY, MessageSchedule.EMPTY);
    }

    /** Messages at given times. */
    public static FlowSpec scheduled(
            int id,
            int srcNode,
            int dstNode,
            int udpSourcePort,
            int priority,
            MessageSchedule schedule) {
        return bandwidth(id, srcNode, dstNode, udpSourcePort, priority, 1, 1)
                .as(Pattern.SCHEDULED, schedule);
    }

    /** Messages of given sizes, which a program posts. */
    public static FlowSpec programmed(
            int id,
            int srcNode,
            int dstNode,
            int udpSourcePort,
            int priority,
            MessageSchedule sizes) {
        return bandwidth(id, srcNode, dstNode, udpSourcePort, priority, 1, 1)
                .as(Pattern.PROGRAMMED, sizes);
    }

    /** Whether every message has a size of its own, which the schedule gives. */
    public boolean hasOwnSizes() {
        return pattern == Pattern.SCHEDULED || pattern == Pattern.PROGRAMMED;
    }

    public FlowSpec between(long start, long stop) {
        return with(start, stop, iterations, gapNanos);
    }

    public FlowSpec times(long count) {
        return with(startNanos, stopNanos, count, gapNanos);
    }

    public FlowSpec withGap(long nanos) {
        return with(startNanos, stopNanos, iterations, nanos);
    }

    /** On a given way: egress ports of every device, the sender's first. */
    public FlowSpec along(List<Integer> ports) {
        return copy(
                srcNode,
                dstNode,
                startNanos,
                stopNanos,
                pattern,
                iterations,
                gapNanos,
                schedule,
                ports,
                afterFlows);
    }

    /** Its start counts from the end of other flows, all of which end at its source. */
    public FlowSpec after(List<Integer> flows) {
        return copy(
                srcNode,
                dstNode,
                startNanos,
                stopNanos,
                pattern,
                iterations,
                gapNanos,
                schedule,
                sourceRoute,
                flows);
    }

    /** The way back, by the tables. */
    public FlowSpec reversed() {
        return copy(
                dstNode,
                srcNode,
                startNanos,
                stopNanos,
                pattern,
                iterations,
                gapNanos,
                schedule,
                List.of(),
                List.of());
    }

    private FlowSpec as(Pattern newPattern, MessageSchedule newSchedule) {
        return copy(
                srcNode,
                dstNode,
                startNanos,
                stopNanos,
                newPattern,
                iterations,
                gapNanos,
                newSchedule,
                sourceRoute,
                afterFlows);
    }

    private FlowSpec with(long start, long stop, long count, long gap) {
        return copy(
                srcNode,
                dstNode,
                start,
                stop,
                pattern,
                count,
                gap,
                schedule,
                sourceRoute,
                afterFlows);
    }

    private FlowSpec copy(
            int src,
            int dst,
            long start,
            long stop,
            Pattern newPattern,
            long count,
            long gap,
            MessageSchedule newSchedule,
            List<Integer> route,
            List<Integer> after) {
        return new FlowSpec(
                id,
                src,
                dst,
                udpSourcePort,
                priority,
                start,
                stop,
                newPattern,
                messageBytes,
                txDepth,
                count,
                gap,
                newSchedule,
                route,
                after);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
