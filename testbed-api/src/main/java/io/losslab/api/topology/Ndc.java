package io.losslab.api.topology;

import io.losslab.api.units.DataSize;
import java.util.List;

/**
 * NDC(n, k), the server-centric network of the PortFC papers, which is BCube(n, k) of Guo et al.
 * (SIGCOMM 2009): n^(k+1) nodes with k+1 ports, and n^k switches of n ports in each layer 0 to k.
 * Nodes relay for others. A Rail-only network is NDC(n, 1) whose layers differ in rate.
 *
 * <p>A node's id has k+1 digits base n. The switches of layer l join nodes that differ in digit l
 * alone: switch s of the layer has the nodes whose other digits, read as a number, are s; a node's
 * digit l, plus one, is its port there, and l + 1 is the node's own port. Names: nodes {@code n0},
 * {@code n1}, ...; switches {@code s} and their id, which goes on from the nodes' ({@code s16} is
 * the first of NDC(4, 1)); link groups {@code layer0}, {@code layer1}, ... Node v has the address
 * {@code 10.h.d.1} with d its lowest digit and h the others as a number.
 *
 * @param n ports of a switch, at least 2; at most 256 switches a layer
 * @param k highest layer, 0 to 3; with 0 nodes have one port and do not relay
 * @param linkTypes links of each layer, k+1 in all
 * @param switches every switch
 * @param relayBuffer memory of a node for what it forwards
 */
public record Ndc(int n, int k, List<LinkType> linkTypes, SwitchType switches, DataSize relayBuffer)
        implements TopologyGenerator {
    private static final int MOST_SWITCHES_PER_LAYER = 256;

    public Ndc {
        linkTypes = List.copyOf(linkTypes);
        if (k < 0 || k > 3) {
            throw new IllegalArgumentException("NDC has a k from 0 to 3, got " + k);
        }
        if (n < 2 || n > MOST_SWITCHES_PER_LAYER || power(n, k) > MOST_SWITCHES_PER_LAYER) {
            throw new IllegalArgumentException(
                    "NDC needs an n of at least 2 and an n^k of at most %d, got n %d, k %d"
                            .formatted(MOST_SWITCHES_PER_LAYER, n, k));
        }
        if (linkTypes.size() != k + 1) {
            throw new IllegalArgumentException(
                    "NDC of k %d has %d layers, got links of %d"
                            .formatted(k, k + 1, linkTypes.size()));
        }
    }

    @Override
    public int nodes() {
        return hosts() + (k + 1) * power(n, k);
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("ndc-" + n + "-" + k);
        int nodes = hosts();
        int perLayer = power(n, k);
        for (int node = 0; node < nodes; node++) {
            addNode(builder, node);
        }
        for (int i = 0; i < perLayer * (k + 1); i++) {
            builder.switchNode("s" + (nodes + i), switches);
        }
        for (int layer = 0; layer <= k; layer++) {
            for (int s = 0; s < perLayer; s++) {
                String switchName = "s" + (nodes + layer * perLayer + s);
                for (int digit = 0; digit < n; digit++) {
                    String nodeName = "n" + nodeAt(layer, s, digit);
                    builder.link(nodeName, switchName, linkTypes.get(layer), "layer" + layer);
                }
            }
        }
        return builder.build();
    }

    private int hosts() {
        return power(n, k + 1);
    }

    private void addNode(TopologyBuilder builder, int node) {
        String nodeName = "n" + node;
        if (k == 0) {
            builder.host(nodeName);
        } else {
            builder.relayingHost(nodeName, relayBuffer);
        }
        builder.address(nodeName, 10 << 24 | node / n << 16 | node % n << 8 | 1);
    }

    /** The node with a digit at a layer's place and the digits of a switch's number elsewhere. */
    private int nodeAt(int layer, int s, int digit) {
        int weight = power(n, layer);
        return s / weight * weight * n + digit * weight + s % weight;
    }

    private static int power(int base, int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= base;
        }
        return power;
    }
}
