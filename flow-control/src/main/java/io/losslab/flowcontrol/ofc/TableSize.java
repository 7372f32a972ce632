package io.losslab.flowcontrol.ofc;

/** Entries of one of a port's tables over time. */
final class TableSize {
    private final int entryBytes;
    private long entries;
    private long maxEntries;
    private long sinceNanos;

    /** Time in which there was an entry, and its integral over the entries. */
    private long usedNanos;

    private double entryNanos;

    TableSize(int entryBytes, long startNanos) {
        this.entryBytes = entryBytes;
        this.sinceNanos = startNanos;
    }

    /** Counts entries that came or, below zero, went. */
    void add(int more, long nowNanos) {
        advance(nowNanos);
        entries += more;
        maxEntries = Math.max(maxEntries, entries);
    }

    long entries() {
        return entries;
    }

    /**
     * Bytes on average over the time in which the table held entries, so that it does not depend on
     * how long a run goes on without any; 0 where it never held one for a while.
     */
    double meanBytes(long nowNanos) {
        advance(nowNanos);
        return usedNanos == 0 ? 0 : entryNanos * entryBytes / usedNanos;
    }

    long maxBytes() {
        return maxEntries * entryBytes;
    }

    private void advance(long nowNanos) {
        long nanos = nowNanos - sinceNanos;
        usedNanos += entries > 0 ? nanos : 0;
        entryNanos += (double) entries * nanos;
        sinceNanos = nowNanos;
    }
}
