package io.losslab.agent.plane;

/**
 * Who the host is in the network.
 *
 * @param device its number, from 1
 * @param ipv4 its address; not 0
 */
public record HostIdentity(int device, int ipv4) {
    public HostIdentity {
        if (device < 1 || ipv4 == 0) {
            throw new IllegalArgumentException(
                    "a host has a number from 1 and an address: " + device + ", " + ipv4);
        }
    }
}
