package io.losslab.roce.frame;

import io.losslab.api.frame.RoceFrame;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC of RoCEv2 (InfiniBand Specification, Annex A17.3.3): CRC-32 over eight octets
 * of ones, then the packet from the IP header on, with all that a router may change taken as ones.
 * Keeps a copy buffer, so it belongs to one thread.
 */
public final class InvariantCrc {
    private static final int PSEUDO_BYTES = 8;
    private static final int TYPE_OF_SERVICE = 1;
    private static final int TIME_TO_LIVE = 8;
    private static final int IP_CHECKSUM = 10;
    private static final int UDP_CHECKSUM = 26;
    private static final int BTH_RESERVED = 32;

    private final CRC32 crc = new CRC32();
    private final byte[] copy;

    /** Makes one for packets up to a size. */
    public InvariantCrc(int maxIpBytes) {
        copy = new byte[PSEUDO_BYTES + maxIpBytes];
        Arrays.fill(copy, 0, PSEUDO_BYTES, (byte) 0xFF);
    }

    /**
     * Computes the CRC and writes it to the end of a packet.
     *
     * @param ip where the IPv4 header begins
     * @param ipBytes from there on, the CRC's own included
     */
    public void seal(FrameMemory memory, long ip, int ipBytes) {
        int bytes = ipBytes - RoceFrame.ICRC_BYTES;
        memory.putInt(ip + bytes, compute(memory, ip, bytes));
    }

    /**
     * Whether a packet ends with its CRC.
     *
     * @param ip where the IPv4 header begins
     * @param ipBytes from there on, the CRC's own included; no more than it was made for, and all
     *     headers up to the base transport header are there
     */
    boolean isSealed(FrameMemory memory, long ip, int ipBytes) {
        int bytes = ipBytes - RoceFrame.ICRC_BYTES;
        return memory.getInt(ip + bytes) == compute(memory, ip, bytes);
    }

    /** The CRC as it is written: lowest byte first, as an Ethernet FCS. */
    private int compute(FrameMemory memory, long ip, int bytes) {
        memory.read(ip, copy, PSEUDO_BYTES, bytes);
        set(TYPE_OF_SERVICE, 1);
        set(TIME_TO_LIVE, 1);
        set(IP_CHECKSUM, 2);
        set(UDP_CHECKSUM, 2);
        set(BTH_RESERVED, 1);
        crc.reset();
        crc.update(copy, 0, PSEUDO_BYTES + bytes);
        return Integer.reverseBytes((int) crc.getValue());
    }

    private void set(int offset, int count) {
        for (int i = 0; i < count; i++) {
            copy[PSEUDO_BYTES + offset + i] = (byte) 0xFF;
        }
    }
}
