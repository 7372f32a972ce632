package io.losslab.orchestrator.experiment;

import io.losslab.api.units.Nanos;

/**
 * Settings of all hosts.
 *
 * @param mtuBytes RoCE path MTU: payload of a packet
 * @param ackEveryPackets one ACK for so many packets and for a message's last; at least 1
 * @param retransmitTimeout Go-Back-N resends after so long without progress
 */
public record HostSettings(int mtuBytes, int ackEveryPackets, Nanos retransmitTimeout) {
    static final HostSettings DEFAULT = new HostSettings(4096, 1, new Nanos(100_000_000));
}
