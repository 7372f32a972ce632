package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.frame.BigEndian;

/**
 * Fields of an Ethernet frame without tag that carries IPv4, as routes are looked up by them.
 *
 * <pre>
 * 12  EtherType 0x0800      20  fragment offset, low 13 bits   26  source address
 * 14  version, header size  23  protocol                       30  destination address
 * </pre>
 */
final class Ipv4Frame {
    private static final int ETHER_TYPE = 0x0800;
    private static final int IP = 14;
    private static final int LEAST_BYTES = 34;
    private static final int VERSION_AND_SIZE = 0x45;
    private static final int TCP = 6;
    private static final int UDP = 17;

    private Ipv4Frame() {}

    static boolean matches(byte[] frame) {
        return frame.length >= LEAST_BYTES
                && BigEndian.getShort(frame, 12) == ETHER_TYPE
                && (frame[IP] & 0xf0) == (VERSION_AND_SIZE & 0xf0);
    }

    static int source(byte[] frame) {
        return BigEndian.getInt(frame, 26);
    }

    static int destination(byte[] frame) {
        return BigEndian.getInt(frame, 30);
    }

    /** Source port of TCP and UDP; 0 where the packet has none that follows the header at once. */
    static int sourcePort(byte[] frame) {
        boolean first = (BigEndian.getShort(frame, 20) & 0x1fff) == 0;
        boolean plain = frame[IP] == VERSION_AND_SIZE && frame.length >= LEAST_BYTES + 2;
        boolean ported = frame[23] == TCP || frame[23] == UDP;
        return first && plain && ported ? BigEndian.getShort(frame, LEAST_BYTES) : 0;
    }
}
