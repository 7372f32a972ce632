package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PortPauses;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.EventNotes;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import io.losslab.softswitch.fabric.routing.RoutingTables;
import java.util.Arrays;
import java.util.List;

/**
 * Which queue of which port is stopped, by a pause frame or by its scheme, until when, for how long
 * in all, and on account of which congested port.
 *
 * <p>While a paused switch port holds packets, its downstream is notified one propagation delay
 * later which egress waits for the first of them; {@link ThroughputLoss} lives on that.
 */
public final class Pauses {
    private static final byte BY_FRAME = 1;
    private static final byte BY_SCHEME = 2;

    private static final String RAN_OUT = "pause ran out";

    /**
     * In place of a queue: all of a port whose scheme chooses queues, which a frame stops at once.
     */
    private static final int WHOLE_PORT = -1;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final LinkProfiles links;
    private final SchemeSlots schemes;
    private final RoutingTables routing;
    private final HostStack hosts;
    private final PauseAttribution attribution;
    private final CauseNames causes;
    private final EventNotes events;
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

    /** Congested port on whose account the frame was sent that is being obeyed. */
    private long cause = DataPlane.NO_ROOT;

    private final PortPauses portPauses;

    /** By port: total time its queues were stopped, except for the present stops. */
    private final long[] totalPicos;

    /*
     * By port that is stopped as a whole: since when, -1 if it is not; until when; whether the log
     * has it.
     */
    private final long[] wholeSincePicos;
    private final long[] wholeUntilNanos;
    private final boolean[] wholeLogged;

    public Pauses(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            LinkProfiles links,
            SchemeSlots schemes,
            RoutingTables routing,
            HostStack hosts,
            PauseAttribution attribution,
            EventNotes events) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.links = links;
        this.schemes = schemes;
        this.routing = routing;
        this.hosts = hosts;
        this.attribution = attribution;
        this.causes = new CauseNames(numbers);
        this.events = events;
        int portCount = ports.count();
        queues = ports.queues.dataQueues();
        portPauses = new PortPauses(portCount);
        int keys = (portCount + 1) * queues;
        reasons = new byte[keys];
        untilNanos = new long[keys];
        stoppedPicos = new long[keys];
        sincePicos = new long[keys];
        roots = new long[keys];
        logged = new boolean[keys];
        totalPicos = new long[portCount + 1];
        wholeSincePicos = new long[portCount + 1];
        Arrays.fill(wholeSincePicos, -1);
        wholeUntilNanos = new long[portCount + 1];
        wholeLogged = new boolean[portCount + 1];
    }

    /** Names the congested port on whose account pauses by frame begin from now on. */
    public void setCause(long root) {
        cause = root;
    }

    /**
     * Stops a priority until a time, or {@link DataPlane#FOREVER}, in place of an earlier pause. At
     * a port whose scheme chooses queues, all of them stop until no priority is paused.
     */
    public void pause(int port, int priority, long until) {
        long untilLast = portPauses.pause(port, priority, until);
        if (schemes.choosesQueues(port)) {
            pauseWhole(port, untilLast, cause);
        } else {
            pauseQueue(port, hosts.queueAt(port, priority), until, cause);
        }
    }

    /** Lets a priority send again, if it is paused. */
    public void resume(int port, int priority) {
        long until = portPauses.resume(port, priority);
        if (!schemes.choosesQueues(port)) {
            end(port, hosts.queueAt(port, priority), BY_FRAME, null);
            return;
        }
        if (until > agenda.nowNanos()) {
            pauseWhole(port, until, DataPlane.NO_ROOT);
        } else {
            endWhole(port, null);
        }
    }

    /** Stops a queue until {@link #release}; without a root it is not a pause, only a wait. */
    public void hold(int port, int queue, long root) {
        begin(port, queue, BY_SCHEME, root);
        if (root != DataPlane.NO_ROOT) {
            log(port, queue);
        }
    }

    public void release(int port, int queue) {
        end(port, queue, BY_SCHEME, null);
    }

    /** Congested port on whose account a queue is stopped; {@link DataPlane#NO_ROOT} if none. */
    public long root(int port, int queue) {
        int key = port * queues + queue;
        return reasons[key] == 0 ? DataPlane.NO_ROOT : roots[key];
    }

    /** When a stopped queue was stopped; -1 if it is not. */
    public long stoppedPicos(int port, int queue) {
        int key = port * queues + queue;
        return reasons[key] == 0 ? -1 : stoppedPicos[key];
    }

    /** Pauses on whose account time was lost at the ports of a device, up to now. */
    public List<PauseAttribution.Charge> charges(int node) {
        for (int port : numbers.portsOf(node)) {
            settle(port);
        }
        return attribution.charges(node);
    }

    /** A pause may have run out, unless a later frame prolonged it. */
    public void onExpiry(int id) {
        int port = records.port(id);
        int queue = records.sequence(id);
        records.release(id);
        if (queue == WHOLE_PORT) {
            if (wholeUntilNanos[port] <= agenda.nowNanos()) {
                endWhole(port, RAN_OUT);
            }
        } else if (untilNanos[port * queues + queue] <= agenda.nowNanos()) {
            end(port, queue, BY_FRAME, RAN_OUT);
        }
    }

    /**
     * A paused queue holds packets now: its downstream is notified of the waiting egress; of none
     * where the downstream has yet to choose one.
     */
    public void onWithheld(int port, int queue) {
        if (!ports.onHost(port)) {
            int egress = routing.egressAt(records.cursor(ports.queues.head(port, queue)));
            tellDownstream(port, Math.max(egress, 0));
        }
    }

    /** Time the queues of a port were stopped, summed. */
    public long totalPicos(int port) {
        long now = agenda.nowPicos();
        long sum = totalPicos[port];
        if (wholeSincePicos[port] >= 0) {
            sum += now - wholeSincePicos[port];
        }
        for (int key = port * queues; key < (port + 1) * queues; key++) {
            if (isTimed(port, key)) {
                sum += now - sincePicos[key];
            }
        }
        return sum;
    }

    /** Charges the pauses that stand at a port up to now. */
    private void settle(int port) {
        for (int queue = 0; queue < queues; queue++) {
            int key = port * queues + queue;
            if (reasons[key] != 0) {
                account(port, queue, key);
                sincePicos[key] = agenda.nowPicos();
            }
        }
        attribution.settleParked(port);
    }

    private void pauseQueue(int port, int queue, long until, long root) {
        untilNanos[port * queues + queue] = until;
        begin(port, queue, BY_FRAME, root);
        if (until != DataPlane.FOREVER) {
            agenda.schedule(EventKind.PAUSE_EXPIRY, port, 0, queue, until * 1000);
        }
        if (isThresholdPause(port, until)) {
            log(port, queue);
        }
    }

    /** A frame stops all queues: one pause, of the port. */
    private void pauseWhole(int port, long until, long root) {
        if (wholeSincePicos[port] < 0) {
            settle(port);
            wholeSincePicos[port] = agenda.nowPicos();
        }
        wholeUntilNanos[port] = until;
        for (int queue = 0; queue < queues; queue++) {
            begin(port, queue, BY_FRAME, root);
        }
        if (until != DataPlane.FOREVER) {
            agenda.schedule(EventKind.PAUSE_EXPIRY, port, 0, WHOLE_PORT, until * 1000);
        }
        if (isThresholdPause(port, until) && !wholeLogged[port]) {
            wholeLogged[port] = true;
            logPause(port, WHOLE_PORT, root);
        }
    }

    private void endWhole(int port, String cause) {
        if (wholeSincePicos[port] < 0) {
            return;
        }
        settle(port);
        totalPicos[port] += agenda.nowPicos() - wholeSincePicos[port];
        wholeSincePicos[port] = -1;
        for (int queue = 0; queue < queues; queue++) {
            end(port, queue, BY_FRAME, cause);
        }
        if (wholeLogged[port]) {
            wholeLogged[port] = false;
            logResume(port, WHOLE_PORT, cause);
        }
    }

    private void begin(int port, int queue, byte reason, long root) {
        int key = port * queues + queue;
        if (reasons[key] == 0) {
            stoppedPicos[key] = agenda.nowPicos();
            sincePicos[key] = agenda.nowPicos();
            roots[key] = root;
            ports.queues.pause(port, queue);
            if (ports.queues.holdsSomething(port, queue)) {
                onWithheld(port, queue);
            }
        } else if (root != DataPlane.NO_ROOT && root != roots[key]) {
            // Another port's fault from here on.
            account(port, queue, key);
            sincePicos[key] = agenda.nowPicos();
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
        boolean held = ports.queues.holdsSomething(port, queue);
        account(port, queue, key);
        reasons[key] = 0;
        ports.resume(port, queue, agenda.nowPicos());
        if (held) {
            tellDownstream(port, 0);
        }
        if (logged[key]) {
            logged[key] = false;
            logResume(port, queue, cause);
        }
    }

    /** Whether the stop that stands is a pause, and not just a queue waiting for its turn. */
    private boolean counts(int key) {
        return (reasons[key] & BY_FRAME) != 0
                || reasons[key] != 0 && roots[key] != DataPlane.NO_ROOT;
    }

    /** Whether its time is its own: not while the whole port is stopped. */
    private boolean isTimed(int port, int key) {
        return counts(key) && wholeSincePicos[port] < 0;
    }

    private void account(int port, int queue, int key) {
        if (isTimed(port, key)) {
            totalPicos[port] += agenda.nowPicos() - sincePicos[key];
        }
        if (counts(key)) {
            attribution.onPauseEnds(port, queue, sincePicos[key], roots[key]);
        }
    }

    private void log(int port, int queue) {
        int key = port * queues + queue;
        if (!logged[key]) {
            logged[key] = true;
            logPause(port, queue, roots[key]);
        }
    }

    private void logPause(int port, int queue, long root) {
        String why = events.keeps(EventLog.Kind.PAUSE) ? causes.of(ports.peer(port), root) : null;
        events.add(EventLog.Kind.PAUSE, port, queue, why);
    }

    private void logResume(int port, int queue, String cause) {
        String why = cause == null ? numbers.nameOf(ports.peer(port)) : cause;
        events.add(EventLog.Kind.RESUME, port, queue, why);
    }

    /** Whether a pause is one a threshold causes: as long as a frame can say, or open-ended. */
    private boolean isThresholdPause(int port, long until) {
        long rate = links.at(port).rateBitsPerSecond();
        long full = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, rate);
        return until == DataPlane.FOREVER || until - agenda.nowNanos() >= full - 1;
    }

    private void tellDownstream(int port, int egress) {
        if (ports.onHost(port) || ports.onHost(ports.peer(port))) {
            return;
        }
        ports.tellPeer(port, EventKind.WITHHELD, egress, agenda.nowPicos());
    }
}
