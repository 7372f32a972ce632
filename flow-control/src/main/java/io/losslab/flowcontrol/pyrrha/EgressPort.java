package io.losslab.flowcontrol.pyrrha;

import static io.losslab.flowcontrol.pyrrha.CongestionRoot.State.SOFT_MERGING;
import static io.losslab.flowcontrol.pyrrha.Isolation.OUTPUT_QUEUE;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Pyrrha at one egress port: its congestion-root table, its isolation queues, and its own claim to
 * be a root (Pyrrha, IV-A).
 */
final class EgressPort {
    private final DataPlane plane;
    private final int number;
    private final PyrrhaSettings settings;

    // By ingress port; 0 is the device itself, which nothing pauses.
    private final long[] pauseBytes;
    private final long[] resumeBytes;
    private final long mostResumeBytes;

    private final Isolation isolation;
    private final RootDirectory directory;
    private final PyrrhaStatistics statistics;
    private final HostFlows hostFlows;
    private final Upstreams claim;
    private final IsolationQueue[] queues;
    private final List<CongestionRoot> roots = new ArrayList<>();
    private int version;
    private int mergingRoots;
    private int lastWaiting;
    private int queuesInUse;
    private long outputQueueBytes;
    private boolean claimed;

    EgressPort(
            DataPlane plane,
            int number,
            PyrrhaSettings settings,
            Isolation isolation,
            RootDirectory directory,
            PyrrhaStatistics statistics) {
        this.plane = plane;
        this.number = number;
        this.settings = settings;
        LinkProfile link = plane.link(number);
        pauseBytes = new long[plane.ports() + 1];
        resumeBytes = new long[plane.ports() + 1];
        for (int ingress = 0; ingress < pauseBytes.length; ingress++) {
            LinkProfile paused = ingress == 0 ? link : plane.link(ingress);
            pauseBytes[ingress] = settings.pauseBytes(link, paused);
            resumeBytes[ingress] = settings.resumeBytes(link, paused);
        }
        mostResumeBytes = LongStream.of(resumeBytes).max().orElseThrow();
        this.isolation = isolation;
        this.directory = directory;
        this.statistics = statistics;
        hostFlows = new HostFlows(plane, number, flow -> isolation.pausingRoot(this, flow));
        claim = directory.upstreams(ownRoot(), 1);
        queues = new IsolationQueue[settings.isolationQueues() + 1];
        for (int queue = 1; queue < queues.length; queue++) {
            queues[queue] = new IsolationQueue(plane, number, queue, settings);
        }
    }

    // ---- packets

    int classify(int packet) {
        return isolation.classify(this, packet, plane.flow(packet));
    }

    void onEnqueue(int packet, int ingress, int queue) {
        enter(packet, ingress, plane.flow(packet), queue);
    }

    int onHead(int packet, int ingress, int queue) {
        return queue == OUTPUT_QUEUE
                ? queue
                : isolation.onHead(this, packet, ingress, plane.flow(packet), queues[queue]);
    }

    void onDequeue(int packet, int ingress, int queue) {
        leave(packet, ingress, plane.flow(packet), queue);
    }

    /** Takes account of the move of a packet from an isolation queue to another or the OQ. */
    void move(int packet, int ingress, int flow, IsolationQueue from, int to) {
        statistics.moves++;
        enter(packet, ingress, flow, to);
        leave(packet, ingress, flow, from.number());
    }

    private void enter(int packet, int ingress, int flow, int queue) {
        isolation.onEntered(this, flow, queue);
        if (queue == OUTPUT_QUEUE) {
            outputQueueBytes += plane.bytes(packet);
            detect(ingress);
            return;
        }
        IsolationQueue isolating = queues[queue];
        isolating.add(plane.bytes(packet), ingress);
        if (isolating.isMerging()) {
            detect(ingress);
        } else if (isolating.measuredBytes(ingress) >= pauseBytes[ingress]) {
            isolation.onLong(this, packet, ingress, flow, isolating);
        }
    }

    /** Initial detection of IV-A: the port claims to be a root. */
    private void detect(int ingress) {
        if (uncontrolledBytes() >= pauseBytes[ingress]) {
            claimed = true;
            claim.demand(ingress, number);
        }
    }

    private void leave(int packet, int ingress, int flow, int queue) {
        if (queue == OUTPUT_QUEUE) {
            outputQueueBytes -= plane.bytes(packet);
        } else {
            queues[queue].remove(plane.bytes(packet), ingress);
            relax(queues[queue], ingress);
        }
        isolation.onLeft(this, flow, queue);
        if (claimed) {
            giveUp(uncontrolledBytes());
        }
        if (queue != OUTPUT_QUEUE && queues[queue].isEmpty()) {
            freeRoots();
        }
    }

    /** Resumes, of the ingress ports that the claim paused, those whose threshold is above. */
    private void giveUp(long bytes) {
        if (bytes >= mostResumeBytes) {
            return;
        }
        for (int ingress = 1; ingress < resumeBytes.length; ingress++) {
            if (bytes < resumeBytes[ingress]) {
                claim.withdraw(ingress, number);
            }
        }
        claimed = !claim.isLeaf();
    }

    private void relax(IsolationQueue queue, int ingress) {
        if (queue.measuredBytes(ingress) >= mostResumeBytes) {
            return;
        }
        int first = settings.perIngress() ? ingress : 1;
        int last = settings.perIngress() ? ingress : resumeBytes.length - 1;
        boolean mayEnd = false;
        for (int i = 0; i < queue.roots().size(); i++) {
            CongestionRoot root = queue.roots().get(i);
            mayEnd |= root.upstreams.demandedBy(number) && resume(root, first, last);
        }
        if (mayEnd) {
            directory.settle();
        }
    }

    /** Resumes ingress ports below whose threshold a root's queues are; tells if none is left. */
    private boolean resume(CongestionRoot root, int first, int last) {
        boolean below = false;
        for (int ingress = first; ingress <= last; ingress++) {
            if (root.isBelow(resumeBytes[ingress], ingress)) {
                root.upstreams.withdraw(ingress, number);
                below = true;
            }
        }
        return below && root.upstreams.isLeaf();
    }

    /** Bytes that no root controls: the OQ's, and of queues whose roots gave up. */
    private long uncontrolledBytes() {
        long bytes = outputQueueBytes;
        if (mergingRoots > 0) {
            for (int queue = 1; queue < queues.length; queue++) {
                bytes += queues[queue].isMerging() ? queues[queue].bytes() : 0;
            }
        }
        return bytes;
    }

    /** Stops the upstream of an ingress port on a root's account. */
    void pauseUpstream(CongestionRoot root, int ingress) {
        if (root.state != SOFT_MERGING) {
            root.upstreams.demand(ingress, number);
        }
    }

    /** The head of a queue may only go once a flow has nothing left in the OQ. */
    void waitFor(int flow, IsolationQueue queue) {
        queue.waitFor(flow);
        lastWaiting = Math.max(lastWaiting, queue.number());
    }

    void onFlowLeftOutputQueue(int flow) {
        for (int queue = 1; queue <= lastWaiting; queue++) {
            queues[queue].onFlowLeft(flow);
        }
    }

    // ---- the congestion-root table

    long ownRoot() {
        return DataPlane.root(plane.deviceId(), number);
    }

    boolean hasRoots() {
        return !roots.isEmpty();
    }

    int match(FlowMatches matches, int flow) {
        return matches.lineOf(flow, roots, version);
    }

    /** Entry of a root; null if there is none. */
    CongestionRoot find(long id) {
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i).id == id) {
                return roots.get(i);
            }
        }
        return null;
    }

    /** A downstream PAUSE: the root's flows stop, and a claim of this port is merged into it. */
    void onPause(long id, int hops) {
        if (id == ownRoot()) {
            statistics.ignoredSelfPauses++;
            return;
        }
        CongestionRoot root = findOrAdd(id, hops);
        become(root, root.state.onPause());
        if (claimed && !root.confirmed) {
            claim.mergeInto(root.upstreams);
            claimed = false;
            statistics.merges++;
        }
        root.confirmed = true;
    }

    void onResume(long id) {
        CongestionRoot root = find(id);
        if (root == null) {
            directory.tellUnknown(number, id);
            return;
        }
        become(root, root.state.onResume());
        directory.settle();
        letHostGo();
    }

    /** A downstream root gave up its claim in favour of another. */
    void onMerge(long oldId, long newId, int hops) {
        CongestionRoot old = find(oldId);
        boolean isOwn = newId == ownRoot();
        if (isOwn || old == null && find(newId) == null) {
            directory.tellUnknown(number, newId);
        }
        if (old == null) {
            return;
        }
        old.upstreams.mergeInto(isOwn ? claim : findOrAdd(newId, hops).upstreams);
        become(old, old.state.onMerge());
        directory.settle();
        letHostGo();
    }

    private CongestionRoot findOrAdd(long id, int hops) {
        CongestionRoot root = find(id);
        if (root == null) {
            root = directory.entry(id, hops);
            roots.add(root);
            version = statistics.nextVersion();
            isolation.place(this, root);
        }
        return root;
    }

    private void become(CongestionRoot root, State next) {
        int change = (next == SOFT_MERGING ? 1 : 0) - (root.state == SOFT_MERGING ? 1 : 0);
        if (change != 0) {
            mergingRoots += change;
            version = statistics.nextVersion();
        }
        root.state = next;
        for (int i = 0; i < root.queues.size(); i++) {
            root.queues.get(i).obey();
        }
    }

    // ---- isolation queues

    /** An unassigned queue, or, with none left, the one a hash says (Pyrrha, IV-E). */
    IsolationQueue takeQueue(int hash) {
        for (int queue = 1; queue < queues.length; queue++) {
            if (queues[queue].roots().isEmpty()) {
                queuesInUse++;
                statistics.onQueuesInUse(1, queuesInUse);
                return queues[queue];
            }
        }
        return queues[1 + Math.floorMod(hash, queues.length - 1)];
    }

    void assign(IsolationQueue queue, CongestionRoot root) {
        if (!queue.roots().contains(root)) {
            queue.roots().add(root);
            root.queues.add(queue);
            queue.obey();
        }
    }

    /** Unassigns the queues of roots that have ended here, draining ones first. */
    void freeRoots() {
        boolean merging = false;
        for (int i = roots.size() - 1; i >= 0; i--) {
            if (roots.get(i).state == SOFT_MERGING) {
                merging |= !freeIfEnded(roots.get(i));
            }
        }
        for (int i = roots.size() - 1; i >= 0 && !merging; i--) {
            freeIfEnded(roots.get(i));
        }
    }

    private boolean freeIfEnded(CongestionRoot root) {
        boolean ended =
                root.state != State.PAUSED
                        && root.isEmpty()
                        && root.upstreams.isLeaf()
                        && !isNeededForOrder();
        if (ended) {
            free(root);
        }
        return ended;
    }

    /** Queues in a hierarchy that share are freed all together: see the package. */
    private boolean isNeededForOrder() {
        if (settings.singleTier() || roots.size() <= queuesInUse) {
            return false;
        }
        for (int i = 0; i < roots.size(); i++) {
            if (!roots.get(i).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void free(CongestionRoot root) {
        roots.remove(root);
        mergingRoots -= root.state == SOFT_MERGING ? 1 : 0;
        version = statistics.nextVersion();
        for (int i = 0; i < root.queues.size(); i++) {
            IsolationQueue queue = root.queues.get(i);
            queue.roots().remove(root);
            if (settings.singleTier()) {
                disband(queue);
            }
            if (queue.roots().isEmpty()) {
                queuesInUse--;
                statistics.onQueuesInUse(-1, queuesInUse);
            }
            queue.obey();
        }
        root.queues.clear();
        directory.onFreed(number, root);
    }

    /** A set of roots without one of them is another set. */
    private static void disband(IsolationQueue queue) {
        for (int i = 0; i < queue.roots().size(); i++) {
            queue.roots().get(i).queues.remove(queue);
        }
        queue.roots().clear();
    }

    // ---- a host's own flows

    /** As {@code EgressScheme.onFlowHead} answers. */
    int onFlowHead(int flow, int queue) {
        if (roots.isEmpty()) {
            return queue;
        }
        if (settings.hostAware()) {
            long pausing = isolation.pausingRoot(this, flow);
            return pausing == DataPlane.NO_ROOT ? queue : hostFlows.park(flow, pausing);
        }
        long pausing = pausingRoot();
        return pausing == DataPlane.NO_ROOT ? queue : hostFlows.hold(queue, pausing);
    }

    void onFlowEnd(int flow) {
        hostFlows.forget(flow);
    }

    private void letHostGo() {
        hostFlows.unpark();
        if (pausingRoot() == DataPlane.NO_ROOT) {
            hostFlows.releaseQueues();
        }
    }

    private long pausingRoot() {
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i).state == State.PAUSED) {
                return roots.get(i).id;
            }
        }
        return DataPlane.NO_ROOT;
    }
}
