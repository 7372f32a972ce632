package io.losslab.softswitch.fabric.buffer;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.Arrays;

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

    private final int[] nodeOfPort;

    /**
     * Account of a port and priority; several may share one. Account ids are {@code port * 8 +
     * priority} of the first.
     */
    private final int[] accountOf;

    private final byte[] mode;
    private final long[] held;
    private final long[] headroomHeld;
    private final long[] limit;
    private final double[] alpha;
    private final long[] heldByPort;
    private final long[] maxHeldByPort;

    private final long[] bufferBytes;
    private final long[] reserved;
    private final long[] commonUsed;
    private final long[] reservedByPort;

    /** By node: how many times the free common pool a lossy queue may hold; 0 for any length. */
    private final double[] lossyAlpha;

    /** By pair of a device's ports: bytes that came in by the one and wait at the other. */
    private final int[] transit;

    /** By ingress port: where its row of {@link #transit} starts, less its device's first port. */
    private final int[] transitRow;

    public SharedBuffers(int portCount, int nodeCount, PortNumbers numbers) {
        nodeOfPort = numbers.nodes();
        transitRow = new int[portCount + 1];
        int size = 0;
        for (int port = 1; port <= portCount; port++) {
            int[] siblings = numbers.portsOf(numbers.nodeOf(port));
            transitRow[port] = size - siblings[0];
            size += siblings.length;
        }
        transit = new int[size];
        int accounts = portCount + 1 << 3;
        accountOf = new int[accounts];
        Arrays.setAll(accountOf, i -> i);
        mode = new byte[accounts];
        held = new long[accounts];
        headroomHeld = new long[accounts];
        limit = new long[accounts];
        alpha = new double[accounts];
        heldByPort = new long[portCount + 1];
        maxHeldByPort = new long[portCount + 1];
        reservedByPort = new long[portCount + 1];
        bufferBytes = new long[nodeCount];
        reserved = new long[nodeCount];
        commonUsed = new long[nodeCount];
        lossyAlpha = new double[nodeCount];
    }

    public void setBuffer(int node, long bytes) {
        bufferBytes[node] = bytes;
    }

    public long buffer(int node) {
        return bufferBytes[node];
    }

    /**
     * Sets the dynamic threshold of lossy queues: a multiple of the free common pool; 0 for none.
     *
     * @throws IllegalArgumentException where it is negative or not finite
     */
    public void setLossyAlpha(int node, double multiple) {
        if (!(multiple >= 0 && multiple < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lossyAlpha must not be negative: " + multiple);
        }
        lossyAlpha[node] = multiple;
    }

    /**
     * Sets a port's accounts; only while the port holds nothing, so that bytes leave the account
     * they entered.
     */
    public void setPolicy(int port, BufferPolicy policy) {
        if (heldByPort[port] != 0) {
            throw new IllegalStateException(
                    "the port buffers packets; change its flow control while it is idle");
        }
        int node = nodeOfPort[port];
        reserved[node] += policy.totalReservedBytes() - reservedByPort[port];
        reservedByPort[port] = policy.totalReservedBytes();
        int first = Integer.numberOfTrailingZeros(policy.priorities());
        for (int priority = 0; priority < 8; priority++) {
            int key = port << 3 | priority;
            boolean governed = (policy.priorities() >> priority & 1) != 0;
            accountOf[key] = governed && policy.perPort() ? port << 3 | first : key;
            mode[key] =
                    !governed
                            ? COMMON
                            : policy.sharing() == BufferPolicy.Sharing.DYNAMIC
                                    ? (byte) DYNAMIC
                                    : (byte) DEDICATED;
            limit[key] = policy.reservedBytes();
            alpha[key] = policy.alpha();
        }
    }

    /** Free bytes of the common pool. */
    public long freeCommon(int node) {
        return bufferBytes[node] - reserved[node] - commonUsed[node];
    }

    public long reserved(int node) {
        return reserved[node];
    }

    public long reservedByPort(int port) {
        return reservedByPort[port];
    }

    /** Bytes buffered that came in by one port and wait at another of the same device. */
    public long transitBytes(int ingress, int egress) {
        return transit[transitRow[ingress] + egress];
    }

    /**
     * Whether a queue of so many bytes may take another packet: not a lossy one, where it has
     * reached alpha times the free common pool (dynamic threshold; Choudhury and Hahne, 1998).
     */
    public boolean isBelowThreshold(int ingress, int priority, long queueBytes) {
        int node = nodeOfPort[ingress];
        return lossyAlpha[node] == 0
                || mode[accountOf[ingress << 3 | priority]] != COMMON
                || queueBytes < lossyAlpha[node] * freeCommon(node);
    }

    /**
     * Charges a packet to its account.
     *
     * @return bytes the account then holds, or -1 if the packet does not fit and must be dropped
     */
    public long admit(int port, int egress, int priority, int bytes) {
        int account = accountOf[port << 3 | priority];
        long after = held[account] + bytes;
        if (mode[account] == DEDICATED) {
            if (after > limit[account]) {
                return -1;
            }
        } else if (!admitToPool(nodeOfPort[port], account, bytes)) {
            return -1;
        }
        held[account] = after;
        transit[transitRow[port] + egress] += bytes;
        long ofPort = heldByPort[port] + bytes;
        heldByPort[port] = ofPort;
        if (ofPort > maxHeldByPort[port]) {
            maxHeldByPort[port] = ofPort;
        }
        return after;
    }

    /** Takes a packet off its account; returns the bytes the account still holds. */
    public long release(int port, int egress, int priority, int bytes) {
        int account = accountOf[port << 3 | priority];
        if (mode[account] != DEDICATED) {
            long fromHeadroom = Math.min(bytes, headroomHeld[account]);
            headroomHeld[account] -= fromHeadroom;
            commonUsed[nodeOfPort[port]] -= bytes - fromHeadroom;
        }
        heldByPort[port] -= bytes;
        transit[transitRow[port] + egress] -= bytes;
        return held[account] -= bytes;
    }

    public long headroomHeld(int port, int priority) {
        return headroomHeld[accountOf[port << 3 | priority]];
    }

    public long heldByPort(int port) {
        return heldByPort[port];
    }

    public long heldBy(int port, int priority) {
        return held[accountOf[port << 3 | priority]];
    }

    public long maxHeldByPort(int port) {
        return maxHeldByPort[port];
    }

    private boolean admitToPool(int node, int account, int bytes) {
        long free = freeCommon(node);
        if (mode[account] == COMMON) {
            if (bytes > free) {
                return false;
            }
            commonUsed[node] += bytes;
            return true;
        }
        long shared = held[account] - headroomHeld[account];
        if (headroomHeld[account] == 0
                && shared + bytes <= alpha[account] * free
                && bytes <= free) {
            commonUsed[node] += bytes;
            return true;
        }
        if (headroomHeld[account] + bytes > limit[account]) {
            return false;
        }
        headroomHeld[account] += bytes;
        return true;
    }
}
