package io.losslab.softswitch.fabric.device;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.program.ControllerPort;
import io.losslab.softswitch.fabric.program.Programs;
import io.losslab.softswitch.fabric.routing.RoutingTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames that a switch's controller sends out of a port: over the link like any frame, ahead of
 * data. At a switch they do as its P4 program says, or as the forwarding program does: LLDP goes to
 * its controller, IPv4 goes on by the routes, ahead of data, and is counted by them; the rest is
 * dropped. Pause frames are obeyed at the far end of the link. Simulated hosts drop what they
 * receive.
 */
public final class ControllerFrames {
    private static final int ETHERNET_BYTES = 14;
    private static final int LLDP = 0x88cc;

    /** Ends a loop of routes. */
    private static final int MAX_HOPS = 64;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final FabricEdge edge;
    private final ControlFrames control;
    private final RoutingTables routing;
    private final Programs programs;
    private final Map<Integer, byte[]> inFlight = new HashMap<>();
    private int lastFrame;
    private final List<Received> received = new ArrayList<>();

    public ControllerFrames(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            HostStack hosts,
            FabricEdge edge,
            ControlFrames control,
            RoutingTables routing,
            Programs programs) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.hosts = hosts;
        this.edge = edge;
        this.control = control;
        this.routing = routing;
        this.programs = programs;
    }

    /** The controllers' side. */
    public interface Receiver {
        /**
         * A frame has arrived at a switch.
         *
         * @param port local number, from 1
         */
        void onFrame(long timeNanos, int node, int port, byte[] frame);
    }

    /** A frame that arrived at a port of a switch; the port by its local number, from 1. */
    public static final class Received {
        public final long timePicos;
        public final int node;
        public final int port;
        public final byte[] frame;

        Received(long timePicos, int node, int port, byte[] frame) {
            this.timePicos = timePicos;
            this.node = node;
            this.port = port;
            this.frame = frame;
        }
    }

    /** Whether frames have arrived since the last {@link #drainReceived}. */
    public boolean hasReceived() {
        return !received.isEmpty();
    }

    /** Hands over the frames that arrived since the last call. */
    public List<Received> drainReceived() {
        List<Received> drained = List.copyOf(received);
        received.clear();
        return drained;
    }

    /** Takes a frame out of those in flight: another part of the fabric has it now. */
    public byte[] giveUp(int id) {
        return inFlight.remove(records.flow(id));
    }

    /** Has a record carry a frame that another part gave up. */
    public void adopt(int id, byte[] frame) {
        inFlight.put(++lastFrame, frame);
        records.setFlowAndCursor(id, lastFrame, 0);
    }

    /**
     * Sends a frame now.
     *
     * @param port local number, from 1
     * @param frame from destination MAC on, without check sequence
     */
    public void send(int node, int port, byte[] frame) {
        send(node, port, frame, 0);
    }

    /**
     * Has the program of a switch take a packet of its controller.
     *
     * @param packet with the program's own header for this in front
     * @throws IllegalStateException where the switch runs no program
     */
    public void packetOut(int node, byte[] packet) {
        throughProgram(node, ControllerPort.NUMBER, packet, packet.length, 0);
    }

    private void throughProgram(int node, int localPort, byte[] frame, int bytes, int hops) {
        programs.onControllerPacket(
                node, localPort, frame, bytes, (to, made) -> send(node, to, made, hops));
    }

    private void send(int node, int port, byte[] frame, int hops) {
        if (frame.length < ETHERNET_BYTES) {
            return;
        }
        int bytes = RoceFrame.frameBytes(frame.length);
        if (BigEndian.getShort(frame, 12) == PauseFrame.ETHER_TYPE
                && bytes <= FabricEdge.longestControlBytes()) {
            byte[] padded = Arrays.copyOf(frame, bytes);
            control.send(numbers.of(node, port), padded, 0, bytes, DataPlane.NO_ROOT);
            return;
        }
        int id = records.allocate();
        inFlight.put(++lastFrame, frame.clone());
        records.setFlowAndCursor(id, lastFrame, 0);
        records.setBody(id, hops, 0, 0, EventKind.CONTROLLER_FRAME, bytes);
        ports.sendStrict(
                numbers.of(node, port), ports.queues.macQueue, id, bytes, agenda.nowPicos());
    }

    /** Copies the beginning of a frame, with its padding; returns how many bytes. */
    public int copy(int id, byte[] to, int mostBytes) {
        byte[] frame = inFlight.get(records.flow(id));
        int copied = Math.min(frame.length, mostBytes);
        System.arraycopy(frame, 0, to, 0, copied);
        Arrays.fill(to, copied, mostBytes, (byte) 0);
        return mostBytes;
    }

    /** A frame has arrived: its record is given back, unless the frame goes on. */
    void onArrival(int id) {
        int port = records.port(id);
        byte[] frame = inFlight.get(records.flow(id));
        int bytes = records.bytes(id);
        if (programs.runAt(port)) {
            int hops = records.sequence(id) + 1;
            inFlight.remove(records.flow(id));
            records.release(id);
            if (hops <= MAX_HOPS) {
                int length = bytes - RoceFrame.FCS_BYTES;
                throughProgram(numbers.nodeOf(port), ports.localNumber(port), frame, length, hops);
            }
            return;
        }
        if (!ports.onHost(port) && Ipv4Frame.matches(frame)) {
            int egress = route(id, port, frame);
            if (egress != RoutingTables.NO_ROUTE) {
                ports.sendStrict(egress, ports.queues.ackQueue, id, bytes, agenda.nowPicos());
                return;
            }
        }
        inFlight.remove(records.flow(id));
        records.release(id);
        int node = numbers.nodeOf(port);
        if (ports.onHost(port)) {
            hosts.totals(node).onFrame(bytes);
            if (edge.isOpen()) {
                edge.onControl(port, frame, 0, frame.length + RoceFrame.FCS_BYTES);
            }
        } else if (BigEndian.getShort(frame, 12) == LLDP) {
            int local = ports.localNumber(port);
            received.add(new Received(agenda.nowPicos(), node, local, frame));
        }
    }

    private int route(int id, int port, byte[] frame) {
        int hops = records.sequence(id) + 1;
        records.setBody(id, hops, 0, 0, EventKind.CONTROLLER_FRAME, records.bytes(id));
        return hops > MAX_HOPS
                ? RoutingTables.NO_ROUTE
                : routing.forward(
                        numbers.nodeOf(port),
                        port,
                        Ipv4Frame.source(frame),
                        Ipv4Frame.destination(frame),
                        Ipv4Frame.sourcePort(frame),
                        records.bytes(id));
    }
}
