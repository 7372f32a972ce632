package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;
import java.util.Arrays;

/**
 * OFC's PAUSE and RESUME, 64 to 1314 bytes with FCS, read and written in place. The paper gives no
 * layout; this one is ours.
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      18  flags: bit 0, all flows; bit 1, UDP ports
 *  6  source MAC                         19  zero
 * 12  EtherType 0x88B5                   20  flows listed, 0..160; with UDP ports 0..106
 * 14  0x4F46                             22  congested device, port (4 B each), 0 if unknown
 * 16  1 PAUSE, 2 RESUME                  30  flows: source, destination IPv4 (4 B each)
 * 17  priority                               with bit 1: UDP source port, 0 (2 B each)
 *                                            zeros to byte 60    FCS (4 B)
 * </pre>
 *
 * <p>A pair is the source address in the high and the destination in the low 32 bits. The FCS bytes
 * are left to the MAC that sends the frame.
 */
public final class OfcFrame {
    public static final int PAUSE = 1;
    public static final int RESUME = 2;

    /** Pairs of a frame; longer lists take several. */
    static final int MAX_PAIRS = 160;

    /** Flows with UDP ports of a frame. */
    static final int MAX_TUPLES = 106;

    static final int MARK = 0x4F46;

    private static final int ALL = 1;
    private static final int UDP_PORTS = 2;
    private static final int TUPLE_BYTES = 12;
    private static final int FCS_BYTES = 4;
    private static final int OPCODE_OFFSET = 16;
    private static final int PRIORITY_OFFSET = 17;
    private static final int FLAGS_OFFSET = 18;
    private static final int COUNT_OFFSET = 20;
    private static final int ROOT_OFFSET = 22;
    private static final int FLOWS_OFFSET = 30;

    /** Destination MAC to FCS of a frame with the most flows. */
    public static final int MAX_LENGTH_BYTES = FLOWS_OFFSET + MAX_PAIRS * Long.BYTES + FCS_BYTES;

    private OfcFrame() {}

    /**
     * Writes a frame that lists no pair yet.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param root the congested port as {@code DataPlane.root} makes it
     */
    public static void begin(
            byte[] buffer, long sourceMac, int opcode, int priority, boolean all, long root) {
        LocalFrame.begin(buffer, 0, sourceMac, MARK);
        buffer[OPCODE_OFFSET] = (byte) opcode;
        buffer[PRIORITY_OFFSET] = (byte) priority;
        buffer[FLAGS_OFFSET] = (byte) (all ? ALL : 0);
        BigEndian.putLong(buffer, ROOT_OFFSET, root);
    }

    /** Writes a frame that lists no flow yet, and will list them with their UDP ports. */
    static void beginWithPorts(
            byte[] buffer, long sourceMac, int opcode, int priority, boolean all, long root) {
        begin(buffer, sourceMac, opcode, priority, all, root);
        buffer[FLAGS_OFFSET] |= UDP_PORTS;
    }

    /** Lists one more pair; returns how many are listed. */
    public static int add(byte[] buffer, long pair) {
        int count = count(buffer, 0);
        requireRoom(count, MAX_PAIRS);
        BigEndian.putLong(buffer, FLOWS_OFFSET + count * Long.BYTES, pair);
        BigEndian.putShort(buffer, COUNT_OFFSET, count + 1);
        return count + 1;
    }

    /** Lists one more flow with its UDP source port; returns how many are listed. */
    static int add(byte[] buffer, long pair, int udpSourcePort) {
        int count = count(buffer, 0);
        requireRoom(count, MAX_TUPLES);
        int at = FLOWS_OFFSET + count * TUPLE_BYTES;
        BigEndian.putLong(buffer, at, pair);
        BigEndian.putShort(buffer, at + Long.BYTES, udpSourcePort);
        BigEndian.putShort(buffer, at + Long.BYTES + Short.BYTES, 0);
        BigEndian.putShort(buffer, COUNT_OFFSET, count + 1);
        return count + 1;
    }

    /** Ends the frame with zeros up to its length, which it returns. */
    public static int end(byte[] buffer) {
        int end = FLOWS_OFFSET + count(buffer, 0) * entryBytes(buffer, 0);
        int length = Math.max(LocalFrame.LENGTH_BYTES, end + FCS_BYTES);
        Arrays.fill(buffer, end, length, (byte) 0);
        return length;
    }

    /** Whether the bytes are an OFC frame. */
    static boolean matches(byte[] buffer, int offset) {
        return LocalFrame.matches(buffer, offset, MARK);
    }

    /** Whether it is a PAUSE; else a RESUME. */
    static boolean isPause(byte[] buffer, int offset) {
        return buffer[offset + OPCODE_OFFSET] == PAUSE;
    }

    static int priority(byte[] buffer, int offset) {
        return buffer[offset + PRIORITY_OFFSET] & 7;
    }

    /** Whether it is for all flows. */
    static boolean all(byte[] buffer, int offset) {
        return (buffer[offset + FLAGS_OFFSET] & ALL) != 0;
    }

    /** The congested port; NO_ROOT if unknown. */
    static long root(byte[] buffer, int offset) {
        return BigEndian.getLong(buffer, offset + ROOT_OFFSET);
    }

    /** Flows listed; none where a frame claims more than it can hold. */
    static int count(byte[] buffer, int offset) {
        int count = BigEndian.getShort(buffer, offset + COUNT_OFFSET);
        int most = listsPorts(buffer, offset) ? MAX_TUPLES : MAX_PAIRS;
        int end = offset + FLOWS_OFFSET + count * entryBytes(buffer, offset);
        return count <= most && end <= buffer.length ? count : 0;
    }

    /** Whether flows are listed with their UDP ports. */
    static boolean listsPorts(byte[] buffer, int offset) {
        return (buffer[offset + FLAGS_OFFSET] & UDP_PORTS) != 0;
    }

    /** Addresses of a listed flow. */
    static long pair(byte[] buffer, int offset, int index) {
        int at = FLOWS_OFFSET + index * entryBytes(buffer, offset);
        return BigEndian.getLong(buffer, offset + at);
    }

    /** UDP source port of a flow that is listed with it. */
    static int udpSourcePort(byte[] buffer, int offset, int index) {
        int at = FLOWS_OFFSET + index * TUPLE_BYTES + Long.BYTES;
        return BigEndian.getShort(buffer, offset + at);
    }

    private static int entryBytes(byte[] buffer, int offset) {
        return listsPorts(buffer, offset) ? TUPLE_BYTES : Long.BYTES;
    }

    private static void requireRoom(int count, int most) {
        if (count == most) {
            throw new IllegalStateException("a frame lists at most " + most + " flows");
        }
    }
}
