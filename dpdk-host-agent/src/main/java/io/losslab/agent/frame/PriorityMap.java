package io.losslab.agent.frame;

import static io.losslab.agent.frame.PacketMemory.FRAMES;
import static io.losslab.agent.frame.PacketMemory.MEMORY;

import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.RoceHeaders;

/**
 * Which of the eight priorities a frame has: the code point of its 802.1Q tag, or what its DSCP
 * stands for. By default a DSCP's upper three bits, its class selector (RFC 2474, 4.2.2).
 */
public final class PriorityMap {
    private static final int CODE_POINTS = 64;
    private static final int PRIORITIES = 8;

    private final byte[] byDscp = new byte[CODE_POINTS];
    private final byte[] dscpOf = new byte[PRIORITIES];

    public PriorityMap() {
        for (int dscp = 0; dscp < CODE_POINTS; dscp++) {
            byDscp[dscp] = (byte) (dscp >> 3);
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            dscpOf[priority] = (byte) (priority << 3);
        }
    }

    /** Lets a DSCP stand for a priority; frames of that priority are sent with it. */
    public void set(int dscp, int priority) {
        if (dscp < 0 || dscp >= CODE_POINTS || priority < 0 || priority >= PRIORITIES) {
            throw new IllegalArgumentException(
                    "dscp must be 0..63, priority 0..7: " + dscp + ", " + priority);
        }
        byDscp[dscp] = (byte) priority;
        dscpOf[priority] = (byte) dscp;
    }

    /** Priority of a frame; 0 of one that has neither tag nor IPv4. */
    public int priority(long frame) {
        int type = MEMORY.getShort(frame + 12);
        if (type == FrameReader.ETHER_TYPE_IPV4) {
            return byDscp[MEMORY.getByte(frame + RoceHeaders.IP_OFFSET + 1) >> 2 & 0x3F];
        }
        return type == FrameReader.ETHER_TYPE_VLAN ? FRAMES.priorityCodePoint(frame) : 0;
    }

    /** DSCP that frames of a priority are sent with. */
    public int dscp(int priority) {
        return dscpOf[priority];
    }
}
