package io.losslab.flowcontrol.portfc;

/**
 * The address plan of NDC(n,k): a node with digits a_k..a_0 base n is 10.h.a0.1, where h is
 * a_k..a_1 as a number, and a switch of layer l has it on its port a_l, counted from 0.
 *
 * @param n ports of a switch
 * @param k highest layer, 1..{@value #MAX_K}
 */
record NdcAddress(int n, int k) {
    static final int MAX_K = 3;

    private static final int OCTET = 0xFF;
    private static final int LOW_SHIFT = 8;
    private static final int HIGH_SHIFT = 16;

    /**
     * Digit a_l of a node's address.
     *
     * @param layer 0..k
     * @return 0..n-1; another number where the address is none of the plan's
     */
    int digit(int ipv4, int layer) {
        if (layer == 0) {
            return ipv4 >>> LOW_SHIFT & OCTET;
        }
        int digits = ipv4 >>> HIGH_SHIFT & OCTET;
        for (int l = 1; l < layer; l++) {
            digits /= n;
        }
        return layer == k ? digits : digits % n;
    }

    /** How addresses are made, for messages. */
    String text() {
        return k == 1 ? "10.a1.a0.1" : "10.h.a0.1 with h = a" + k + "..a1";
    }

    /** In how many digits two addresses differ: half the hops of a shortest path. */
    int distance(int ipv4, int otherIpv4) {
        int differing = 0;
        for (int layer = 0; layer <= k; layer++) {
            differing += digit(ipv4, layer) == digit(otherIpv4, layer) ? 0 : 1;
        }
        return differing;
    }
}
