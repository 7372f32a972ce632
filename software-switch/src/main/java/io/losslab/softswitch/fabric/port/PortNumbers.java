package io.losslab.softswitch.fabric.port;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;

/** Numbers all ports of a topology from 1 on, node by node: the index of every per-port array. */
public final class PortNumbers {
    private final int[] nodeOf;
    private final int[][] portsOf;

    /** As users write a port, {@code M:3}; made once, since every pause names its peer. */
    private final String[] names;

    public PortNumbers(Topology topology) {
        int count = topology.nodes().stream().mapToInt(Node::ports).sum();
        nodeOf = new int[count + 1];
        names = new String[count + 1];
        portsOf = new int[topology.nodes().size()][];
        int next = 1;
        for (Node node : topology.nodes()) {
            portsOf[node.id()] = new int[node.ports()];
            for (int i = 0; i < node.ports(); i++) {
                portsOf[node.id()][i] = next;
                names[next] = node.name() + ":" + (i + 1);
                nodeOf[next++] = node.id();
            }
        }
    }

    public int count() {
        return nodeOf.length - 1;
    }

    /** Whether a node has a port of a number; frames may name any. */
    public boolean has(int node, int port) {
        return node >= 0 && node < portsOf.length && port >= 1 && port <= portsOf[node].length;
    }

    /** Global number of a node's port, which counts from 1. */
    public int of(int node, int port) {
        return portsOf[node][port - 1];
    }

    /** Global numbers of a node's ports; not to be changed. */
    public int[] portsOf(int node) {
        return portsOf[node];
    }

    /** Number of a port on its node, from 1. */
    public int localNumber(int port) {
        return port - portsOf[nodeOf[port]][0] + 1;
    }

    public int nodeOf(int port) {
        return nodeOf[port];
    }

    /** By port, its node; not to be changed. */
    public int[] nodes() {
        return nodeOf;
    }

    public String nameOf(int port) {
        return names[port];
    }
}
