package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.ControlHeader;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * The control message of PortFC, 64 bytes with FCS, read and written in place (PortFC, section
 * III-C: type, queue number and port number of the congestion).
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      19  congested egress port, from 0
 *  6  source MAC                         20  index the relaying node gives it; 255 if not relayed
 * 12  EtherType 0x88B5                   21  nodes that relayed it
 * 14  0x5046 ("PF")                      22  device of the congested port, 4 bytes
 * 16  operation: 1 pause, 2 resume       26  sequence number, 4 bytes
 * 17  class of the congested queue       30  layer of the switch that a node relays for
 * 18  number of the congested queue      31  zeros            60  FCS
 * </pre>
 *
 * <p>Receivers act on class, port, relay index and layer only. The FCS bytes are left to the MAC
 * that sends the frame.
 */
public final class PortFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = LocalFrame.LENGTH_BYTES;

    public static final int MAGIC = 0x5046;

    public static final int PAUSE = 1;
    public static final int RESUME = 2;

    /** Class: inter-hop forwarding queues of a switch port, all together. */
    public static final int IHFQ = 0;

    /** Class: destination-direct queue of a switch port. */
    public static final int DDQ = 1;

    /** Class: relay queue of a node; not of the paper. */
    public static final int RELAY = 2;

    /** Relay index of a frame that no node relayed. */
    public static final int NOT_RELAYED = 0xFF;

    private static final int OPERATION_OFFSET = 16;
    private static final int CLASS_OFFSET = 17;
    private static final int QUEUE_OFFSET = 18;
    private static final int PORT_OFFSET = 19;
    private static final int RELAY_INDEX_OFFSET = 20;
    private static final int HOPS_OFFSET = 21;
    private static final int ORIGIN_OFFSET = 22;
    private static final int SEQUENCE_OFFSET = 26;
    private static final int LAYER_OFFSET = 30;

    private PortFrame() {}

    /**
     * Writes a frame that its origin sends.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param operation {@link #PAUSE} or {@link #RESUME}
     * @param queueClass {@link #IHFQ}, {@link #DDQ} or {@link #RELAY}
     * @param queue number of the queue at the congested port, 0..255
     * @param portIndex of the congested port, 0..254
     */
    public static void write(
            byte[] buffer,
            int offset,
            long sourceMac,
            int operation,
            int queueClass,
            int queue,
            int portIndex,
            int originDevice,
            int sequence) {
        LocalFrame.begin(buffer, offset, sourceMac, MAGIC);
        buffer[offset + OPERATION_OFFSET] = (byte) operation;
        buffer[offset + CLASS_OFFSET] = (byte) queueClass;
        buffer[offset + QUEUE_OFFSET] = (byte) queue;
        buffer[offset + PORT_OFFSET] = (byte) portIndex;
        buffer[offset + RELAY_INDEX_OFFSET] = (byte) NOT_RELAYED;
        BigEndian.putInt(buffer, offset + ORIGIN_OFFSET, originDevice);
        BigEndian.putInt(buffer, offset + SEQUENCE_OFFSET, sequence);
    }

    /**
     * Copies a frame as a node relays it: its own source address, the index of the congested port
     * relative to the node, the layer of its switch, one hop more.
     */
    public static void relay(
            byte[] from,
            int fromOffset,
            byte[] to,
            int toOffset,
            long sourceMac,
            int relayIndex,
            int layer) {
        System.arraycopy(from, fromOffset, to, toOffset, LENGTH_BYTES);
        ControlHeader.setSource(to, toOffset, sourceMac);
        to[toOffset + RELAY_INDEX_OFFSET] = (byte) relayIndex;
        to[toOffset + LAYER_OFFSET] = (byte) layer;
        to[toOffset + HOPS_OFFSET]++;
    }

    /** Whether the bytes are a PortFC frame. */
    public static boolean matches(byte[] buffer, int offset) {
        return LocalFrame.matches(buffer, offset, MAGIC);
    }

    /** Whether the frame pauses; else it resumes. */
    public static boolean pauses(byte[] buffer, int offset) {
        return buffer[offset + OPERATION_OFFSET] == PAUSE;
    }

    /** Class of the congested queue. */
    public static int queueClass(byte[] buffer, int offset) {
        return buffer[offset + CLASS_OFFSET] & 0xFF;
    }

    /** Number of the congested queue, 0..255. */
    public static int queue(byte[] buffer, int offset) {
        return buffer[offset + QUEUE_OFFSET] & 0xFF;
    }

    /** Congested egress port, from 0. */
    public static int portIndex(byte[] buffer, int offset) {
        return buffer[offset + PORT_OFFSET] & 0xFF;
    }

    /** Index of the congested port relative to the relaying node, or {@link #NOT_RELAYED}. */
    public static int relayIndex(byte[] buffer, int offset) {
        return buffer[offset + RELAY_INDEX_OFFSET] & 0xFF;
    }

    /** Layer of the switch that a relayed frame comes from; 0 of any other. */
    public static int layer(byte[] buffer, int offset) {
        return buffer[offset + LAYER_OFFSET] & 0xFF;
    }

    /** Nodes that relayed the frame. */
    public static int hops(byte[] buffer, int offset) {
        return buffer[offset + HOPS_OFFSET] & 0xFF;
    }

    /** Device of the congested port. */
    public static int originDevice(byte[] buffer, int offset) {
        return BigEndian.getInt(buffer, offset + ORIGIN_OFFSET);
    }

    /** Running number of the origin's frames. */
    public static int sequence(byte[] buffer, int offset) {
        return BigEndian.getInt(buffer, offset + SEQUENCE_OFFSET);
    }
}
