package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;

/**
 * Single-tier isolation queues (Pyrrha, IV-C, V-A and VI-C): a queue for every set of roots that
 * flows match, eligible once all of them are resumed.
 *
 * <p>A flow stays in its queue for as long as that holds one of its packets, which keeps order.
 */
final class SingleTierIsolation implements Isolation {
    private final FlowMatches matches;
    private final FlowCounts buffered = new FlowCounts();
    private final FlowCounts queueOfFlow = new FlowCounts();

    SingleTierIsolation(DataPlane plane) {
        matches = new FlowMatches(plane, false);
    }

    @Override
    public void place(EgressPort port, CongestionRoot root) {}

    @Override
    public int classify(EgressPort port, int packet, int flow) {
        if (buffered.get(flow) == 0) {
            queueOfFlow.set(flow, port.hasRoots() ? target(port, flow) : OUTPUT_QUEUE);
        }
        return queueOfFlow.get(flow);
    }

    private int target(EgressPort port, int flow) {
        int line = port.match(matches, flow);
        if (matches.count(line) == 0) {
            return OUTPUT_QUEUE;
        }
        if (matches.target(line) < 0) {
            matches.setTarget(line, queueOfSet(port, line));
        }
        return matches.target(line);
    }

    private int queueOfSet(EgressPort port, int line) {
        CongestionRoot nearest = matches.root(line, 0);
        for (IsolationQueue queue : nearest.queues) {
            if (isSet(queue, line)) {
                return queue.number();
            }
        }
        int hash = 0;
        for (int i = 0; i < matches.count(line); i++) {
            hash = 31 * hash + Long.hashCode(matches.root(line, i).id);
        }
        IsolationQueue queue = port.takeQueue(hash);
        for (int i = 0; i < matches.count(line); i++) {
            port.assign(queue, matches.root(line, i));
        }
        return queue.number();
    }

    private boolean isSet(IsolationQueue queue, int line) {
        if (queue.roots().size() != matches.count(line)) {
            return false;
        }
        for (int i = 0; i < matches.count(line); i++) {
            if (!queue.roots().contains(matches.root(line, i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void onEntered(EgressPort port, int flow, int queue) {
        buffered.add(flow, 1);
    }

    @Override
    public void onLeft(EgressPort port, int flow, int queue) {
        buffered.add(flow, -1);
    }

    @Override
    public int onHead(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue) {
        return queue.number();
    }

    /** Pauses on account of the paused roots, or of the nearest if the port itself is slow. */
    @Override
    public void onLong(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue) {
        int line = port.match(matches, flow);
        boolean paused = matches.isPaused(line);
        for (int i = 0; i < matches.count(line); i++) {
            CongestionRoot root = matches.root(line, i);
            if (queue.roots().contains(root) && (!paused || root.state == State.PAUSED)) {
                port.pauseUpstream(root, ingress);
                if (!paused) {
                    return;
                }
            }
        }
    }

    @Override
    public long pausingRoot(EgressPort port, int flow) {
        return port.hasRoots() ? matches.pausingRoot(port.match(matches, flow)) : DataPlane.NO_ROOT;
    }
}
