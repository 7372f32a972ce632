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

    public static FlowSpec bandwidth(
            int id,
            int srcNode,
            int dstNode,
            int udpSourcePort,
            int priority,
            long messageBytes,
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
                messageBytes,
                txDepth,
                Long.MAX_VALUE,
                0,
                MessageSchedule.EMPTY);
    }

    public static FlowSpec latency(
            int id, int srcNode, int dstNode, int udpSourcePort, int priority, long messageBytes) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                0,
                Long.MAX_VALUE,
                Pattern.LATENCY,
                messageBytes,
                1,
                Long.MAX_VALUE,
                0,
                MessageSchedule.EMPTY);
    }

    public static FlowSpec scheduled(
            int id,
            int srcNode,
            int dstNode,
            int udpSourcePort,
            int priority,
            MessageSchedule schedule) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                0,
                Long.MAX_VALUE,
                Pattern.SCHEDULED,
                0,
                0,
                Long.MAX_VALUE,
                0,
                schedule);
    }

    public FlowSpec between(long start, long stop) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                start,
                stop,
                pattern,
                messageBytes,
                txDepth,
                iterations,
                gapNanos,
                schedule);
    }

    public FlowSpec withGap(long nanos) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                startNanos,
                stopNanos,
                pattern,
                messageBytes,
                txDepth,
                iterations,
                nanos,
                schedule);
    }

    public FlowSpec times(long count) {
        return new FlowSpec(
                id,
                srcNode,
                dstNode,
                udpSourcePort,
                priority,
                startNanos,
                stopNanos,
                pattern,
                messageBytes,
                txDepth,
                count,
                gapNanos,
                schedule);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
