package io.losslab.softswitch.fabric.program;

import io.losslab.p4.packet.PacketState;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.Arrays;

/**
 * The first bytes of packets as the program of the last switch left them, by record. Those of the
 * rest are zeros. An image knows its packet, as records are used again.
 */
final class FrameImages {
    /** More than the headers of any packet that hosts send, and some that programs add. */
    private static final int MOST_BYTES = 192;

    private static final int ETHER_TYPE = 12;
    private static final int IPV4 = 0x0800;
    private static final int IP = 14;
    private static final int TYPE_OF_SERVICE = IP + 1;
    private static final int IP_CHECKSUM = IP + 10;
    private static final int ECN = 3;

    private final Records records;
    private byte[][] images = new byte[0][];
    private int[] lengths = new int[0];

    /** Flow, sequence number and kind of the packet that an image is of. */
    private long[] packets = new long[0];

    FrameImages(Records records) {
        this.records = records;
    }

    /** Keeps the bytes of a packet. */
    void keep(int id, PacketState packet) {
        if (id >= images.length) {
            int capacity = Math.max(1 << 10, Integer.highestOneBit(id) << 1);
            images = Arrays.copyOf(images, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            packets = Arrays.copyOf(packets, capacity);
        }
        if (images[id] == null) {
            images[id] = new byte[MOST_BYTES];
        }
        lengths[id] = Math.min(packet.stored, MOST_BYTES);
        packets[id] = identity(id);
        System.arraycopy(packet.data, 0, images[id], 0, lengths[id]);
        if (isMarked(images[id], lengths[id])) {
            records.addFlags(id, Records.FLAG_CE);
        }
    }

    /** Whether there is an image of a packet. */
    boolean has(int id) {
        return id < images.length && images[id] != null && packets[id] == identity(id);
    }

    /** Gives the bytes of a packet to the next program; a mark of the switch between is in them. */
    void load(int id, PacketState into, int length) {
        markAsItsRecord(id);
        into.receive(images[id], 0, Math.min(lengths[id], length), length);
    }

    /**
     * Copies the first bytes of a packet, with a mark of its switch.
     *
     * @return how many
     */
    int copy(int id, byte[] to, int at, int mostBytes) {
        markAsItsRecord(id);
        int copied = Math.min(lengths[id], mostBytes);
        System.arraycopy(images[id], 0, to, at, copied);
        return copied;
    }

    /** DSCP of an IPv4 packet; -1 of others. */
    int dscp(int id) {
        return isIpv4(images[id], lengths[id]) ? (images[id][TYPE_OF_SERVICE] & 0xff) >> 2 : -1;
    }

    private void markAsItsRecord(int id) {
        if ((records.flags(id) & Records.FLAG_CE) != 0 && !isMarked(images[id], lengths[id])) {
            mark(images[id], lengths[id]);
        }
    }

    private long identity(int id) {
        return (long) records.flow(id) << 36
                | (records.sequence(id) & 0xffff_ffffL) << 4
                | records.kind(id);
    }

    private static boolean isIpv4(byte[] image, int length) {
        return length >= IP_CHECKSUM + 2 && word(image, ETHER_TYPE) == IPV4;
    }

    private static boolean isMarked(byte[] image, int length) {
        return isIpv4(image, length) && (image[TYPE_OF_SERVICE] & ECN) == ECN;
    }

    /** Marks congestion experienced, and updates the checksum (RFC 1624). */
    private static void mark(byte[] image, int length) {
        if (isIpv4(image, length)) {
            int before = word(image, IP);
            image[TYPE_OF_SERVICE] |= (byte) ECN;
            int sum = (~word(image, IP_CHECKSUM) & 0xffff) + (~before & 0xffff) + word(image, IP);
            sum = (sum & 0xffff) + (sum >>> 16);
            sum = ~((sum & 0xffff) + (sum >>> 16));
            image[IP_CHECKSUM] = (byte) (sum >>> 8);
            image[IP_CHECKSUM + 1] = (byte) sum;
        }
    }

    private static int word(byte[] image, int at) {
        return (image[at] & 0xff) << 8 | image[at + 1] & 0xff;
    }
}
