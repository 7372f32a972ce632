package io.losslab.softswitch.p4runtime;

/**
 * The key of an entry of {@code ingress.routes}.
 *
 * @param ipv4 destination, zero below the prefix
 * @param prefixBits 0..32; 0 is the entry that matches everything
 */
public record RouteKey(int ipv4, int prefixBits) {
    @Override
    public String toString() {
        return "%d.%d.%d.%d/%d"
                .formatted(
                        ipv4 >>> 24,
                        ipv4 >>> 16 & 0xff,
                        ipv4 >>> 8 & 0xff,
                        ipv4 & 0xff,
                        prefixBits);
    }
}
