package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.EgressScheme;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds a deadlock: queues that have been stopped with packets for 10 ms and wait for each other in
 * a cycle, whatever moves elsewhere.
 *
 * <p>A stopped queue waits for the device at its far end to drain what came in by the link, of its
 * priority where priorities have queues. It cannot go on while all of that lies in queues that
 * cannot go on themselves; the largest set of such queues is found by taking out those that can.
 * Each of the set waits for another, so it has a cycle, which is named port by port and queue by
 * queue. Queues are those of switches, and of hosts what they relay.
 */
public final class DeadlockSearch {
    private static final long WINDOW_PICOS = 10_000_000_000L;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final SchemeSlots schemes;
    private final HostStack hosts;
    private final Pauses pauses;
    private final int queues;

    public DeadlockSearch(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            SchemeSlots schemes,
            HostStack hosts,
            Pauses pauses) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.schemes = schemes;
        this.hosts = hosts;
        this.pauses = pauses;
        queues = ports.dataQueues();
    }

    /** The cycle as users read it; null if there is none. Queues are numbered port by port. */
    public String find() {
        BitSet stuck = stoppedForLong();
        boolean changed = true;
        while (changed) {
            changed = takeOutThoseThatGoOn(stuck);
        }
        return stuck.isEmpty() ? null : print(cycleIn(stuck));
    }

    private BitSet stoppedForLong() {
        BitSet stopped = new BitSet();
        long latest = agenda.nowPicos() - WINDOW_PICOS;
        for (int port = 1; port <= numbers.count(); port++) {
            for (int queue = ports.nextBlocked(port, 0);
                    queue >= 0 && queue < queues;
                    queue = ports.nextBlocked(port, queue + 1)) {
                long since = pauses.stoppedPicos(port, queue);
                if (since >= 0 && since <= latest && firstPacket(port, queue) != 0) {
                    stopped.set(port * queues + queue);
                }
            }
        }
        return stopped;
    }

    private boolean takeOutThoseThatGoOn(BitSet stuck) {
        boolean changed = false;
        for (int key = stuck.nextSetBit(0); key >= 0; key = stuck.nextSetBit(key + 1)) {
            if (!waitsForAll(key, stuck)) {
                stuck.clear(key);
                changed = true;
            }
        }
        return changed;
    }

    /** Whether the far end holds packets of the link, and all of them in queues of a set. */
    private boolean waitsForAll(int key, BitSet stuck) {
        int ingress = ports.peer(key / queues);
        boolean any = false;
        for (int port : numbers.portsOf(numbers.nodeOf(ingress))) {
            for (int queue = 0; queue < queues; queue++) {
                if (holdsFor(key, port, queue)) {
                    if (!stuck.get(port * queues + queue)) {
                        return false;
                    }
                    any = true;
                }
            }
        }
        return any;
    }

    private List<Integer> cycleIn(BitSet stuck) {
        List<Integer> way = new ArrayList<>();
        int key = stuck.nextSetBit(0);
        while (!way.contains(key)) {
            way.add(key);
            key = nextOf(key, stuck);
        }
        return way.subList(way.indexOf(key), way.size());
    }

    private int nextOf(int key, BitSet stuck) {
        int ingress = ports.peer(key / queues);
        for (int port : numbers.portsOf(numbers.nodeOf(ingress))) {
            for (int queue = 0; queue < queues; queue++) {
                if (stuck.get(port * queues + queue) && holdsFor(key, port, queue)) {
                    return port * queues + queue;
                }
            }
        }
        throw new IllegalStateException("stuck, but waits for nothing: " + describe(key));
    }

    /** Whether a queue holds packets of the link that a stopped queue's pause is about. */
    private boolean holdsFor(int key, int port, int queue) {
        int ingress = ports.peer(key / queues);
        for (int id = firstPacket(port, queue); id != 0; id = records.next(id)) {
            if (records.port(id) == ingress && concerns(key, records.priority(id))) {
                return true;
            }
        }
        return false;
    }

    /** A pause is about its priority, unless the scheme has queues of its own. */
    private boolean concerns(int key, int priority) {
        int port = key / queues;
        EgressScheme scheme = schemes.atEgress(port);
        return scheme != null && scheme.choosesQueues()
                || hosts.queueAt(port, priority) == key % queues;
    }

    /** First buffered packet of a queue; a host buffers only what it relays. */
    private int firstPacket(int port, int queue) {
        if (!ports.onHost(port)) {
            return ports.head(port, queue);
        }
        for (int flow = ports.head(port, queue); flow != 0; flow = hosts.nextFlow(flow)) {
            if (hosts.isRelay(flow)) {
                return hosts.relayHead(flow);
            }
        }
        return 0;
    }

    private String print(List<Integer> cycle) {
        StringBuilder text = new StringBuilder();
        cycle.forEach(key -> text.append(describe(key)).append(" -> "));
        return text.append(describe(cycle.get(0))).toString();
    }

    private String describe(int key) {
        return numbers.nameOf(key / queues) + " queue " + key % queues;
    }
}
