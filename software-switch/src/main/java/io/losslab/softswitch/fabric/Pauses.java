package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;

/**
 * Which queue of which port stands stopped, by a pause frame or by its scheme, until when, for how
 * long in all, and on account of which congested port.
 *
 * <p>While a paused switch port holds packets, its downstream is told one propagation delay later
 * which egress waits for the first of them; {@link ThroughputLoss} lives on that.
 */
final class Pauses {
    private static final byte BY_FRAME = 1;
    private static final byte BY_SCHEME = 2;

    private final Fabric fabric;
    private final Ports ports;
    private final Records records;
    private final Blame blame;
    private final int queues;

    /*
     * By port and data queue: who stopped it (bits); when the pause by frame runs out; when it was
     * stopped; from when on that is not charged yet; on whose account; whether the log has it.
     */
    private final byte[] reasons;
    private final long[] untilNanos;
    private final long[] stoppedPicos;
    private final long[] sincePicos;
    private final long[] roots;
    private final boolean[] logged;

    /** By port: time its queues stood stopped in all, but for what stands now. */
    private final long[] totalPicos;

    Pauses(Fabric fabric, Ports ports, Records records, Blame blame, int portCount) {
        this.fabric = fabric;
        this.ports = ports;
        this.records = records;
        this.blame = blame;
        queues = ports.dataQueues();
        int keys = (portCount + 1) * queues;
        reasons = new byte[keys];
        untilNanos = new long[keys];
        stoppedPicos = new long[keys];
        sincePicos = new long[keys];
        roots = new long[keys];
        logged = new boolean[keys];
        totalPicos = new long[portCount + 1];
    }

    /**
     * Stops a priority until a time, or {@link DataPlane#FOREVER}, in place of an earlier pause. At
     * a port whose scheme chooses queues, all of them stop.
     *
     * @param root congested port on whose account
     */
    void pause(int port, int priority, long until, long root) {
        if (choosesQueues(port)) {
            for (int queue = 0; queue < queues; queue++) {
                pauseQueue(port, queue, until, root);
            }
        } else {
            pauseQueue(port, fabric.queueOf(port, priority), until, root);
        }
    }

    /** Lets a priority send again, if it stands paused. */
    void resume(int port, int priority) {
        if (choosesQueues(port)) {
            for (int queue = 0; queue < queues; queue++) {
                end(port, queue, BY_FRAME, null);
            }
        } else {
            end(port, fabric.queueOf(port, priority), BY_FRAME, null);
        }
    }

    /** Stops a queue until {@link #release}; without a root it is not a pause, only a wait. */
    void hold(int port, int queue, long root) {
        begin(port, queue, BY_SCHEME, root);
        if (root != DataPlane.NO_ROOT) {
            log(port, queue);
        }
    }

    void release(int port, int queue) {
        end(port, queue, BY_SCHEME, null);
    }

    /**
     * Congested port on whose account a queue stands stopped; {@link DataPlane#NO_ROOT} if none.
     */
    long root(int port, int queue) {
        int key = port * queues + queue;
        return reasons[key] == 0 ? DataPlane.NO_ROOT : roots[key];
    }

    /** When a stopped queue was stopped; -1 if it is not. */
    long stoppedPicos(int port, int queue) {
        int key = port * queues + queue;
        return reasons[key] == 0 ? -1 : stoppedPicos[key];
    }

    /** From when on the stop of a queue is not charged yet; -1 if it is not stopped. */
    long sincePicos(int port, int queue) {
        int key = port * queues + queue;
        return reasons[key] == 0 ? -1 : sincePicos[key];
    }

    /** Charges a pause that stands up to now. */
    void settle(int port, int queue) {
        int key = port * queues + queue;
        account(port, queue, key);
        sincePicos[key] = fabric.nowPicos();
    }

    /** A pause may have run out, unless a later frame prolonged it. */
    void onExpiry(int id) {
        int port = records.port(id);
        int queue = records.sequence(id);
        records.release(id);
        if (untilNanos[port * queues + queue] <= fabric.nowPicos() / 1000) {
            end(port, queue, BY_FRAME, "pause ran out");
        }
    }

    /** A paused queue holds packets now: its downstream is told which egress waits for them. */
    void onWithheld(int port, int queue) {
        if (!ports.onHost(port)) {
            tellDownstream(port, fabric.nextEgressOf(ports.head(port, queue)));
        }
    }

    /** Time the queues of a port stood stopped, summed. */
    long totalPicos(int port) {
        long now = fabric.nowPicos();
        long sum = totalPicos[port];
        for (int key = port * queues; key < (port + 1) * queues; key++) {
            if (counts(key)) {
                sum += now - sincePicos[key];
            }
        }
        return sum;
    }

    private boolean choosesQueues(int port) {
        EgressScheme scheme = ports.scheme(port);
        return scheme != null && scheme.choosesQueues();
    }

    private void pauseQueue(int port, int queue, long until, long root) {
        untilNanos[port * queues + queue] = until;
        begin(port, queue, BY_FRAME, root);
        if (until != DataPlane.FOREVER) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, queue, 0, 0, EventKind.PAUSE_EXPIRY, 0);
            fabric.schedule(id, until * 1000);
        }
        if (isThresholdPause(port, until)) {
            log(port, queue);
        }
    }

    private void begin(int port, int queue, byte reason, long root) {
        int key = port * queues + queue;
        if (reasons[key] == 0) {
            stoppedPicos[key] = fabric.nowPicos();
            sincePicos[key] = fabric.nowPicos();
            roots[key] = root;
            ports.pause(port, queue);
            if (ports.holdsSomething(port, queue)) {
                onWithheld(port, queue);
            }
        } else if (root != DataPlane.NO_ROOT && root != roots[key]) {
            // Another port's fault from here on.
            account(port, queue, key);
            sincePicos[key] = fabric.nowPicos();
            roots[key] = root;
        }
        reasons[key] |= reason;
    }

    private void end(int port, int queue, byte reason, String cause) {
        int key = port * queues + queue;
        if ((reasons[key] & reason) == 0) {
            return;
        }
        if (reasons[key] != reason) {
            reasons[key] &= (byte) ~reason;
            return;
        }
        boolean held = ports.holdsSomething(port, queue);
        account(port, queue, key);
        reasons[key] = 0;
        ports.resume(port, queue, fabric.nowPicos());
        if (held) {
            tellDownstream(port, 0);
        }
        if (logged[key]) {
            logged[key] = false;
            fabric.log(EventLog.Kind.RESUME, port, queue, cause == null ? peerName(port) : cause);
        }
    }

    /** Whether the stop that stands is a pause, and not just a queue waiting for its turn. */
    private boolean counts(int key) {
        return (reasons[key] & BY_FRAME) != 0
                || reasons[key] != 0 && roots[key] != DataPlane.NO_ROOT;
    }

    private void account(int port, int queue, int key) {
        if (counts(key)) {
            totalPicos[port] += fabric.nowPicos() - sincePicos[key];
            blame.onPauseEnds(port, queue, sincePicos[key], roots[key]);
        }
    }

    /** The log is the switches': nobody collects events from hosts. */
    private void log(int port, int queue) {
        int key = port * queues + queue;
        if (!logged[key] && !ports.onHost(port)) {
            logged[key] = true;
            fabric.log(EventLog.Kind.PAUSE, port, queue, cause(port, roots[key]));
        }
    }

    private String cause(int port, long root) {
        return root == DataPlane.NO_ROOT
                ? peerName(port)
                : peerName(port) + ", congested " + fabric.nameOfRoot(root);
    }

    /** Whether a pause is one a threshold causes: as long as a frame can say, or open-ended. */
    private boolean isThresholdPause(int port, long until) {
        long rate = fabric.linkProfile(port).rateBitsPerSecond();
        long full = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, rate);
        return until == DataPlane.FOREVER || until - fabric.nowPicos() / 1000 >= full - 1;
    }

    private void tellDownstream(int port, int egress) {
        if (ports.onHost(port) || ports.onHost(ports.peer(port))) {
            return;
        }
        int id = records.allocate();
        records.setPort(id, ports.peer(port));
        records.setFlowAndCursor(id, egress, 0);
        records.setBody(id, 0, 0, 0, EventKind.WITHHELD, 0);
        fabric.schedule(id, fabric.nowPicos() + ports.dataLatency(port));
    }

    private String peerName(int port) {
        return fabric.numbers().nameOf(ports.peer(port));
    }
}
