package io.losslab.softswitch.fabric.program;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.RoceImage;
import java.util.Arrays;

/**
 * The frames by which a program hears of packets in the queues of its switch, written in place.
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01, source 0, EtherType 0x88B5      18  ingress port of the packet
 * 14  0x4C51                                                         20  its frame bytes, with FCS
 * 16  queue                                                          24  its first bytes, from its
 * 17  0 it leaves, 1 it has joined, 2 it is at the head                  destination MAC on
 * </pre>
 */
final class QueueReports {
    static final int LEFT = 0;
    static final int JOINED = 1;
    static final int HEAD = 2;

    private static final int MARK = 0x4C51;
    private static final int QUEUE_OFFSET = LocalFrame.BODY_OFFSET;
    private static final int KIND_OFFSET = 17;
    private static final int INGRESS_OFFSET = 18;
    private static final int BYTES_OFFSET = 20;
    private static final int PACKET_OFFSET = 24;
    private static final int LEAST_BYTES = LocalFrame.LENGTH_BYTES - RoceFrame.FCS_BYTES;

    private final Records records;
    private final FrameImages images;
    private final RoceImage generated;
    private final byte[] frame = new byte[PACKET_OFFSET + RoceImage.HEADER_BYTES];
    private final byte[] headers = new byte[RoceImage.HEADER_BYTES];

    QueueReports(Records records, FrameImages images, RoceImage generated) {
        this.records = records;
        this.images = images;
        this.generated = generated;
        LocalFrame.begin(frame, 0, 0, MARK);
    }

    /** The frame that was written last. */
    byte[] frame() {
        return frame;
    }

    /**
     * Writes the report of a packet.
     *
     * @param ingress port by which it came in
     * @return bytes of the report, without FCS
     */
    int write(int kind, int packet, int ingress, int queue) {
        frame[QUEUE_OFFSET] = (byte) queue;
        frame[KIND_OFFSET] = (byte) kind;
        BigEndian.putShort(frame, INGRESS_OFFSET, ingress);
        BigEndian.putInt(frame, BYTES_OFFSET, records.bytes(packet));
        int end = PACKET_OFFSET + putPacket(packet);
        Arrays.fill(frame, end, frame.length, (byte) 0);
        return Math.max(end, LEAST_BYTES);
    }

    /** One that came before the program is as its host sent it. */
    private int putPacket(int packet) {
        if (images.has(packet)) {
            return images.copy(packet, frame, PACKET_OFFSET, RoceImage.HEADER_BYTES);
        }
        int written = generated.write(packet, records.port(packet), headers, headers.length);
        System.arraycopy(headers, 0, frame, PACKET_OFFSET, written);
        return written;
    }
}
