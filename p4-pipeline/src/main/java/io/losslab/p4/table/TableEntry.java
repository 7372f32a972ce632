package io.losslab.p4.table;

import io.losslab.p4.extern.Meter;
import io.losslab.p4.packet.PacketState;

/** An entry of a table, or its default: what it matches, what it does, and what met it. */
public final class TableEntry {
    private final EntryKey key;
    private ActionSource source;
    private Meter meter;
    private long packets;
    private long bytes;
    private long lastHitNanos;

    /** An entry; {@code key} is null for the default. */
    TableEntry(EntryKey key, ActionSource source, long nowNanos) {
        this.key = key;
        this.source = source;
        this.lastHitNanos = nowNanos;
    }

    EntryKey key() {
        return key;
    }

    ActionSource source() {
        return source;
    }

    /** Has packets do something else from here on. */
    public void setSource(ActionSource wanted) {
        source = wanted;
    }

    /** Sets its direct meter; null for none. */
    public void setMeter(Meter wanted) {
        meter = wanted;
    }

    Meter meter() {
        return meter;
    }

    public long packets() {
        return packets;
    }

    public long bytes() {
        return bytes;
    }

    /** When a packet met it last, or it was put. */
    public long lastHitNanos() {
        return lastHitNanos;
    }

    void onPacket(PacketState packet) {
        packets++;
        bytes += packet.arrivedLength;
        lastHitNanos = packet.environment().nowNanos();
    }
}
