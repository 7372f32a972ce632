package io.losslab.softswitch.fabric.host;

/** What a host counted since start. Written by the fabric's thread only; read between events. */
public final class HostTotals {
    long framesReceived;
    long bytesReceived;
    long dataPacketsSent;
    long dataBytesSent;
    long dataPacketsReceived;
    long dataBytesReceived;
    long payloadBytesDelivered;
    long reorderedPackets;
    long keptOutOfOrderPackets;
    long retransmittedPackets;
    long pauseFramesReceived;
    long firstReorderPicos = -1;
    int firstReorderFlow;

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

    /** Frames of every kind: data, ACKs, control. */
    public long framesReceived() {
        return framesReceived;
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    /** Data packets put on the line, retransmissions included. */
    public long dataPacketsSent() {
        return dataPacketsSent;
    }

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

    public long retransmittedPackets() {
        return retransmittedPackets;
    }

    public long pauseFramesReceived() {
        return pauseFramesReceived;
    }

    /** When the first packet came out of sequence; -1 if none did. */
    public long firstReorderNanos() {
        return firstReorderPicos < 0 ? -1 : firstReorderPicos / 1000;
    }

    public int firstReorderFlow() {
        return firstReorderFlow;
    }
}
