package io.losslab.agent.dpdk;

/** Packet buffers that ports receive into and own frames are written into. */
public final class PacketPool {
    private static final int CACHE_BUFFERS = 256;

    private final long pool;

    private PacketPool(long pool) {
        this.pool = pool;
    }

    /**
     * Makes a pool.
     *
     * @param buffers how many; a power of two less one wastes no memory
     * @param roomBytes longest frame
     * @throws DpdkException where memory is short
     */
    public static PacketPool create(Eal eal, String name, int buffers, int roomBytes) {
        eal.requireRunning();
        if (buffers < 2 * CACHE_BUFFERS || roomBytes < 64) {
            throw new IllegalArgumentException(
                    "a packet pool needs at least %d buffers of 64 B, got %d of %d B"
                            .formatted(2 * CACHE_BUFFERS, buffers, roomBytes));
        }
        long pool = DpdkLibrary.ll_pool_create(name, buffers, CACHE_BUFFERS, roomBytes);
        if (pool == 0) {
            throw new DpdkException(
                    "no memory for %d packet buffers of %d B; raise --memory or lower --buffers"
                            .formatted(buffers, roomBytes));
        }
        return new PacketPool(pool);
    }

    /**
     * Fills a burst with fresh buffers, all or none; they are the caller's. Lengths are left as
     * they are.
     *
     * @param count 1..{@link Burst#CAPACITY}
     * @return whether there were enough
     */
    public boolean allocate(Burst burst, int count) {
        if (count > Burst.CAPACITY) {
            throw new IllegalArgumentException(
                    count + " frames in a burst of at most " + Burst.CAPACITY);
        }
        int got = PacketCalls.allocate(pool, burst.address(), burst.dataAddress(), count);
        burst.setSize(Math.max(got, 0));
        return got == count;
    }

    /** Writes the lengths of a burst's frames into their buffers; before they are sent. */
    public static void setLengths(Burst burst) {
        PacketCalls.setLengths(burst.address(), burst.lengthsAddress(), burst.size());
    }

    /** Gives the buffers of a burst back, and empties it. */
    public static void free(Burst burst) {
        if (burst.size() > 0) {
            PacketCalls.free(burst.address(), burst.size());
            burst.clear();
        }
    }

    /**
     * Moves the start of a frame towards the front of its buffer.
     *
     * @return address of its new first byte; 0 where there is no room
     */
    public static long prepend(long buffer, int bytes) {
        return PacketCalls.prepend(buffer, bytes);
    }

    /** Buffers without an owner; walks the caches of all threads, so it is not for every packet. */
    public int freeBuffers() {
        return DpdkLibrary.ll_pool_free_buffers(pool);
    }

    long address() {
        return pool;
    }
}
