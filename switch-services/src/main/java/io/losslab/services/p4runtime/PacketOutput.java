package io.losslab.services.p4runtime;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.services.p4runtime.forwarding.ForwardingPlane;
import io.losslab.services.p4runtime.forwarding.ForwardingProgram;
import io.losslab.services.p4runtime.forwarding.Pipeline;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.PacketHeader;
import io.losslab.services.p4runtime.program.Refusal;

/** Sends a controller's packets, after a check of their header and of what can be carried. */
final class PacketOutput {
    private static final int ETHERNET_BYTES = 14;

    /** Of the largest MTU that links have. */
    private static final int MOST_BYTES = 9_216 + ETHERNET_BYTES;

    private PacketOutput() {}

    static void send(Pipeline pipeline, ForwardingPlane plane, PacketOut packet) throws Refusal {
        PacketHeader header =
                pipeline.program()
                        .packetOut()
                        .orElseThrow(
                                () ->
                                        Refusal.unimplemented(
                                                "the program has no controller header packet_out"));
        if (pipeline.runsProgram()) {
            ByteString front = header.pack(packet.getMetadataList());
            checkFrame(packet.getPayload());
            try {
                plane.packetOut(front.concat(packet.getPayload()));
            } catch (IllegalStateException e) {
                throw Refusal.ofPlane(e);
            }
            return;
        }
        int field = header.field(ForwardingProgram.EGRESS_PORT).orElseThrow();
        long port = BitString.toLong(header.check(packet.getMetadataList(), field));
        Refusal.invalidIf(
                port < 1 || port > plane.portCount(),
                "egress_port %d is not on the device; it has ports 1..%d"
                        .formatted(port, plane.portCount()));
        checkFrame(packet.getPayload());
        try {
            plane.sendOut((int) port, packet.getPayload());
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    private static void checkFrame(ByteString frame) throws Refusal {
        Refusal.invalidIf(
                frame.size() < ETHERNET_BYTES || frame.size() > MOST_BYTES,
                "a packet-out must be an Ethernet frame of %d..%d bytes: %d"
                        .formatted(ETHERNET_BYTES, MOST_BYTES, frame.size()));
    }
}
