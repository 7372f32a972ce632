package io.losslab.roce.frame;

/** The header checksum of IPv4 (RFC 791; RFC 1071). */
final class Ipv4Checksum {
    static final int OFFSET = 10;

    private Ipv4Checksum() {}

    /** Computes and writes it, for a header without options. */
    static void write(FrameMemory memory, long ip) {
        memory.putShort(ip + OFFSET, 0);
        memory.putShort(ip + OFFSET, ~sum(memory, ip));
    }

    /** Whether it is right, of a header without options. */
    static boolean holds(FrameMemory memory, long ip) {
        return sum(memory, ip) == 0xFFFF;
    }

    private static int sum(FrameMemory memory, long ip) {
        int sum = 0;
        for (int offset = 0; offset < 20; offset += 2) {
            sum += memory.getShort(ip + offset);
        }
        return fold(sum);
    }

    /** Mends it after two bytes of the header have changed (RFC 1624, equation 3). */
    static void mend(FrameMemory memory, long ip, int before, int after) {
        int sum = (~memory.getShort(ip + OFFSET) & 0xFFFF) + (~before & 0xFFFF) + after;
        memory.putShort(ip + OFFSET, ~fold(sum));
    }

    /** Adds the carries in. */
    private static int fold(int sum) {
        int folded = (sum & 0xFFFF) + (sum >>> 16);
        return (folded & 0xFFFF) + (folded >>> 16);
    }
}
