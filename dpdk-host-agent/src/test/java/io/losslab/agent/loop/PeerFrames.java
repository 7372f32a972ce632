package io.losslab.agent.loop;

import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.RoceWriter;
import java.util.Arrays;

/** Frames that another host sends to a {@link LoopHost}. */
final class PeerFrames {
    static final int LONGEST_BYTES = 1_600;
    static final int IPV4 = 0x0A00_0002;
    static final int UDP_PORT = 50_000;

    private PeerFrames() {}

    /** A data packet of a queue pair. */
    static byte[] data(
            int queuePair, int packet, int payload, boolean first, boolean last, long address) {
        byte[] memory = new byte[LONGEST_BYTES];
        RoceWriter writer = writer(memory, queuePair);
        int length = writer.writeData(0, packet, payload, first, last, true, payload, address);
        return Arrays.copyOf(memory, length);
    }

    /** An ACK, or a NAK of another packet. */
    static byte[] response(int queuePair, boolean ack, int packet) {
        byte[] memory = new byte[LONGEST_BYTES];
        RoceWriter writer = writer(memory, queuePair);
        int length = ack ? writer.writeAck(0, packet, 1_000) : writer.writeNak(0, packet, 9);
        return Arrays.copyOf(memory, length);
    }

    private static RoceWriter writer(byte[] memory, int queuePair) {
        FlowHeader flow =
                new FlowHeader(
                        0x0200_0000_0002L,
                        0x0200_0000_0001L,
                        IPV4,
                        LoopHost.IPV4,
                        UDP_PORT,
                        DscpMap.selector(3),
                        true,
                        queuePair);
        return new RoceWriter(BufferMemory.of(memory), flow, 1_024);
    }
}
