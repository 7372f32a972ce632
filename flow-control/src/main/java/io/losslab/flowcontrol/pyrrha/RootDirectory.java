package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.HashMap;
import java.util.Map;

/** The congestion roots that a device knows, over all its ports, its own ports among them. */
final class RootDirectory {
    private final EgressPort[] ports;
    private final Signals signals;
    private final Map<Long, Upstreams> upstreamsByRoot = new HashMap<>();

    /**
     * Makes an empty directory.
     *
     * @param ports by number from 1; null where no rule names one
     */
    RootDirectory(EgressPort[] ports, Signals signals) {
        this.ports = ports;
        this.signals = signals;
    }

    /** What upstreams know of a root; made if nothing yet. */
    Upstreams upstreams(long root, int hopsFromThem) {
        return upstreamsByRoot.computeIfAbsent(
                root, id -> new Upstreams(id, hopsFromThem, ports.length - 1, signals));
    }

    /** An upstream freed its queue of a root. */
    void onDeallocate(int ingress, long root) {
        Upstreams upstreams = upstreamsByRoot.get(root);
        if (upstreams != null) {
            upstreams.onDeallocate(ingress);
            settle();
        }
    }

    /**
     * An egress port freed a root's queue: a root that has not given up is notified, and forgotten.
     */
    void onFreed(int egress, CongestionRoot root) {
        if (root.state == State.RESUMED) {
            signals.deallocate(egress, root.id);
        }
        if (isUnused(root.id, root.upstreams)) {
            upstreamsByRoot.remove(root.id);
        }
    }

    /** A port's neighbour believes that the port holds a queue which it does not: tells it. */
    void tellUnknown(int egress, long root) {
        signals.deallocate(egress, root);
    }

    /** Frees what has become free, at any port. */
    void settle() {
        for (EgressPort port : ports) {
            if (port != null) {
                port.freeRoots();
            }
        }
    }

    private boolean isUnused(long root, Upstreams upstreams) {
        if (!upstreams.isLeaf()) {
            return false;
        }
        for (EgressPort port : ports) {
            if (port != null && (port.ownRoot() == root || port.find(root) != null)) {
                return false;
            }
        }
        return true;
    }
}
