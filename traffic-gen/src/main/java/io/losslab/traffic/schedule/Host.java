package io.losslab.traffic.schedule;

/**
 * An endpoint of traffic.
 *
 * @param id known to the caller
 * @param name for users
 * @param rateBitsPerSecond of its line, above zero
 * @param rack equal for hosts on one switch
 * @param site equal for hosts of one datacenter
 */
public record Host(int id, String name, long rateBitsPerSecond, int rack, int site) {
    public Host {
        if (rateBitsPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "host " + name + " needs a rate above zero: " + rateBitsPerSecond);
        }
    }
}
