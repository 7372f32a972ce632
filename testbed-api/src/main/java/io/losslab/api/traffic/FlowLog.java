package io.losslab.api.traffic;

import java.util.ArrayList;
import java.util.List;

/** Completed messages, column by column, until they are collected; 32 bytes a row. */
public final class FlowLog {
    private static final int CHUNK_BITS = 5;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private static final class Chunk {
        final int[] flows = new int[CHUNK];
        final long[] bytes = new long[CHUNK];
        final long[] startNanos = new long[CHUNK];
        final long[] endNanos = new long[CHUNK];
        final int[] retransmits = new int[CHUNK];
    }

    private final List<Chunk> chunks = new ArrayList<>();
    private int count;

    /** Adds a row; what its columns are, the readings below say. */
    public void add(int flow, long messageBytes, long start, long end, int resent) {
        int at = count & CHUNK - 1;
        if (at == 0) {
            chunks.add(new Chunk());
        }
        Chunk chunk = chunk(count);
        chunk.flows[at] = flow;
        chunk.bytes[at] = messageBytes;
        chunk.startNanos[at] = start;
        chunk.endNanos[at] = end;
        chunk.retransmits[at] = resent;
        count++;
    }

    private Chunk chunk(int row) {
        return chunks.get(row >> CHUNK_BITS);
    }

    /** Rows held. */
    public int size() {
        return count;
    }

    /** Flow id, as its caller gave it. */
    public int flow(int row) {
        return chunk(row).flows[row & CHUNK - 1];
    }

    public long bytes(int row) {
        return chunk(row).bytes[row & CHUNK - 1];
    }

    /** When the message was posted. */
    public long startNanos(int row) {
        return chunk(row).startNanos[row & CHUNK - 1];
    }

    /** When its last byte was delivered; for latency flows, when the answer's was. */
    public long endNanos(int row) {
        return chunk(row).endNanos[row & CHUNK - 1];
    }

    /** Packets retransmitted for it. */
    public int retransmits(int row) {
        return chunk(row).retransmits[row & CHUNK - 1];
    }
}
