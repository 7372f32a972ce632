package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;

/**
 * The hierarchical isolation queue (HIQ; Pyrrha, IV-C): a queue a root; a packet passes the queues
 * of the roots on its way from near to far, then the output queue.
 *
 * <p>How far it has got, in hops, is its tag while it is buffered. See the package for the pace at
 * which it moves, and for what {@code parallel} leaves out.
 */
final class HierarchicalIsolation implements Isolation {
    private final DataPlane plane;
    private final boolean parallel;
    private final FlowMatches matches;
    private final FlowCounts inOutputQueue = new FlowCounts();

    /**
     * Makes the queues of a device.
     *
     * @param parallel whether a flow's last queue is served by the line, not through the OQ
     */
    HierarchicalIsolation(DataPlane plane, boolean parallel) {
        this.plane = plane;
        this.parallel = parallel;
        matches = new FlowMatches(plane, true);
    }

    @Override
    public void place(EgressPort port, CongestionRoot root) {
        port.assign(port.takeQueue(Long.hashCode(root.id)), root);
    }

    @Override
    public int classify(EgressPort port, int packet, int flow) {
        int queue = OUTPUT_QUEUE;
        int hops = 0;
        if (port.hasRoots()) {
            int line = port.match(matches, flow);
            if (matches.count(line) > 0) {
                queue = nearestQueue(line);
                hops = matches.hops(line, 0);
            }
        }
        plane.setTag(packet, hops);
        return queue;
    }

    @Override
    public void onEntered(EgressPort port, int flow, int queue) {
        if (parallel && queue == OUTPUT_QUEUE) {
            inOutputQueue.add(flow, 1);
        }
    }

    @Override
    public void onLeft(EgressPort port, int flow, int queue) {
        if (parallel && queue == OUTPUT_QUEUE) {
            inOutputQueue.add(flow, -1);
            if (inOutputQueue.get(flow) == 0) {
                port.onFlowLeftOutputQueue(flow);
            }
        }
    }

    @Override
    public int onHead(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue) {
        int line = port.match(matches, flow);
        int passed = plane.tag(packet);
        for (int i = 0; i < matches.count(line); i++) {
            if (matches.hops(line, i) > passed && queueOf(line, i) != queue.number()) {
                int next = queueOf(line, i);
                plane.setTag(packet, matches.hops(line, i));
                port.move(packet, ingress, flow, queue, next);
                return next;
            }
        }
        if (!parallel || queue.isMerging()) {
            port.move(packet, ingress, flow, queue, OUTPUT_QUEUE);
            return OUTPUT_QUEUE;
        }
        if (inOutputQueue.get(flow) > 0) {
            port.waitFor(flow, queue);
            return EgressScheme.HOLD;
        }
        return queue.number();
    }

    @Override
    public void onLong(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue) {
        int line = port.match(matches, flow);
        int passed = plane.tag(packet);
        for (int i = 0; i < matches.count(line); i++) {
            if (matches.hops(line, i) == passed) {
                port.pauseUpstream(matches.root(line, i), ingress);
            }
        }
    }

    @Override
    public long pausingRoot(EgressPort port, int flow) {
        return port.hasRoots() ? matches.pausingRoot(port.match(matches, flow)) : DataPlane.NO_ROOT;
    }

    /** A root keeps its queue as long as the table does not change. */
    private int nearestQueue(int line) {
        if (matches.target(line) < 0) {
            matches.setTarget(line, queueOf(line, 0));
        }
        return matches.target(line);
    }

    private int queueOf(int line, int i) {
        return matches.root(line, i).queues.get(0).number();
    }
}
