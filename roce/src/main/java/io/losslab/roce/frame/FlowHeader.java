package io.losslab.roce.frame;

/**
 * What all frames of a flow have in common; they have no 802.1Q tag.
 *
 * @param sourceMac of the port it leaves by, low 48 bits
 * @param destinationMac of the next device, low 48 bits
 * @param dscp 0..63
 * @param ecn whether the transport takes part in ECN, so routers mark instead of dropping
 * @param udpSourcePort 0..65535: what spreads flows over equal-cost ports
 * @param queuePair of the receiver, 24 bits
 */
public record FlowHeader(
        long sourceMac,
        long destinationMac,
        int sourceIpv4,
        int destinationIpv4,
        int udpSourcePort,
        int dscp,
        boolean ecn,
        int queuePair) {
    public FlowHeader {
        check("dscp", dscp, 63);
        check("udpSourcePort", udpSourcePort, 0xFFFF);
        check("queuePair", queuePair, 0xFFFFFF);
    }

    private static void check(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " must be 0.." + most + ": " + value);
        }
    }
}
