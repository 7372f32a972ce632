package io.losslab.services.p4runtime.forwarding;

import io.losslab.api.address.Ipv4Address;

/**
 * The key of an entry of {@code ingress.routes}.
 *
 * @param logicalSwitch on the device, whose packets it matches; 0 where the device is one switch
 * @param ipv4 destination, zero below the prefix
 * @param prefixBits 0..32; 0 is the entry that matches everything
 */
public record RouteKey(int logicalSwitch, int ipv4, int prefixBits) {
    @Override
    public String toString() {
        return "%s/%d%s"
                .formatted(
                        Ipv4Address.text(ipv4),
                        prefixBits,
                        logicalSwitch == 0 ? "" : " of switch " + logicalSwitch);
    }
}
