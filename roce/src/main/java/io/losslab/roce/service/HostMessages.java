package io.losslab.roce.service;

import com.google.protobuf.ByteString;
import io.losslab.proto.v1.HostPort;
import java.nio.ByteBuffer;

/** Parts of the messages in which hosts speak of themselves. */
public final class HostMessages {
    private HostMessages() {}

    /**
     * A port.
     *
     * @param port from 1
     * @param mac low 48 bits
     */
    public static HostPort port(int port, long rateBitsPerSecond, long mac, int ipv4) {
        byte[] macOctets = ByteBuffer.allocate(8).putLong(mac).array();
        byte[] ipv4Octets = ByteBuffer.allocate(4).putInt(ipv4).array();
        return HostPort.newBuilder()
                .setPort(port)
                .setRateBitsPerSecond(rateBitsPerSecond)
                .setMac(ByteString.copyFrom(macOctets, 2, 6))
                .setIpv4(ByteString.copyFrom(ipv4Octets))
                .build();
    }
}
