package io.losslab.services.p4runtime.execution;

import io.losslab.proto.p4.v1.TableEntry;

/** Hears of entries that no packet has met for a while. Called on the plane's thread. */
public interface IdleListener {
    /**
     * No packet has met an entry for its timeout.
     *
     * @param timeNanos of the device
     * @param entry as it was written
     */
    void onIdleEntry(long timeNanos, TableEntry entry);
}
