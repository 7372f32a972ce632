package io.losslab.flowcontrol.ofc;

/** Entries of one of a port's tables over time. */
final class TableSize {
    private final int entryBytes;
    private final long startNanos;
    private long entries;
    private long maxEntries;
    private long sinceNanos;
    private double entryNanos;

    TableSize(int entryBytes, long startNanos) {
        this.entryBytes = entryBytes;
        this.startNanos = startNanos;
        this.sinceNanos = startNanos;
    }

    /** Counts entries that came or, below zero, went. */
    void add(int more, long nowNanos) {
        entryNanos += (double) entries * (nowNanos - sinceNanos);
        sinceNanos = nowNanos;
        entries += more;
        maxEntries = Math.max(maxEntries, entries);
    }

    long entries() {
        return entries;
    }

    /** Bytes on average from the start until now. */
    double meanBytes(long nowNanos) {
        double sum = entryNanos + (double) entries * (nowNanos - sinceNanos);
        return nowNanos == startNanos
                ? entries * (double) entryBytes
                : sum * entryBytes / (nowNanos - startNanos);
    }

    long maxBytes() {
        return maxEntries * entryBytes;
    }
}
