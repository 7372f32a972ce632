package io.losslab.agent.frame;

import io.losslab.agent.dpdk.Memory;

/** The header checksum of IPv4 (RFC 791; RFC 1071). */
final class Ipv4Checksum {
    private static final int CHECKSUM_OFFSET = 10;

    private Ipv4Checksum() {}

    /** Computes and writes it, for a header without options. */
    static void write(long ip) {
        Memory.putShort(ip + CHECKSUM_OFFSET, 0);
        int sum = 0;
        for (int offset = 0; offset < 20; offset += 2) {
            sum += Memory.getShort(ip + offset);
        }
        Memory.putShort(ip + CHECKSUM_OFFSET, ~fold(sum));
    }

    /** Adds the carries in. */
    static int fold(int sum) {
        int folded = (sum & 0xFFFF) + (sum >>> 16);
        return (folded & 0xFFFF) + (folded >>> 16);
    }
}
