package io.losslab.roce.frame;

import io.losslab.api.frame.RoceFrame;

/**
 * Whether a RoCEv2 frame came as it was sent: its lengths agree with each other, and the checksum
 * of the IPv4 header and the invariant CRC are right. Keeps a copy buffer, so it belongs to one
 * thread; nothing is allocated per frame.
 */
public final class FrameCheck {
    private static final int IPV4_BYTES = RoceFrame.IPV4_BYTES;
    private static final int TOTAL_LENGTH = 2;
    private static final int UDP_LENGTH = IPV4_BYTES + 4;
    private static final int BTH = RoceHeaders.IP_AND_UDP_BYTES;
    private static final int LEAST_IP_BYTES = BTH + RoceFrame.BTH_BYTES + RoceFrame.ICRC_BYTES;

    private final FrameReader reader;
    private final FrameMemory memory;
    private final InvariantCrc crc;
    private final int longestIpBytes;

    /**
     * Makes a check.
     *
     * @param memory that the frames lie in
     * @param longestFrameBytes without FCS; no longer frame is sound
     */
    public FrameCheck(FrameMemory memory, int longestFrameBytes) {
        this.memory = memory;
        reader = new FrameReader(memory);
        longestIpBytes = longestFrameBytes - RoceHeaders.IP_OFFSET;
        crc = new InvariantCrc(longestIpBytes);
    }

    /**
     * Whether a frame is as it was sent. What may be changed on the way counts for nothing: MAC
     * addresses, tag, DSCP and ECN.
     *
     * @param frame {@link FrameReader#DATA} or {@link FrameReader#RESPONSE}
     * @param lengthBytes without FCS
     */
    public boolean isSound(long frame, int lengthBytes) {
        int offset = reader.ipOffset(frame);
        long ip = frame + offset;
        int ipBytes = memory.getShort(ip + TOTAL_LENGTH);
        if (ipBytes > Math.min(lengthBytes - offset, longestIpBytes)
                || ipBytes < LEAST_IP_BYTES + RoceOpcodes.extensionBytes(reader.opcode(frame))) {
            return false;
        }
        return memory.getShort(ip + UDP_LENGTH) == ipBytes - IPV4_BYTES
                && Ipv4Checksum.holds(memory, ip)
                && crc.isSealed(memory, ip, ipBytes);
    }
}
