package io.losslab.agent.traffic;

import io.losslab.roce.frame.RoceWriter;

/**
 * The receiving half of a queue pair: what is expected next, and what was completed. It drops what
 * comes ahead of a gap and asks to go back (InfiniBand Architecture, 9.7), or keeps it (IRN). Data
 * thread.
 */
final class ReceivingFlow {
    final int queuePair;
    private final int sourceIpv4;
    private final int udpSourcePort;
    final int port;
    final int priority;
    final RoceWriter writer;

    /** What came ahead of a gap; null where that is dropped. */
    final KeptPackets kept;

    long expected;
    long deliveredNanos;

    /** Of the message whose packets come. */
    long messageBytes;

    long remoteAddress;

    private boolean gapReported;
    private long reportedNanos;
    private long noticeFromNanos;

    /**
     * Makes a flow of which nothing has come.
     *
     * @param sourceIpv4 of its packets
     * @param udpSourcePort of its packets
     * @param port by which answers leave
     */
    ReceivingFlow(
            int queuePair,
            int sourceIpv4,
            int udpSourcePort,
            int port,
            int priority,
            RoceWriter writer,
            KeptPackets kept) {
        this.queuePair = queuePair;
        this.sourceIpv4 = sourceIpv4;
        this.udpSourcePort = udpSourcePort;
        this.port = port;
        this.priority = priority;
        this.writer = writer;
        this.kept = kept;
    }

    /** Whether packets with these are its own. */
    boolean comesFrom(int otherSourceIpv4, int otherUdpSourcePort) {
        return sourceIpv4 == otherSourceIpv4 && udpSourcePort == otherUdpSourcePort;
    }

    /** A packet began a message. */
    void begin(long address, long bytes) {
        remoteAddress = address;
        messageBytes = bytes;
    }

    /** A packet came marked; whether to tell the sender, once an interval. */
    boolean tellsOfMark(long nowNanos, long intervalNanos) {
        if (nowNanos < noticeFromNanos) {
            return false;
        }
        noticeFromNanos = nowNanos + intervalNanos;
        return true;
    }

    /** The expected packet came. */
    void advance() {
        expected++;
        gapReported = false;
    }

    /**
     * A packet ahead of a gap came; whether to report the gap.
     *
     * @param againNanos after which to report it again; 0 for never
     */
    boolean reportsGap(long nowNanos, long againNanos) {
        boolean again = againNanos > 0 && nowNanos - reportedNanos >= againNanos;
        if (gapReported && !again) {
            return false;
        }
        gapReported = true;
        reportedNanos = nowNanos;
        return true;
    }
}
