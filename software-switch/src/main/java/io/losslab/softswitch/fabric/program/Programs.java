package io.losslab.softswitch.fabric.program;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Appointments;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.RoceImage;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The P4 programs of a fabric's switches; a switch without one forwards by its routes. */
public final class Programs {
    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final RoceImage generated;
    private final Appointments appointments;
    private final FrameImages images;
    private final QueueReports reports;
    private final ProgramDevice[] devices;
    private final byte[] headers = new byte[RoceImage.HEADER_BYTES];
    private int[] leaving = new int[8];
    private int[] leavingBy = new int[8];
    private int[] leavingIn = new int[8];
    private DigestListener digests = (node, timeNanos, digest, fields) -> {};
    private ControllerPort controller = (node, packet) -> {};

    /** No switch runs a program at first. */
    public Programs(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            RoceImage generated,
            Appointments appointments,
            int nodeCount) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.generated = generated;
        this.appointments = appointments;
        this.images = new FrameImages(records);
        this.reports = new QueueReports(records, images, generated);
        this.devices = new ProgramDevice[nodeCount];
    }

    /**
     * Has a switch run a program from here on; null for none.
     *
     * @param plane the switch, as the program reaches it
     * @param queues take what the queues of all its ports are to be told; null where the program
     *     does not care
     */
    public void set(int node, P4Program program, DataPlane plane, Consumer<EgressScheme> queues) {
        ProgramDevice before = devices[node];
        devices[node] = program == null ? null : device(node, program, plane);
        queues.accept(schemeOf(devices[node], plane));
        if (before != null) {
            // The queues that it stopped send now, as the next program has it.
            before.retire();
        }
    }

    private ProgramDevice device(int node, P4Program program, DataPlane plane) {
        return new ProgramDevice(
                node,
                program,
                ports,
                numbers,
                plane,
                this::tell,
                (from, packet) -> controller.onPacket(from, packet),
                appointments::at);
    }

    private EgressScheme schemeOf(ProgramDevice device, DataPlane plane) {
        return device != null && device.queues().exist()
                ? new ProgramScheme(device, reports, plane)
                : null;
    }

    /** Names who hears of digests. */
    public void deliverTo(DigestListener listener) {
        digests = listener;
    }

    /** Names who has the packets that programs send to their controllers. */
    public void deliverTo(ControllerPort port) {
        controller = port;
    }

    /**
     * Runs the program of a node on a packet that is no host's.
     *
     * @param localPort by which it came; {@link ControllerPort#NUMBER} for the controller's own
     * @param bytes of the packet; behind those given are zeros
     * @throws IllegalStateException where the node runs no program
     */
    public void onControllerPacket(
            int node, int localPort, byte[] frame, int bytes, ControllerPort.Outlet outlet) {
        if (devices[node] == null) {
            throw new IllegalStateException("the switch runs no P4 program");
        }
        devices[node].onControllerPacket(localPort, frame, bytes, outlet, agenda.nowNanos());
    }

    /** The switch that runs a node's program; null where it has none. */
    public P4Switch at(int node) {
        return devices[node] == null ? null : devices[node].runs();
    }

    /** As {@link #at(int)}, for changes that are made now. */
    public P4Switch at(int node, long nowNanos) {
        if (devices[node] != null) {
            devices[node].setNow(nowNanos);
        }
        return at(node);
    }

    /** Whether the switch of a port runs a program. */
    public boolean runAt(int port) {
        return devices[numbers.nodeOf(port)] != null;
    }

    /** Runs the program of a port's switch on a packet that has arrived there. */
    public void onFrame(int id, int port, ProgramOutcome outcome) {
        ProgramDevice device = devices[numbers.nodeOf(port)];
        PacketState packet = device.runs().take();
        int arrivedBytes = records.bytes(id);
        read(id, port, packet);
        device.receive(packet, ports.localNumber(port), agenda.nowNanos());
        int held = device.queues().takeIngressClass(ports.localNumber(port));
        int count = 0;
        for (PacketState left = device.next(); left != null; left = device.next()) {
            if (device.tellController(left) || device.sendSignal(left)) {
                device.runs().release(left);
                continue;
            }
            if (count == leaving.length) {
                leaving = Arrays.copyOf(leaving, 2 * count);
                leavingBy = Arrays.copyOf(leavingBy, 2 * count);
                leavingIn = Arrays.copyOf(leavingIn, 2 * count);
            }
            int record = count == 0 ? id : records.copy(id);
            records.setBytes(record, RoceFrame.frameBytes(left.length));
            records.setPriority(record, held < 0 ? device.queue() : held);
            if (device.queues().hasTags()) {
                records.setTag(record, device.takeTag());
            }
            images.keep(record, left);
            leaving[count] = record;
            leavingIn[count] = device.takeJoin();
            leavingBy[count++] = device.egress();
            device.runs().release(left);
        }
        device.queues().forgetPacket();
        outcome.receive(id, port, arrivedBytes);
        if (count == 0) {
            outcome.drop(id, port);
        }
        for (int i = 0; i < count; i++) {
            device.join(leavingIn[i]);
            outcome.forward(leaving[i], port, leavingBy[i]);
        }
    }

    /**
     * Puts the bytes that a program gave a packet in place of those that its host did.
     *
     * @param port by which the packet leaves
     * @param frame as its host sent it
     * @param bytes of {@code frame} that are there
     */
    public void rewrite(int id, int port, byte[] frame, int bytes) {
        if (runAt(port) && images.has(id)) {
            images.copy(id, frame, 0, bytes);
        }
    }

    /** DSCP with which the program at a port sent an IPv4 packet; -1 where there is none. */
    public int dscp(int id, int port) {
        return runAt(port) && images.has(id) ? images.dscp(id) : -1;
    }

    private void tell(int node, long timeNanos, String digest, List<BigInteger> fields) {
        digests.onDigest(node, timeNanos, digest, fields);
    }

    private void read(int id, int port, PacketState packet) {
        int length = records.bytes(id) - RoceFrame.FCS_BYTES;
        if (runAt(ports.peer(port)) && images.has(id)) {
            images.load(id, packet, length);
        } else {
            int written = generated.write(id, ports.peer(port), headers, headers.length);
            packet.receive(headers, 0, written, length);
        }
    }
}
