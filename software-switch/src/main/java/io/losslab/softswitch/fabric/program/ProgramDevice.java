package io.losslab.softswitch.fabric.program;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.frame.ControlHeader;
import io.losslab.flowcontrol.frame.LocalFrame;
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
    private static final int FRAME_BYTES = LocalFrame.LENGTH_BYTES - RoceFrame.FCS_BYTES;

    private final int node;
    private final Ports ports;
    private final PortNumbers numbers;
    private final Environment environment;
    private final P4Switch runs;
    private final DigestListener digests;
    private final ControllerPort controller;
    private final DataPlane plane;
    private final QueueRegisters queues;
    private byte[] signal = new byte[LocalFrame.LENGTH_BYTES];

    /* What ingress put out and egress has not had yet, in order. */
    private PacketState[] waiting = new PacketState[8];
    private int[] waitingPorts = new int[8];
    private int[] waitingQueues = new int[8];
    private int joining;
    private boolean retired;
    private int first;
    private int end;

    /**
     * A switch.
     *
     * @param plane by which the program stops queues and sends frames of its own
     */
    ProgramDevice(
            int node,
            P4Program program,
            Ports ports,
            PortNumbers numbers,
            DataPlane plane,
            DigestListener digests,
            ControllerPort controller,
            Environment.Timers timers) {
        this.node = node;
        this.ports = ports;
        this.numbers = numbers;
        this.digests = digests;
        this.controller = controller;
        this.environment = new Environment(node);
        environment.setTimers((nanos, action) -> timers.at(nanos, () -> onTimer(nanos, action)));
        this.runs = new P4Switch(program, environment, this);
        this.plane = plane;
        this.queues = new QueueRegisters(node, program, ports, numbers, plane);
    }

    QueueRegisters queues() {
        return queues;
    }

    private void onTimer(long nanos, Runnable action) {
        if (!retired) {
            environment.setNow(nanos);
            action.run();
        }
    }

    /** Another program has come, or none: this one's timers and what it did to queues end. */
    void retire() {
        retired = true;
        queues.letGo();
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

    /**
     * Takes a control frame; all that the program may send then are such frames.
     *
     * @param bytes without FCS
     */
    void onControl(int localPort, byte[] frame, int offset, int bytes, long nowNanos) {
        PacketState packet = runs.take();
        packet.receive(frame, offset, bytes, bytes);
        receive(packet, localPort, nowNanos);
        for (PacketState left = next(); left != null; left = next()) {
            if (!tellController(left) && !sendSignal(left)) {
                environment.fault("a control frame cannot become a packet of a host");
            }
            runs.release(left);
        }
    }

    /**
     * Runs the program on a packet of the controller, or on one that it had another switch send.
     *
     * @param bytes of the packet, at least what the array holds; zeros behind
     */
    void onControllerPacket(
            int localPort, byte[] frame, int bytes, ControllerPort.Outlet outlet, long nowNanos) {
        PacketState packet = runs.take();
        packet.receive(frame, 0, frame.length, bytes);
        receive(packet, localPort, nowNanos);
        for (PacketState left = next(); left != null; left = next()) {
            if (!tellController(left) && !sendSignal(left)) {
                outlet.send(waitingPorts[first - 1], bytesOf(left));
            }
            runs.release(left);
        }
        queues.forgetPacket();
    }

    /**
     * Hands the packet that {@link #next} gave to the controller if it is for it.
     *
     * @return whether it is
     */
    boolean tellController(PacketState left) {
        if (!isController(first - 1)) {
            return false;
        }
        controller.onPacket(node, bytesOf(left));
        return true;
    }

    private static byte[] bytesOf(PacketState packet) {
        packet.ensure(packet.length);
        return Arrays.copyOf(packet.data, packet.length);
    }

    private boolean isController(int at) {
        return waitingPorts[at] == ControllerPort.NUMBER && egressPort(at) == 0;
    }

    /**
     * Sends the packet that {@link #next} gave ahead of all others if it is a control frame.
     *
     * @return whether it is
     */
    boolean sendSignal(PacketState left) {
        if (!queues.exist() || left.length < FRAME_BYTES || !isControl(left)) {
            return false;
        }
        int bytes = left.length + RoceFrame.FCS_BYTES;
        if (bytes > signal.length) {
            signal = new byte[bytes];
        }
        left.ensure(left.length);
        System.arraycopy(left.data, 0, signal, 0, left.length);
        Arrays.fill(signal, left.length, bytes, (byte) 0);
        int port = waitingPorts[first - 1];
        long root = queues.takeSignalRoot(port);
        if (root == DataPlane.NO_ROOT) {
            plane.sendControl(port, signal, 0, bytes);
        } else {
            plane.sendControl(port, signal, 0, bytes, root);
        }
        return true;
    }

    private static boolean isControl(PacketState packet) {
        int magic = ControlHeader.word(packet.data, 0);
        return ControlHeader.matches(packet.data, 0, LocalFrame.ETHER_TYPE, magic);
    }

    /** The next packet that is to leave; null when there is none. */
    PacketState next() {
        while (first < end) {
            int at = first++;
            if (egressPort(at) == 0 && !isController(at)) {
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

    /** Queue of the packet that {@link #next} gave, which is that of its priority. */
    int queue() {
        return waitingQueues[first - 1];
    }

    /** The queue that the packet joins which {@link #next} gave; to be asked once. */
    int takeJoin() {
        int queue = queues.takeJoin(waitingPorts[first - 1]);
        return queue < 0 ? queue() : queue;
    }

    /** What the program wrote on the packet that {@link #next} gave; to be asked once. */
    int takeTag() {
        return queues.takeTag(waitingPorts[first - 1]);
    }

    /** Names the queue of the packet that comes to the queues next. */
    void join(int queue) {
        joining = queue;
    }

    /** Queue that the program chose for the packet that has come to the queues. */
    int joining() {
        return joining;
    }

    private int egressPort(int at) {
        boolean known =
                numbers.has(node, waitingPorts[at]) && waitingQueues[at] < QueueRegisters.CLASSES;
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
        return numbers.has(node, port) && queue < QueueRegisters.CLASSES
                ? ports.queues.length(numbers.of(node, port), queue)
                : 0;
    }

    @Override
    public void digest(FieldList fields, PacketState packet) {
        digests.onDigest(node, environment.nowNanos(), fields.name(), fields.values(packet));
    }

    @Override
    public void dropped(PacketState packet) {}
}
