package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.QueueChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The queues of one egress port for tests: packets arrive at the queue that the scheme names, and
 * leave from the first queue, in an order the test chooses, that the scheme does not hold.
 */
final class QueueModel {
    /** A packet that was sent: the number of its arrival. */
    record Out(int flow, int arrival) {}

    private record Packet(int handle, int flow, int ingress, int arrival) {}

    private final RecordingPlane plane;
    private final EgressScheme scheme;
    private final int egress;
    private final int bytes;
    private final int priority;
    private final Map<Integer, Deque<Packet>> queues = new TreeMap<>();
    private final Set<Integer> held = new HashSet<>();
    private final List<Out> sent = new ArrayList<>();
    private int arrivals;
    private int moves;

    QueueModel(RecordingPlane plane, EgressScheme scheme, int egress, int bytes, int priority) {
        this.plane = plane;
        this.scheme = scheme;
        this.egress = egress;
        this.bytes = bytes;
        this.priority = priority;
    }

    void arrive(int flow, int ingress) {
        Packet packet = new Packet(plane.packet(flow, bytes, priority), flow, ingress, ++arrivals);
        int queue = scheme.classify(packet.handle, ingress, egress);
        put(packet, queue);
        scheme.onEnqueue(packet.handle, ingress, egress, queue);
        obey();
    }

    void control(byte[] frame) {
        if (!scheme.onControl(egress, frame, 0)) {
            throw new IllegalStateException("a frame that the scheme does not know");
        }
        obey();
    }

    /**
     * Lets one packet leave; a move may free a queue that was tried before.
     *
     * @param first the queues are tried from the one with this place on, round and round
     * @return whether one left
     */
    boolean send(int first) {
        int moves;
        do {
            moves = this.moves;
            List<Integer> numbers = List.copyOf(queues.keySet());
            for (int i = 0; i < numbers.size(); i++) {
                if (sendFrom(numbers.get((first + i) % numbers.size()))) {
                    return true;
                }
            }
        } while (moves != this.moves);
        return false;
    }

    /** What left so far. */
    List<Out> sent() {
        return List.copyOf(sent);
    }

    /** Flows of the packets in a queue, head first. */
    List<Integer> flows(int queue) {
        return queues.getOrDefault(queue, new ArrayDeque<>()).stream().map(p -> p.flow).toList();
    }

    int buffered() {
        return queues.values().stream().mapToInt(Deque::size).sum();
    }

    boolean isHeld(int queue) {
        return held.contains(queue);
    }

    private boolean sendFrom(int queue) {
        Deque<Packet> packets = queues.get(queue);
        while (!held.contains(queue) && !packets.isEmpty()) {
            Packet head = packets.peek();
            int to = scheme.onHead(head.handle, head.ingress, egress, queue);
            if (to == EgressScheme.HOLD) {
                throw new IllegalStateException("a queue that is not held must not be stopped");
            }
            packets.remove();
            if (to == queue) {
                sent.add(new Out(head.flow, head.arrival));
                scheme.onDequeue(head.handle, head.ingress, egress, queue);
                obey();
                return true;
            }
            moves++;
            put(head, to);
            scheme.onEnqueue(head.handle, head.ingress, egress, to);
            obey();
        }
        return false;
    }

    private void put(Packet packet, int queue) {
        queues.computeIfAbsent(queue, number -> new ArrayDeque<>()).add(packet);
    }

    private void obey() {
        for (QueueChange change : plane.drainQueueChanges()) {
            if (change.port() != egress) {
                throw new IllegalStateException("held at another port: " + change);
            }
            if (change.held()) {
                held.add(change.queue());
            } else {
                held.remove(change.queue());
            }
        }
    }
}
