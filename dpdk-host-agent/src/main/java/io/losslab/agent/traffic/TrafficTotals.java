package io.losslab.agent.traffic;

/** What the host's traffic counted since its run began. Written and read on the data thread. */
public final class TrafficTotals {
    long dataPacketsSent;
    long dataBytesSent;
    long dataPacketsReceived;
    long dataBytesReceived;
    long payloadBytesDelivered;
    long reorderedPackets;
    long duplicatePackets;
    long retransmittedPackets;
    long lostAnswers;
    long congestionNoticesSent;
    long congestionNoticesReceived;
    long firstReorderNanos = -1;
    int firstReorderFlow;

    /** Begins to count anew. */
    void clear() {
        dataPacketsSent = 0;
        dataBytesSent = 0;
        dataPacketsReceived = 0;
        dataBytesReceived = 0;
        payloadBytesDelivered = 0;
        reorderedPackets = 0;
        duplicatePackets = 0;
        retransmittedPackets = 0;
        lostAnswers = 0;
        congestionNoticesSent = 0;
        congestionNoticesReceived = 0;
        firstReorderNanos = -1;
        firstReorderFlow = 0;
    }

    /** Data packets put into the port's queues, retransmissions included. */
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

    /** Packets that arrived ahead of a gap and were dropped for it. */
    public long reorderedPackets() {
        return reorderedPackets;
    }

    /** Packets that had come before. */
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

    /** Congestion notices written for marked packets. */
    public long congestionNoticesSent() {
        return congestionNoticesSent;
    }

    /** Congestion notices that came for own flows. */
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
