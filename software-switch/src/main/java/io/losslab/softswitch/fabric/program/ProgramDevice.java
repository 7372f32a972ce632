package io.losslab.softswitch.fabric.program;

import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.FieldList;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.TrafficManager;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;

/**
 * One switch with its program. Egress runs when a packet joins its queue, so that its length is
 * known there; the program sees the time in the queue as zero.
 */
final class ProgramDevice implements TrafficManager {
    private static final int CLASSES = 8;

    private final int node;
    private final Ports ports;
    private final PortNumbers numbers;
    private final Environment environment;
    private final P4Switch runs;
    private final DigestListener digests;

    /* What ingress put out and egress has not had yet, in order. */
    private PacketState[] waiting = new PacketState[8];
    private int[] waitingPorts = new int[8];
    private int[] waitingQueues = new int[8];
    private boolean retired;
    private int first;
    private int end;

    ProgramDevice(
            int node,
            P4Program program,
            Ports ports,
            PortNumbers numbers,
            DigestListener digests,
            Environment.Timers timers) {
        this.node = node;
        this.ports = ports;
        this.numbers = numbers;
        this.digests = digests;
        this.environment = new Environment(node);
        environment.setTimers((nanos, action) -> timers.at(nanos, () -> onTimer(nanos, action)));
        this.runs = new P4Switch(program, environment, this);
    }

    private void onTimer(long nanos, Runnable action) {
        if (!retired) {
            environment.setNow(nanos);
            action.run();
        }
    }

    /** Another program has come, or none; its timers are of no account. */
    void retire() {
        retired = true;
    }

    P4Switch runs() {
        return runs;
    }

    void setNow(long nanos) {
        environment.setNow(nanos);
    }

    /** Takes a packet that came in by a port of this number. */
    void receive(PacketState packet, int localPort, long nowNanos) {
        environment.setNow(nowNanos);
        first = 0;
        end = 0;
        runs.ingress(packet, localPort);
    }

    /** The next packet that is to leave; null when there is none. */
    PacketState next() {
        while (first < end) {
            int at = first++;
            if (egressPort(at) == 0) {
                environment.fault(
                        "there is no port %d with queue %d"
                                .formatted(waitingPorts[at], waitingQueues[at]));
                runs.release(waiting[at]);
            } else if (runs.egress(waiting[at], waitingPorts[at], waitingQueues[at])) {
                return waiting[at];
            }
        }
        return null;
    }

    /** Port of the packet that {@link #next} gave. */
    int egress() {
        return egressPort(first - 1);
    }

    /** Queue of the packet that {@link #next} gave. */
    int queue() {
        return waitingQueues[first - 1];
    }

    private int egressPort(int at) {
        boolean known = numbers.has(node, waitingPorts[at]) && waitingQueues[at] < CLASSES;
        return known ? numbers.of(node, waitingPorts[at]) : 0;
    }

    @Override
    public void enqueue(int port, int queue, PacketState packet) {
        if (end == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * end);
            waitingPorts = Arrays.copyOf(waitingPorts, 2 * end);
            waitingQueues = Arrays.copyOf(waitingQueues, 2 * end);
        }
        waiting[end] = packet;
        waitingPorts[end] = port;
        waitingQueues[end++] = queue;
    }

    @Override
    public int depth(int port, int queue) {
        return numbers.has(node, port) && queue < CLASSES
                ? ports.queueLength(numbers.of(node, port), queue)
                : 0;
    }

    @Override
    public void digest(FieldList fields, PacketState packet) {
        digests.onDigest(node, environment.nowNanos(), fields.name(), fields.values(packet));
    }

    @Override
    public void dropped(PacketState packet) {}
}
