package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.EgressQueues;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;

/**
 * Queues that are stopped with packets, and from which ports those came; and those whose pause the
 * device passes on. Queues are those of switches, and of hosts what they relay.
 */
public final class StoppedQueues {
    private static final long WINDOW_PICOS = 10_000_000_000L;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final EgressQueues queues;
    private final SchemeSlots schemes;
    private final HostStack hosts;
    private final Pauses pauses;

    public StoppedQueues(
            Agenda agenda,
            Records records,
            Ports ports,
            SchemeSlots schemes,
            HostStack hosts,
            Pauses pauses) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        queues = ports.queues;
        this.schemes = schemes;
        this.hosts = hosts;
        this.pauses = pauses;
    }

    /**
     * First data queue of a port from one on that has been stopped for 10 ms, with packets or by a
     * pause that the device passes on; -1 if there is none.
     */
    int next(int port, int from) {
        long latest = agenda.nowPicos() - WINDOW_PICOS;
        boolean passesOn = passesOnAny(port);
        int queue = from;
        while (true) {
            queue = passesOn ? queue : queues.nextBlocked(port, queue);
            if (queue < 0 || queue >= queues.dataQueues()) {
                return -1;
            }
            long since = pauses.stoppedPicos(port, queue);
            boolean matters = passesOn || firstPacket(port, queue) != 0;
            if (since >= 0 && since <= latest && matters) {
                return queue;
            }
            queue++;
        }
    }

    /** Priorities of a queue's packets that came in by a port, bit i for priority i. */
    int prioritiesFrom(int ingress, int port, int queue) {
        int found = 0;
        for (int id = firstPacket(port, queue); id != 0; id = records.next(id)) {
            if (records.port(id) == ingress) {
                found |= 1 << records.priority(id);
            }
        }
        return found;
    }

    /**
     * Queue at a port whose pause the device passes on as one of a priority at its other ports; -1
     * for none.
     */
    int passesOn(int port, int priority) {
        EgressScheme scheme = schemes.atEgress(port);
        int passedOn = scheme == null ? -1 : scheme.passesOn(priority);
        return passedOn < 0 ? -1 : hosts.queueAt(port, passedOn);
    }

    private boolean passesOnAny(int port) {
        for (int priority = 0; priority < PriorityMask.COUNT; priority++) {
            if (passesOn(port, priority) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a pause of a queue is about a priority: all, if the scheme has queues of its own. */
    boolean concerns(int port, int queue, int priority) {
        EgressScheme scheme = schemes.atEgress(port);
        return scheme != null && scheme.choosesQueues() || hosts.queueAt(port, priority) == queue;
    }

    /** First buffered packet of a queue; a host buffers only what it relays. */
    private int firstPacket(int port, int queue) {
        if (!ports.onHost(port)) {
            return queues.head(port, queue);
        }
        for (int flow = queues.head(port, queue); flow != 0; flow = hosts.nextFlow(flow)) {
            if (hosts.isRelay(flow)) {
                return hosts.relayHead(flow);
            }
        }
        return 0;
    }
}
