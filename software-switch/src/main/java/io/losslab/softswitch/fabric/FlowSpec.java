package io.losslab.softswitch.fabric;

/**
 * One queue pair's traffic, as a host is asked to send it.
 *
 * @param id chosen by the caller, unique in the fabric
 * @param srcNode node id of the sending host
 * @param dstNode node id of the receiving host
 * @param udpSourcePort entropy of the ECMP hash
 * @param priority traffic class, 0..7
 * @param startNanos first message
 * @param stopNanos no message is posted at or after it; {@link Long#MAX_VALUE} for no end
 * @param pattern when messages are posted
 * @param messageBytes size of every message; SCHEDULED: unused
 * @param txDepth BANDWIDTH: messages outstanding
 * @param iterations most messages posted; {@link Long#MAX_VALUE} for no end
 * @param gapNanos LATENCY: pause between an answer and the next message
 * @param schedule SCHEDULED: times and sizes; else empty
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
        MessageSchedule schedule) {

    /** When messages are posted. */
    public enum Pattern {
        /** {@code txDepth} messages outstanding, as perftest's ib_write_bw keeps them. */
        BANDWIDTH,
        /** One message to and fro, as perftest's ib_write_lat sends them. */
        LATENCY,
        /** At given times. */
        SCHEDULED
    }

    public FlowSpec {
        require(priority >= 0 && priority < 8, "traffic class must be 0..7: " + priority);
        require(srcNode != dstNode, "a flow needs two hosts");
        require(
                startNanos >= 0 && stopNanos >= startNanos,
                "a flow must not stop before it starts");
        if (pattern != Pattern.SCHEDULED) {
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
                MessageSchedule.EMPTY);
    }

    /** One message of a size to and fro; no end. */
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

    public FlowSpec between(long start, long stop) {
        return with(start, stop, iterations, gapNanos);
    }

    public FlowSpec times(long count) {
        return with(startNanos, stopNanos, count, gapNanos);
    }

    public FlowSpec withGap(long nanos) {
        return with(startNanos, stopNanos, iterations, nanos);
    }

    private FlowSpec as(Pattern newPattern, MessageSchedule newSchedule) {
        return copy(startNanos, stopNanos, newPattern, iterations, gapNanos, newSchedule);
    }

    private FlowSpec with(long start, long stop, long count, long gap) {
        return copy(start, stop, pattern, count, gap, schedule);
    }

    private FlowSpec copy(
            long start,
            long stop,
            Pattern newPattern,
            long count,
            long gap,
            MessageSchedule newSchedule) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                start,
                stop,
                newPattern,
                messageBytes,
                txDepth,
                count,
                gap,
                newSchedule);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
