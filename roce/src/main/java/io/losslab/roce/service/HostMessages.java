package io.losslab.roce.service;

import com.google.protobuf.ByteString;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostPort;
import io.losslab.roce.host.HostTotals;
import java.nio.ByteBuffer;

/** Parts of the messages in which hosts report on themselves. */
public final class HostMessages {
    private HostMessages() {}

    /**
     * Counters that all hosts have.
     *
     * @param nowNanos by the host's clock
     * @param runNanos when its run began, by the same
     * @param outstandingMessages posted and not completed
     */
    public static HostCounters.Builder counters(
            long hostId,
            HostTotals totals,
            long nowNanos,
            long runNanos,
            long outstandingMessages) {
        long firstReorder = totals.firstReorderNanos();
        return HostCounters.newBuilder()
                .setHostId(hostId)
                .setTimeNs(nowNanos - runNanos)
                .setDataTxPackets(totals.dataPacketsSent())
                .setDataTxBytes(totals.dataBytesSent())
                .setDataRxPackets(totals.dataPacketsReceived())
                .setDataRxBytes(totals.dataBytesReceived())
                .setReorderedPackets(totals.reorderedPackets())
                .setRetransmittedPackets(totals.retransmittedPackets())
                .setOutstandingMessages(outstandingMessages)
                .setDeliveredBytes(totals.payloadBytesDelivered())
                .setFirstReorderNs(firstReorder < 0 ? firstReorder : firstReorder - runNanos)
                .setFirstReorderFlow(totals.firstReorderFlow());
    }

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
