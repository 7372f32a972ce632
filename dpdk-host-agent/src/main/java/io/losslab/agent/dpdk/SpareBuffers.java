package io.losslab.agent.dpdk;

/** Packet buffers taken from a pool ahead, so that one frame does not cost a call. One thread. */
public final class SpareBuffers implements AutoCloseable {
    private final PacketPool pool;
    private final Burst spare = new Burst();
    private int used;

    public SpareBuffers(PacketPool pool) {
        this.pool = pool;
    }

    /** Whether there is a next buffer; the pool may be empty. */
    public boolean hasNext() {
        if (used < spare.size()) {
            return true;
        }
        used = 0;
        spare.clear();
        return pool.allocate(spare, Burst.CAPACITY);
    }

    /** Address of the first byte of the next buffer. */
    public long data() {
        return spare.data(used);
    }

    /**
     * Takes the next buffer, which is the caller's from here on.
     *
     * @param lengthBytes of the frame that was written into it, without FCS
     * @return its address
     */
    public long take(int lengthBytes) {
        spare.setLength(used, lengthBytes);
        PacketCalls.setLengths(
                spare.address() + (long) Long.BYTES * used,
                spare.lengthsAddress() + (long) Integer.BYTES * used,
                1);
        return spare.buffer(used++);
    }

    /** Returns those that were not used. */
    @Override
    public void close() {
        Burst rest = new Burst();
        for (int i = used; i < spare.size(); i++) {
            rest.add(spare.buffer(i));
        }
        spare.clear();
        used = 0;
        PacketPool.free(rest);
    }
}
