package io.losslab.agent.traffic;

/** RoCEv2 frames that came for this host and were dropped, by port from 1. Data thread. */
public final class StrayCounts {
    private final long[] wrongIcrcFrames;
    private final long[] wrongIcrcBytes;
    private final long[] unknownFlowFrames;

    StrayCounts(int ports) {
        wrongIcrcFrames = new long[ports + 1];
        wrongIcrcBytes = new long[ports + 1];
        unknownFlowFrames = new long[ports + 1];
    }

    void clear() {
        for (int port = 0; port < wrongIcrcFrames.length; port++) {
            wrongIcrcFrames[port] = 0;
            wrongIcrcBytes[port] = 0;
            unknownFlowFrames[port] = 0;
        }
    }

    void onWrongIcrc(int port, int frameBytes) {
        wrongIcrcFrames[port]++;
        wrongIcrcBytes[port] += frameBytes;
    }

    void onUnknownFlow(int port) {
        unknownFlowFrames[port]++;
    }

    /** Frames with a wrong invariant CRC, IPv4 header checksum or length. */
    public long wrongIcrcFrames(int port) {
        return wrongIcrcFrames[port];
    }

    /** Their bytes, destination MAC to FCS. */
    public long wrongIcrcBytes(int port) {
        return wrongIcrcBytes[port];
    }

    /** Frames of no flow of this host. */
    public long unknownFlowFrames(int port) {
        return unknownFlowFrames[port];
    }
}
