package io.losslab.flowcontrol.portfc;

import io.losslab.api.address.Ipv4Address;
import java.util.List;

/**
 * A switch of NDC(n,1), as the addresses of its nodes tell it: section IV-A of PortFC takes queue
 * numbers from the destination address alone.
 *
 * @param nodeIpv4 address of the node at each port, in port order; {@code 10.a1.a0.1}
 * @param layer 0 or 1
 * @param number digit that all its nodes share
 */
public record NdcSwitch(List<Integer> nodeIpv4, int layer, int number) {
    private static final int OCTET = 0xFF;
    private static final int OCTET_BITS = 8;

    public NdcSwitch {
        nodeIpv4 = List.copyOf(nodeIpv4);
    }

    /**
     * Finds the place of a switch.
     *
     * @param nodeIpv4 address of the node at each port, in port order
     * @param nodePorts port of each node that leads here, from 1
     * @throws IllegalArgumentException where the addresses are not those of NDC(n,1)
     */
    public static NdcSwitch of(List<Integer> nodeIpv4, List<Integer> nodePorts) {
        int layer = nodePorts.get(0) - 1;
        if (layer > 1) {
            throw new IllegalArgumentException(
                    "PortFC is for k = 1, but a node has port " + nodePorts.get(0));
        }
        int number = NdcAddress.digit(nodeIpv4.get(0), 1 - layer);
        for (int index = 0; index < nodeIpv4.size(); index++) {
            int ipv4 = nodeIpv4.get(index);
            boolean stands =
                    nodePorts.get(index) == layer + 1
                            && NdcAddress.digit(ipv4, layer) == index
                            && NdcAddress.digit(ipv4, 1 - layer) == number;
            if (!stands) {
                throw new IllegalArgumentException(
                        "at port %d of layer %d is %s, not 10.a1.a0.1 with a%d = %d"
                                .formatted(index + 1, layer, Ipv4Address.text(ipv4), layer, index));
            }
        }
        return new NdcSwitch(nodeIpv4, layer, number);
    }

    /** The n of NDC(n,1). */
    public int n() {
        return nodeIpv4.size();
    }

    /** Bits of a destination address that give the direction behind the next node. */
    public int directionMask() {
        return OCTET << shift();
    }

    /** What those bits are where the next node forwards by a port, counted from 0. */
    public int directionBits(int nextPort) {
        return nextPort << shift();
    }

    private int shift() {
        return OCTET_BITS * (2 - layer);
    }
}
