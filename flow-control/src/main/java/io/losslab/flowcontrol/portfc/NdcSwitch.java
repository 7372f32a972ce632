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
        NdcAddress plan = new NdcAddress(nodeIpv4.size(), 1);
        int layer = check(plan, nodeIpv4, nodePorts);
        return new NdcSwitch(nodeIpv4, layer, plan.digit(nodeIpv4.get(0), 1 - layer));
    }

    /**
     * Checks that nodes are those of one switch.
     *
     * @return its layer
     * @throws IllegalArgumentException where they are not
     */
    static int check(NdcAddress plan, List<Integer> nodeIpv4, List<Integer> nodePorts) {
        int layer = nodePorts.get(0) - 1;
        if (layer > plan.k()) {
            throw new IllegalArgumentException(
                    "k is %d, but a node has port %d".formatted(plan.k(), nodePorts.get(0)));
        }
        int first = nodeIpv4.get(0);
        for (int index = 0; index < nodeIpv4.size(); index++) {
            int ipv4 = nodeIpv4.get(index);
            boolean stands =
                    nodePorts.get(index) == layer + 1
                            && plan.digit(ipv4, layer) == index
                            && plan.distance(ipv4, first) == Math.min(index, 1);
            if (!stands) {
                throw new IllegalArgumentException(
                        "at port %d of layer %d is %s, not %s with a%d = %d"
                                .formatted(
                                        index + 1,
                                        layer,
                                        Ipv4Address.text(ipv4),
                                        plan.text(),
                                        layer,
                                        index));
            }
        }
        return layer;
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
