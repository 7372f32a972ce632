package io.losslab.flowcontrol.pyrrha;

import java.util.Arrays;

/**
 * What a device has told its upstream neighbours about one congestion root: whom it paused, on
 * behalf of which egress ports, and who may still hold an isolation queue because of it.
 *
 * <p>A neighbour is paused while at least one egress port demands it. Indexed by ingress port.
 */
final class Upstreams {
    private enum Child {
        NONE,
        PAUSED,
        RESUMED
    }

    /** Ports that know the root, the root itself among them. */
    int users;

    private long root;
    private int hops;
    private final Signals signals;
    private final Child[] children;

    /** By ingress port, so many longs: bits of the egress ports that demand it be paused. */
    private final long[] demanding;

    private final int longsPerPort;
    private final int[] demandsOfEgress;
    private int childCount;

    /**
     * Makes the state of no root yet.
     *
     * @param ports of the device
     */
    Upstreams(int ports, Signals signals) {
        this.signals = signals;
        children = new Child[ports + 1];
        Arrays.fill(children, Child.NONE);
        longsPerPort = (ports >> 6) + 1;
        demanding = new long[(ports + 1) * longsPerPort];
        demandsOfEgress = new int[ports + 1];
    }

    /**
     * Begins with a root; of the one before it nothing is left at a leaf.
     *
     * @param hops from the neighbours' ports to the root
     */
    void begin(long root, int hops) {
        this.root = root;
        this.hops = hops;
    }

    /** Whether no upstream holds a queue for the root because of this device. */
    boolean isLeaf() {
        return childCount == 0;
    }

    /** Whether an egress port has any upstream paused. */
    boolean demandedBy(int egress) {
        return demandsOfEgress[egress] > 0;
    }

    /** An egress port wants an ingress port's upstream to stop; 0 is the device itself. */
    void demand(int ingress, int egress) {
        if (ingress == 0 || isDemanded(ingress, egress)) {
            return;
        }
        boolean first = !isDemanded(ingress);
        demanding[ingress * longsPerPort + (egress >> 6)] |= 1L << egress;
        demandsOfEgress[egress]++;
        if (first) {
            become(ingress, Child.PAUSED);
            signals.pause(ingress, root, hops);
        }
    }

    /** An egress port no longer wants an ingress port's upstream to stop. */
    void withdraw(int ingress, int egress) {
        if (!isDemanded(ingress, egress)) {
            return;
        }
        demanding[ingress * longsPerPort + (egress >> 6)] &= ~(1L << egress);
        demandsOfEgress[egress]--;
        if (!isDemanded(ingress)) {
            become(ingress, signals.isolates(ingress) ? Child.RESUMED : Child.NONE);
            signals.resume(ingress, root);
        }
    }

    /** An upstream freed its queue; one that was paused meanwhile has to keep one. */
    void onDeallocate(int ingress) {
        if (children[ingress] == Child.RESUMED) {
            become(ingress, Child.NONE);
        }
    }

    /** Sends every upstream that holds a queue to another root. */
    void mergeInto(Upstreams other) {
        for (int ingress = 1; ingress < children.length; ingress++) {
            if (children[ingress] != Child.NONE) {
                boolean paused = children[ingress] == Child.PAUSED;
                become(ingress, Child.NONE);
                signals.merge(ingress, root, other.root, other.hops, paused);
                other.adopt(ingress);
            }
        }
        Arrays.fill(demanding, 0);
        Arrays.fill(demandsOfEgress, 0);
    }

    private boolean isDemanded(int ingress, int egress) {
        return (demanding[ingress * longsPerPort + (egress >> 6)] >>> egress & 1) != 0;
    }

    private boolean isDemanded(int ingress) {
        for (int at = ingress * longsPerPort; at < (ingress + 1) * longsPerPort; at++) {
            if (demanding[at] != 0) {
                return true;
            }
        }
        return false;
    }

    private void adopt(int ingress) {
        if (children[ingress] == Child.NONE && signals.isolates(ingress)) {
            become(ingress, Child.RESUMED);
        }
    }

    private void become(int ingress, Child next) {
        childCount += (next == Child.NONE ? 0 : 1) - (children[ingress] == Child.NONE ? 0 : 1);
        children[ingress] = next;
    }
}
