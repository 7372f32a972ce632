package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;

/**
 * The normal and the two backup queues of a priority at an egress port (OFC, section III-B,
 * Algorithm 3): one is served, one takes the packets of paused flows, and while a backup queue is
 * served new packets wait in the normal one.
 *
 * <p>Only a queue that holds packets and must wait is held.
 */
final class ThreeQueues {
    private static final int NORMAL = 0;

    private final DataPlane plane;
    private final FlowKeys keys;
    private final int port;
    private final int priority;

    /** The port's congested_flow_tab as the downstream last told it. */
    private final PausedFlows told = new PausedFlows();

    /** Flows that are parked; behind {@link #told} while a RESUME waits for the order mark. */
    private final PausedFlows congested = new PausedFlows();

    /** Packets in each backup queue; those in a served one are ahead of its order mark. */
    private final int[] packets = new int[3];

    /** Congested flows when they were last counted. */
    private int countedFlows;

    private int serve = NORMAL;
    private int park = 1;
    private boolean normalHeld;
    private boolean resumeWaits;
    private long root = DataPlane.NO_ROOT;
    private long bytes;
    private long moves;

    ThreeQueues(DataPlane plane, FlowKeys keys, int port, int priority) {
        this.plane = plane;
        this.keys = keys;
        this.port = port;
        this.priority = priority;
    }

    int port() {
        return port;
    }

    PausedFlows told() {
        return told;
    }

    /** Whether the downstream has a flow paused. */
    boolean isTold(int flow) {
        return !told.isEmpty() && told.contains(keys.of(flow));
    }

    PausedFlows congested() {
        return congested;
    }

    /** By how many flows the congested ones have grown since the last call. */
    int takeGrowth() {
        int growth = congested.flows().size() - countedFlows;
        countedFlows += growth;
        return growth;
    }

    /** The congested port that the latest PAUSE named. */
    long root() {
        return root;
    }

    /** Bytes in the three queues: the paper's q_out. */
    long bytes() {
        return bytes;
    }

    void count(int more) {
        bytes += more;
    }

    /** Packets moved from queue to queue, ever. */
    long moves() {
        return moves;
    }

    /** Obeys a PAUSE at once (Algorithm 2, line 4). */
    void pause(byte[] frame, int offset) {
        root = OfcFrame.root(frame, offset);
        if (OfcFrame.all(frame, offset)) {
            told.setAll(true);
            congested.setAll(true);
        }
        int count = OfcFrame.count(frame, offset);
        for (int i = 0; i < count; i++) {
            long flow = keys.read(frame, offset, i);
            told.add(flow);
            congested.add(flow);
        }
        if (packets[park] > 0) {
            plane.hold(port, QueueNumbers.queue(priority, park), root);
        }
    }

    /** Obeys a RESUME, once the order mark of an earlier one is out (Algorithm 2, line 8). */
    void resume(byte[] frame, int offset) {
        if (OfcFrame.all(frame, offset)) {
            told.setAll(false);
        }
        int count = OfcFrame.count(frame, offset);
        for (int i = 0; i < count; i++) {
            told.remove(keys.read(frame, offset, i));
        }
        resumeWaits = true;
        if (serve == NORMAL) {
            serveParked();
        }
    }

    /** Where the packet at the head of a queue goes (Algorithm 3, lines 7 to 15). */
    int onHead(int queue, int packet) {
        int place = QueueNumbers.placeOf(queue);
        if (place != serve) {
            return EgressScheme.HOLD;
        }
        if (congested.isEmpty() || !congested.contains(keys.of(plane.flow(packet)))) {
            return queue;
        }
        int to = park;
        moves++;
        if (++packets[to] == 1) {
            plane.hold(port, QueueNumbers.queue(priority, to), root);
        }
        left(place);
        return QueueNumbers.queue(priority, to);
    }

    /** A packet was sent from a backup queue. */
    void onSent(int queue) {
        left(QueueNumbers.placeOf(queue));
    }

    private void left(int place) {
        if (place == NORMAL) {
            return;
        }
        if (--packets[place] == 0) {
            takeOutMark();
        }
    }

    /** The order mark comes out (Algorithm 3, lines 3 to 5). */
    private void takeOutMark() {
        serve = NORMAL;
        if (resumeWaits) {
            serveParked();
        }
        if (serve == NORMAL) {
            normalHeld = false;
            plane.release(port, priority);
        }
    }

    /** Lets go what is no longer told; parked packets, if any, are served before new ones. */
    private void serveParked() {
        resumeWaits = false;
        congested.copyFrom(told);
        if (packets[park] == 0) {
            return;
        }
        serve = park;
        park = QueueNumbers.other(park);
        if (!normalHeld) {
            normalHeld = true;
            plane.hold(port, priority, DataPlane.NO_ROOT);
        }
        plane.release(port, QueueNumbers.queue(priority, serve));
    }
}
