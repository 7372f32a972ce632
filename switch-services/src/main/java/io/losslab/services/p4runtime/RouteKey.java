package io.losslab.services.p4runtime;

/**
 * The key of an entry of {@code ingress.routes}.
 *
 * @param logicalSwitch on the device, whose packets it matches; 0 where the device is one switch
 * @param ipv4 destination, zero below the prefix
 * @param prefixBits 0..32; 0 is the entry that matches everything
 */
public record RouteKey(int logicalSwitch, int ipv4, int prefixBits) {
    /** A key of a device that is one switch. */
    public RouteKey(int ipv4, int prefixBits) {
        this(0, ipv4, prefixBits);
    }

    @Override
    public String toString() {
        return "%d.%d.%d.%d/%d%s"
                .formatted(
                        ipv4 >>> 24,
                        ipv4 >>> 16 & 0xff,
                        ipv4 >>> 8 & 0xff,
                        ipv4 & 0xff,
                        prefixBits,
                        logicalSwitch == 0 ? "" : " of switch " + logicalSwitch);
    }
}
