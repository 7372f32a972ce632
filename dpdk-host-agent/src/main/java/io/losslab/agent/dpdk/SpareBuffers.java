package io.losslab.agent.dpdk;

/** Packet buffers taken from a pool ahead, so that one frame does not cost a call. One thread. */
public final class SpareBuffers implements AutoCloseable {
    private final PacketPool pool;
    private final Burst spare = new Burst();
    private int used;

    public SpareBuffers(PacketPool pool) {
        this.pool = pool;
    }

    /** Whether {@link #buffer} and {@link #data} name a free buffer; the pool may be empty. */
    public boolean hasNext() {
        if (used < spare.size()) {
            return true;
        }
        used = 0;
        spare.clear();
        return pool.allocate(spare, Burst.CAPACITY);
    }

    /** Address of the next buffer. */
    public long buffer() {
        return spare.buffer(used);
    }

    /** Address of the first byte of the next buffer. */
    public long data() {
        return spare.data(used);
    }

    /** The next buffer is the caller's from here on. */
    public void take() {
        used++;
    }

    /** Gives those back that nobody took. */
    @Override
    public void close() {
        Burst rest = new Burst();
        for (int i = used; i < spare.size(); i++) {
            rest.add(spare.buffer(i), 0);
        }
        spare.clear();
        used = 0;
        PacketPool.free(rest);
    }
}
