package io.losslab.roce.frame;

/**
 * Changes a frame that passes: its class, its congestion mark and its tag. The invariant CRC covers
 * none of them.
 *
 * @param memory that the frames lie in
 */
public record FrameRewriter(FrameMemory memory) {
    /** Writes the VLAN identifier of a tagged frame. */
    public void setVlan(long frame, int vlan) {
        memory.putShort(frame + 14, memory.getShort(frame + 14) & 0xF000 | vlan);
    }

    /** Writes the code point of a tagged frame, and the class selector of an IPv4 frame. */
    public void setPriority(long frame, int priority) {
        FrameReader reader = new FrameReader(memory);
        if (reader.isTagged(frame)) {
            memory.putShort(frame + 14, memory.getShort(frame + 14) & 0x1FFF | priority << 13);
        }
        if (reader.isIpv4(frame)) {
            long ip = frame + reader.ipOffset(frame);
            setService(ip, priority << 5 | memory.getByte(ip + 1) & 3);
        }
    }

    /**
     * Marks congestion on an IPv4 frame whose transport takes part in ECN (RFC 3168); others stay
     * as they are.
     */
    public void mark(long frame) {
        long ip = frame + new FrameReader(memory).ipOffset(frame);
        int service = memory.getByte(ip + 1) & 0xFF;
        if ((service & 3) != 0) {
            setService(ip, service | 3);
        }
    }

    /**
     * Makes room for a tag: moves the MAC addresses four bytes towards the front and writes a tag
     * behind them.
     *
     * @param frame new first byte, four before the old one
     */
    public void insertTag(long frame, int priority, int vlan) {
        memory.copy(frame + RoceHeaders.TAG_BYTES, frame, 12);
        memory.putShort(frame + 12, RoceHeaders.ETHER_TYPE_VLAN);
        memory.putShort(frame + 14, priority << 13 | vlan);
    }

    private void setService(long ip, int service) {
        int before = memory.getShort(ip);
        int after = before & 0xFF00 | service;
        memory.putShort(ip, after);
        Ipv4Checksum.mend(memory, ip, before, after);
    }
}
