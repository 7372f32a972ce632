package io.losslab.services.p4runtime.forwarding;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.Refusal;

/** A counter of what ports receive or send: the plane's totals and, by cell, an offset. */
final class PortCells implements Cells<CounterData> {
    private final ForwardingPlane plane;
    private final boolean received;
    // Cell minus total, by index.
    private final long[] packetOffsets;
    private final long[] byteOffsets;
    private PortTotals totals;

    PortCells(ForwardingPlane plane, boolean received, int size) {
        this.plane = plane;
        this.received = received;
        this.packetOffsets = new long[size];
        this.byteOffsets = new long[size];
        this.totals = new PortTotals(plane.portCount());
    }

    /** Starts from zero. */
    void reset() throws Refusal {
        refresh();
        for (int index = 0; index < packetOffsets.length; index++) {
            packetOffsets[index] = -packets(index);
            byteOffsets[index] = -bytes(index);
        }
    }

    @Override
    public void refresh() throws Refusal {
        try {
            totals = plane.totals();
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    @Override
    public CounterData get(int index) {
        return CounterData.newBuilder()
                .setPacketCount(packets(index) + packetOffsets[index])
                .setByteCount(bytes(index) + byteOffsets[index])
                .build();
    }

    @Override
    public void set(int index, CounterData data, Journal journal) {
        long oldPackets = packetOffsets[index];
        long oldBytes = byteOffsets[index];
        packetOffsets[index] = data.getPacketCount() - packets(index);
        byteOffsets[index] = data.getByteCount() - bytes(index);
        journal.add(
                () -> {
                    packetOffsets[index] = oldPackets;
                    byteOffsets[index] = oldBytes;
                });
    }

    @Override
    public void adopt(Cells<CounterData> previous) {
        if (previous instanceof PortCells other) {
            int shared = Math.min(packetOffsets.length, other.packetOffsets.length);
            System.arraycopy(other.packetOffsets, 0, packetOffsets, 0, shared);
            System.arraycopy(other.byteOffsets, 0, byteOffsets, 0, shared);
        }
    }

    private long packets(int index) {
        return index >= 1 && index <= totals.ports() ? totals.packets(received, index) : 0;
    }

    private long bytes(int index) {
        return index >= 1 && index <= totals.ports() ? totals.bytes(received, index) : 0;
    }
}
