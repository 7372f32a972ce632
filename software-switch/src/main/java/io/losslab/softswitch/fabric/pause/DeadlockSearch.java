package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Finds a deadlock: queues that have been stopped with packets for 10 ms and wait for each other in
 * a cycle, whatever moves elsewhere.
 *
 * <p>A stopped queue waits for the device at its far end to drain what came in by the link, of its
 * priority where priorities have queues. It cannot go on while all of that lies in queues that
 * cannot go on themselves, or the device passes on a pause of such a queue; the largest set of such
 * queues is found by taking out those that can. Each of the set waits for another, so it has a
 * cycle, which is named port by port and queue by queue.
 */
public final class DeadlockSearch {
    private final PortNumbers numbers;
    private final Ports cabling;
    private final int queues;

    /** By node. */
    private final IntFunction<StoppedQueues> stoppedAt;

    /**
     * Makes a search.
     *
     * @param cabling ports of which only the peers are asked
     * @param stoppedAt the queues of a node's part of the fabric
     */
    public DeadlockSearch(
            PortNumbers numbers, Ports cabling, IntFunction<StoppedQueues> stoppedAt) {
        this.numbers = numbers;
        this.cabling = cabling;
        this.stoppedAt = stoppedAt;
        queues = cabling.queues.dataQueues();
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
        for (int port = 1; port <= numbers.count(); port++) {
            StoppedQueues at = at(port);
            for (int queue = at.next(port, 0); queue >= 0; queue = at.next(port, queue + 1)) {
                stopped.set(port * queues + queue);
            }
        }
        return stopped;
    }

    private StoppedQueues at(int port) {
        return stoppedAt.apply(numbers.nodeOf(port));
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

    /**
     * Whether the far end passes on the pause of a queue of a set, or holds packets of the link,
     * and all of them in queues of the set.
     */
    private boolean waitsForAll(int key, BitSet stuck) {
        if (passedOn(key, stuck) >= 0) {
            return true;
        }
        int ingress = cabling.peer(key / queues);
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

    /** The queue of a set whose pause stops a queue, as the far end passes it on; -1 for none. */
    private int passedOn(int key, BitSet stuck) {
        int stopped = key / queues;
        int ingress = cabling.peer(stopped);
        for (int port : numbers.portsOf(numbers.nodeOf(ingress))) {
            for (int priority = 0; priority < PriorityMask.COUNT; priority++) {
                int queue = port == ingress ? -1 : at(port).passesOn(port, priority);
                if (queue >= 0
                        && stuck.get(port * queues + queue)
                        && at(stopped).concerns(stopped, key % queues, priority)) {
                    return port * queues + queue;
                }
            }
        }
        return -1;
    }

    private int nextOf(int key, BitSet stuck) {
        int passedOn = passedOn(key, stuck);
        if (passedOn >= 0) {
            return passedOn;
        }
        int ingress = cabling.peer(key / queues);
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
        int stopped = key / queues;
        int left = at(port).prioritiesFrom(cabling.peer(stopped), port, queue);
        while (left != 0) {
            if (at(stopped).concerns(stopped, key % queues, Integer.numberOfTrailingZeros(left))) {
                return true;
            }
            left &= left - 1;
        }
        return false;
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
