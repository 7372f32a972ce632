package io.losslab.flowcontrol;

/**
 * How much of a switch's packet memory a port's packets may take.
 *
 * @param priorities bit i: priority i is under this policy; the others share the common pool and
 *     may be dropped
 * @param sharing whether the bytes are the port's own or drawn from the common pool
 * @param reservedBytes the port's own bytes, for each priority or, if {@code perPort}, for all
 *     together; with DYNAMIC sharing this is the headroom
 * @param perPort whether the priorities share one account
 * @param alpha DYNAMIC: a priority may hold alpha times the free pool before its headroom is used
 */
public record BufferPolicy(
        int priorities, Sharing sharing, long reservedBytes, boolean perPort, double alpha) {
    /** Whose bytes they are. */
    public enum Sharing {
        /** The port's own. */
        DEDICATED,
        /** A share of the common pool by a dynamic threshold, then the port's own headroom. */
        DYNAMIC
    }

    /** No account of its own: everything from the common pool. */
    public static final BufferPolicy COMMON_POOL =
            new BufferPolicy(0, Sharing.DEDICATED, 0, false, 0);

    public BufferPolicy {
        if (reservedBytes < 0) {
            throw new IllegalArgumentException(
                    "reservedBytes must not be negative: " + reservedBytes);
        }
    }

    /** Bytes set aside in all. */
    public long totalReservedBytes() {
        return perPort ? reservedBytes : reservedBytes * Integer.bitCount(priorities);
    }
}
