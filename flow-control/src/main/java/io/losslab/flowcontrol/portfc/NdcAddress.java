package io.losslab.flowcontrol.portfc;

/**
 * The address plan of NDC(n,1): node (a1, a0) is 10.a1.a0.1, and a switch of layer l has it on its
 * port a_l, counted from 0.
 */
final class NdcAddress {
    private static final int OCTET_BITS = 8;

    private NdcAddress() {}

    /**
     * Digit a_l of a node's address.
     *
     * @param layer 0 or 1
     */
    static int digit(int ipv4, int layer) {
        return ipv4 >>> OCTET_BITS * (1 + layer) & 0xFF;
    }
}
