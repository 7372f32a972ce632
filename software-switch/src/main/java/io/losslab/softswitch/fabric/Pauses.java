package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pfc.PauseFrame;
import java.util.Arrays;

/**
 * Which priority of which port stands paused, until when, and for how long in all.
 *
 * <p>While a paused switch port holds packets, its downstream is told one propagation delay later
 * which egress waits for the first of them; {@link ThroughputLoss} lives on that.
 */
final class Pauses {
    private final Fabric fabric;
    private final Ports ports;
    private final Records records;

    /*
     * By port and priority: when the pause runs out; when it began (-1: not paused); whether the
     * log has it; paused time in all, but for the pause that stands.
     */
    private final long[] untilNanos;
    private final long[] sincePicos;
    private final boolean[] logged;
    private final long[] totalPicos;

    Pauses(Fabric fabric, Ports ports, Records records, int portCount) {
        this.fabric = fabric;
        this.ports = ports;
        this.records = records;
        int keys = portCount + 1 << 3;
        untilNanos = new long[keys];
        sincePicos = new long[keys];
        Arrays.fill(sincePicos, -1);
        logged = new boolean[keys];
        totalPicos = new long[keys];
    }

    /**
     * Stops a priority until a time, or {@link DataPlane#FOREVER}, in place of an earlier pause.
     */
    void pause(int port, int priority, long until) {
        int key = port << 3 | priority;
        untilNanos[key] = until;
        if (sincePicos[key] < 0) {
            sincePicos[key] = fabric.nowPicos();
            int queue = fabric.queueOf(port, priority);
            ports.pause(port, queue);
            if (ports.holdsSomething(port, queue)) {
                onWithheld(port, queue);
            }
        }
        if (until != DataPlane.FOREVER) {
            int id = records.allocate();
            records.setPort(id, port);
            records.setBody(id, priority, 0, 0, EventKind.PAUSE_EXPIRY, 0);
            fabric.schedule(id, until * 1000);
        }
        // The log is the switches': nobody collects events from hosts.
        if (!logged[key] && !ports.onHost(port) && isThresholdPause(port, until)) {
            logged[key] = true;
            fabric.log(EventLog.Kind.PAUSE, port, priority, peerName(port));
        }
    }

    /** Lets a priority send again, if it stands paused. */
    void resume(int port, int priority) {
        if (sincePicos[port << 3 | priority] >= 0) {
            end(port, priority, peerName(port));
        }
    }

    /** A pause may have run out, unless a later frame prolonged it. */
    void onExpiry(int id) {
        int port = records.port(id);
        int priority = records.sequence(id);
        records.release(id);
        int key = port << 3 | priority;
        if (sincePicos[key] >= 0 && untilNanos[key] <= fabric.nowPicos() / 1000) {
            end(port, priority, "pause ran out");
        }
    }

    /** A paused queue holds packets now: its downstream is told which egress waits for them. */
    void onWithheld(int port, int queue) {
        if (!ports.onHost(port)) {
            tellDownstream(port, fabric.nextEgressOf(ports.head(port, queue)));
        }
    }

    /** Time the priorities of a port stood paused, summed. */
    long totalPicos(int port) {
        long now = fabric.nowPicos();
        long sum = 0;
        for (int key = port << 3; key < port + 1 << 3; key++) {
            sum += totalPicos[key] + (sincePicos[key] < 0 ? 0 : now - sincePicos[key]);
        }
        return sum;
    }

    private void end(int port, int priority, String cause) {
        int key = port << 3 | priority;
        int queue = fabric.queueOf(port, priority);
        boolean held = ports.holdsSomething(port, queue);
        totalPicos[key] += fabric.nowPicos() - sincePicos[key];
        sincePicos[key] = -1;
        ports.resume(port, queue, fabric.nowPicos());
        if (held) {
            tellDownstream(port, 0);
        }
        if (logged[key]) {
            logged[key] = false;
            fabric.log(EventLog.Kind.RESUME, port, priority, cause);
        }
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
