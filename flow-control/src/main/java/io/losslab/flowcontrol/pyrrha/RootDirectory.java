package io.losslab.flowcontrol.pyrrha;

import com.carrotsearch.hppc.LongObjectHashMap;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The congestion roots that a device knows, over all its ports, its own ports among them. They come
 * and go with every burst, so what one no longer needs the next one takes.
 */
final class RootDirectory {
    private final EgressPort[] ports;
    private final Signals signals;
    private final LongObjectHashMap<Upstreams> upstreamsByRoot = new LongObjectHashMap<>();
    private final Deque<Upstreams> spareUpstreams = new ArrayDeque<>();
    private final Deque<CongestionRoot> spareEntries = new ArrayDeque<>();

    /**
     * Makes an empty directory.
     *
     * @param ports by number from 1; null where no rule names one
     */
    RootDirectory(EgressPort[] ports, Signals signals) {
        this.ports = ports;
        this.signals = signals;
    }

    /** What upstreams know of a root, for one more who needs it; made if nothing yet. */
    Upstreams upstreams(long root, int hopsFromThem) {
        Upstreams upstreams = upstreamsByRoot.get(root);
        if (upstreams == null) {
            upstreams =
                    spareUpstreams.isEmpty()
                            ? new Upstreams(ports.length - 1, signals)
                            : spareUpstreams.pop();
            upstreams.begin(root, hopsFromThem);
            upstreamsByRoot.put(root, upstreams);
        }
        upstreams.users++;
        return upstreams;
    }

    /** A new entry for the table of a port. */
    CongestionRoot entry(long root, int hops) {
        CongestionRoot entry = spareEntries.isEmpty() ? new CongestionRoot() : spareEntries.pop();
        entry.begin(root, upstreams(root, hops + 1));
        return entry;
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
        if (--root.upstreams.users == 0 && root.upstreams.isLeaf()) {
            upstreamsByRoot.remove(root.id);
            spareUpstreams.push(root.upstreams);
        }
        spareEntries.push(root);
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
}
