package io.losslab.services.p4runtime.forwarding;

/** What the ports of a device have carried since the start. Immutable once handed over. */
public final class PortTotals {
    private final long[] rxPackets;
    private final long[] rxBytes;
    private final long[] txPackets;
    private final long[] txBytes;

    /** Zeroes for ports 1 to {@code portCount}. */
    public PortTotals(int portCount) {
        rxPackets = new long[portCount + 1];
        rxBytes = new long[portCount + 1];
        txPackets = new long[portCount + 1];
        txBytes = new long[portCount + 1];
    }

    public PortTotals setReceived(int port, long packets, long bytes) {
        rxPackets[port] = packets;
        rxBytes[port] = bytes;
        return this;
    }

    public PortTotals setSent(int port, long packets, long bytes) {
        txPackets[port] = packets;
        txBytes[port] = bytes;
        return this;
    }

    int ports() {
        return rxPackets.length - 1;
    }

    long packets(boolean received, int port) {
        return received ? rxPackets[port] : txPackets[port];
    }

    long bytes(boolean received, int port) {
        return received ? rxBytes[port] : txBytes[port];
    }
}
