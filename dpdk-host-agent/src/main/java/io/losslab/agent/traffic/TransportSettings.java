package io.losslab.agent.traffic;

import io.losslab.flowcontrol.recovery.GoBackN;

/**
 * How queue pairs send.
 *
 * @param mtuBytes payload bytes a packet, 256..8192
 * @param ackEveryPackets one ACK for so many packets, and for the last of a message; 1 and up
 * @param recovery when to go back
 */
public record TransportSettings(int mtuBytes, int ackEveryPackets, GoBackN recovery) {
    public TransportSettings {
        if (mtuBytes < 256 || mtuBytes > 8192) {
            throw new IllegalArgumentException("mtu must be 256..8192 B: " + mtuBytes);
        }
        if (ackEveryPackets < 1) {
            throw new IllegalArgumentException("ackEvery must be at least 1: " + ackEveryPackets);
        }
    }
}
