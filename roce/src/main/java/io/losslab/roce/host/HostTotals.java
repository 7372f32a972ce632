package io.losslab.roce.host;

/** What a host counted since its run began. Written and read on the thread that owns the host. */
public final class HostTotals {
    private long framesReceived;
    private long bytesReceived;
    private long pauseFramesReceived;
    private long dataPacketsSent;
    private long dataBytesSent;
    private long dataPacketsReceived;
    private long dataBytesReceived;
    private long payloadBytesDelivered;
    private long reorderedPackets;
    private long keptOutOfOrderPackets;
    private long duplicatePackets;
    private long retransmittedPackets;
    private long lostAnswers;
    private long congestionNoticesSent;
    private long congestionNoticesReceived;
    private long firstReorderNanos = -1;
    private int firstReorderFlow;

    /** Begins to count anew. */
    public void clear() {
        framesReceived = 0;
        bytesReceived = 0;
        pauseFramesReceived = 0;
        dataPacketsSent = 0;
        dataBytesSent = 0;
        dataPacketsReceived = 0;
        dataBytesReceived = 0;
        payloadBytesDelivered = 0;
        reorderedPackets = 0;
        keptOutOfOrderPackets = 0;
        duplicatePackets = 0;
        retransmittedPackets = 0;
        lostAnswers = 0;
        congestionNoticesSent = 0;
        congestionNoticesReceived = 0;
        firstReorderNanos = -1;
        firstReorderFlow = 0;
    }

    // ---- what happened

    /** A frame of any kind has come. */
    public void onFrame(int bytes) {
        framesReceived++;
        bytesReceived += bytes;
    }

    /** A flow-control frame has come. */
    public void onPauseFrame(int bytes) {
        onFrame(bytes);
        pauseFramesReceived++;
    }

    /** Data packets set out, retransmissions among them. */
    public void onDataSent(int packets, long bytes) {
        dataPacketsSent += packets;
        dataBytesSent += bytes;
    }

    public void onDataReceived(int bytes) {
        dataPacketsReceived++;
        dataBytesReceived += bytes;
    }

    /** A message is complete. */
    public void onDelivered(long payloadBytes) {
        payloadBytesDelivered += payloadBytes;
    }

    /** A packet came ahead of a gap and is dropped for it. */
    public void onReordered(long nowNanos, int flow) {
        reorderedPackets++;
        if (firstReorderNanos < 0) {
            firstReorderNanos = nowNanos;
            firstReorderFlow = flow;
        }
    }

    /** A packet came ahead of a gap and is kept (IRN). */
    public void onKeptOutOfOrder() {
        keptOutOfOrderPackets++;
    }

    /** A packet came that had come before. */
    public void onDuplicate() {
        duplicatePackets++;
    }

    /** Packets are retransmitted, or are to be. */
    public void onRetransmitted(long packets) {
        retransmittedPackets += packets;
    }

    /** There was no packet buffer or no place for an ACK. */
    public void onLostAnswer() {
        lostAnswers++;
    }

    public void onCongestionNoticeSent() {
        congestionNoticesSent++;
    }

    public void onCongestionNoticeReceived() {
        congestionNoticesReceived++;
    }

    // ---- what was counted

    /** Frames of every kind: data, ACKs, control. */
    public long framesReceived() {
        return framesReceived;
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    public long pauseFramesReceived() {
        return pauseFramesReceived;
    }

    /** Data packets put on the line, retransmissions included. */
    public long dataPacketsSent() {
        return dataPacketsSent;
    }

    /** Their frame bytes. */
    public long dataBytesSent() {
        return dataBytesSent;
    }

    public long dataPacketsReceived() {
        return dataPacketsReceived;
    }

    public long dataBytesReceived() {
        return dataBytesReceived;
    }

    /** Payload of completed messages handed to the application, each byte once and in order. */
    public long payloadBytesDelivered() {
        return payloadBytesDelivered;
    }

    /**
     * Packets that arrived ahead of a gap and were dropped for it. With IRN none is: what it keeps
     * counts as {@link #keptOutOfOrderPackets} and reaches the application in order.
     */
    public long reorderedPackets() {
        return reorderedPackets;
    }

    /** Packets that arrived ahead of a gap and were kept until it closed (IRN). */
    public long keptOutOfOrderPackets() {
        return keptOutOfOrderPackets;
    }

    /** Packets that had come before; counted by agents. */
    public long duplicatePackets() {
        return duplicatePackets;
    }

    public long retransmittedPackets() {
        return retransmittedPackets;
    }

    /** ACKs for which there was no packet buffer or no place. */
    public long lostAnswers() {
        return lostAnswers;
    }

    /** Congestion notices written for marked packets; counted by agents. */
    public long congestionNoticesSent() {
        return congestionNoticesSent;
    }

    /** Congestion notices that came for own flows; counted by agents. */
    public long congestionNoticesReceived() {
        return congestionNoticesReceived;
    }

    /** When the first packet came out of sequence; -1 if none did. */
    public long firstReorderNanos() {
        return firstReorderNanos;
    }

    /** Flow id of that packet. */
    public int firstReorderFlow() {
        return firstReorderFlow;
    }
}
