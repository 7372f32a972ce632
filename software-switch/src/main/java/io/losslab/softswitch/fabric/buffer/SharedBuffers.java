package io.losslab.softswitch.fabric.buffer;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.softswitch.fabric.port.PortNumbers;

/**
 * Packet memory of every switch: who holds how much, and who may have more.
 *
 * <p>Bytes are charged to an account of the ingress port and priority while a packet is buffered
 * (output-queued switch with ingress accounting). An account is dedicated, dynamic (threshold on
 * the free common pool, then headroom), or the common pool itself. Packets charged to the common
 * pool are lossy: the egress queues they wait in may have a dynamic threshold of their own.
 */
public final class SharedBuffers {
    private static final int COMMON = 0;
    private static final int DEDICATED = 1;
    private static final int DYNAMIC = 2;

    /*
     * Eight longs an account, about one cache line; its number is port * 8 + priority:
     */
    private static final int CHARGED = 0; // first long of the account it shares, or of its own
    private static final int MODE = 1;
    private static final int HELD = 2; // bytes
    private static final int HEADROOM_HELD = 3;
    private static final int LIMIT = 4; // bytes
    private static final int ALPHA = 5; // bits of a double

    /*
     * Four longs a port:
     */
    private static final int PORT_HELD = 0;
    private static final int PORT_MAX_HELD = 1;
    private static final int POOL = 2; // first long of its device
    private static final int TRANSIT_ROW = 3; // start in transit, less its device's first port

    /*
     * Four longs a device:
     */
    private static final int BUFFER = 0;
    private static final int RESERVED = 1;
    private static final int COMMON_USED = 2;
    private static final int LOSSY_ALPHA = 3; // bits of a double; 0 for queues of any length

    private final long[] accounts;
    private final long[] ports;
    private final long[] pools;
    private final long[] reservedByPort;

    /** By pair of a device's ports: bytes that came in by the one and wait at the other. */
    private final long[] transit;

    public SharedBuffers(int portCount, int nodeCount, PortNumbers numbers) {
        accounts = new long[portCount + 1 << 6];
        ports = new long[portCount + 1 << 2];
        pools = new long[nodeCount << 2];
        reservedByPort = new long[portCount + 1];
        int size = 0;
        for (int port = 1; port <= portCount; port++) {
            int node = numbers.nodeOf(port);
            int[] siblings = numbers.portsOf(node);
            ports[port << 2 | POOL] = (long) node << 2;
            ports[port << 2 | TRANSIT_ROW] = (long) size - siblings[0];
            size += siblings.length;
        }
        transit = new long[size];
        for (int a = 0; a < accounts.length; a += 8) {
            accounts[a + CHARGED] = a;
        }
    }

    public void setBuffer(int node, long bytes) {
        pools[node << 2 | BUFFER] = bytes;
    }

    public long buffer(int node) {
        return pools[node << 2 | BUFFER];
    }

    /**
     * Sets the dynamic threshold of lossy queues: a multiple of the free common pool; 0 for none.
     *
     * @throws IllegalArgumentException where it is negative or not finite
     */
    public void setLossyAlpha(int node, double multiple) {
        requireLossyAlpha(multiple);
        pools[node << 2 | LOSSY_ALPHA] = multiple == 0 ? 0 : Double.doubleToRawLongBits(multiple);
    }

    /**
     * Refuses what {@link #setLossyAlpha} does not take.
     *
     * @throws IllegalArgumentException where it is negative or not finite
     */
    public static void requireLossyAlpha(double multiple) {
        if (!(multiple >= 0 && multiple < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lossyAlpha must not be negative: " + multiple);
        }
    }

    /**
     * Sets a port's accounts; only while the port holds nothing, so that bytes leave the account
     * they entered.
     */
    public void setPolicy(int port, BufferPolicy policy) {
        if (heldByPort(port) != 0) {
            throw new IllegalStateException(
                    "the port buffers packets; change its flow control while it is idle");
        }
        pools[pool(port) + RESERVED] += policy.totalReservedBytes() - reservedByPort[port];
        reservedByPort[port] = policy.totalReservedBytes();
        int first = Integer.numberOfTrailingZeros(policy.priorities());
        for (int priority = 0; priority < 8; priority++) {
            int account = own(port, priority);
            boolean governed = (policy.priorities() >> priority & 1) != 0;
            accounts[account + CHARGED] = governed && policy.perPort() ? own(port, first) : account;
            accounts[account + MODE] =
                    !governed
                            ? COMMON
                            : policy.sharing() == BufferPolicy.Sharing.DYNAMIC
                                    ? DYNAMIC
                                    : DEDICATED;
            accounts[account + LIMIT] = policy.reservedBytes();
            accounts[account + ALPHA] = Double.doubleToRawLongBits(policy.alpha());
        }
    }

    /** Free bytes of the common pool. */
    public long freeCommon(int node) {
        return freeOf(node << 2);
    }

    public long reserved(int node) {
        return pools[node << 2 | RESERVED];
    }

    public long reservedByPort(int port) {
        return reservedByPort[port];
    }

    /** Bytes buffered that came in by one port and wait at another of the same device. */
    public long transitBytes(int ingress, int egress) {
        return transit[transitAt(ingress, egress)];
    }

    /**
     * Whether a queue of so many bytes may take another packet: not a lossy one, where it has
     * reached alpha times the free common pool (dynamic threshold; Choudhury and Hahne, 1998).
     */
    public boolean isBelowThreshold(int ingress, int priority, long queueBytes) {
        int pool = pool(ingress);
        long bits = pools[pool + LOSSY_ALPHA];
        return bits == 0
                || accounts[charged(ingress, priority) + MODE] != COMMON
                || queueBytes < Double.longBitsToDouble(bits) * freeOf(pool);
    }

    /**
     * Charges a packet to its account.
     *
     * @return bytes the account then holds, or -1 if the packet does not fit and must be dropped
     */
    public long admit(int port, int egress, int priority, int bytes) {
        int account = charged(port, priority);
        long after = accounts[account + HELD] + bytes;
        if (accounts[account + MODE] == DEDICATED) {
            if (after > accounts[account + LIMIT]) {
                return -1;
            }
        } else if (!admitToPool(pool(port), account, bytes)) {
            return -1;
        }
        accounts[account + HELD] = after;
        transit[transitAt(port, egress)] += bytes;
        int at = port << 2;
        long ofPort = ports[at + PORT_HELD] + bytes;
        ports[at + PORT_HELD] = ofPort;
        if (ofPort > ports[at + PORT_MAX_HELD]) {
            ports[at + PORT_MAX_HELD] = ofPort;
        }
        return after;
    }

    /** Takes a packet off its account; returns the bytes the account still holds. */
    public long release(int port, int egress, int priority, int bytes) {
        int account = charged(port, priority);
        if (accounts[account + MODE] != DEDICATED) {
            long fromHeadroom = Math.min(bytes, accounts[account + HEADROOM_HELD]);
            accounts[account + HEADROOM_HELD] -= fromHeadroom;
            pools[pool(port) + COMMON_USED] -= bytes - fromHeadroom;
        }
        ports[port << 2 | PORT_HELD] -= bytes;
        transit[transitAt(port, egress)] -= bytes;
        return accounts[account + HELD] -= bytes;
    }

    public long headroomHeld(int port, int priority) {
        return accounts[charged(port, priority) + HEADROOM_HELD];
    }

    public long heldByPort(int port) {
        return ports[port << 2 | PORT_HELD];
    }

    public long heldBy(int port, int priority) {
        return accounts[charged(port, priority) + HELD];
    }

    public long maxHeldByPort(int port) {
        return ports[port << 2 | PORT_MAX_HELD];
    }

    private boolean admitToPool(int pool, int account, int bytes) {
        long free = freeOf(pool);
        if (accounts[account + MODE] == COMMON) {
            if (bytes > free) {
                return false;
            }
            pools[pool + COMMON_USED] += bytes;
            return true;
        }
        long inHeadroom = accounts[account + HEADROOM_HELD];
        long shared = accounts[account + HELD] - inHeadroom;
        double alpha = Double.longBitsToDouble(accounts[account + ALPHA]);
        if (inHeadroom == 0 && shared + bytes <= alpha * free && bytes <= free) {
            pools[pool + COMMON_USED] += bytes;
            return true;
        }
        if (inHeadroom + bytes > accounts[account + LIMIT]) {
            return false;
        }
        accounts[account + HEADROOM_HELD] = inHeadroom + bytes;
        return true;
    }

    private long freeOf(int pool) {
        return pools[pool + BUFFER] - pools[pool + RESERVED] - pools[pool + COMMON_USED];
    }

    private int pool(int port) {
        return (int) ports[port << 2 | POOL];
    }

    private int transitAt(int ingress, int egress) {
        return (int) ports[ingress << 2 | TRANSIT_ROW] + egress;
    }

    private static int own(int port, int priority) {
        return (port << 3 | priority) << 3;
    }

    private int charged(int port, int priority) {
        return (int) accounts[own(port, priority) + CHARGED];
    }
}
